//! States at which the linear equations have no solution: exported programs say so, and give no numbers.

use std::fs;

use alembert::language::Source;

use crate::tools::{folder, run};
use crate::{Case, target};

/// Two arms with a mass at the end of the second one alone: stretched or folded they have no inertia along
/// themselves. Rounding leaves a pivot of 10⁻¹⁸ where it should be 0.
const ARMS: &str = "coordinates\n  a, b\nparameters\n  m = 1.3, p = 0.3, r = 0.7, g = 9.81\n\
    T = ½ m (p² a'² + r² b'² + 2 p r a' b' cos(a - b))\nV = -m g (p cos a + r cos b)\n";

/// A mass on a wire whose slope vanishes where the two parts of a cross meet.
const CROSS: &str = "coordinates\n  x, y\nparameters\n  m = 0.7, g = 9.81\nL = ½ m (x'² + y'²) - m g y\n\
    constraints\n  wire: 0.1 x² - 0.3 y² = 0\n";

/// Whether the rates have values at some states: in C 0 and 1, in Rust `true` and `false`.
fn assert_singular(name: &str, text: &str, states: &[([f64; 4], bool)]) {
    let case = Case::new(name, &Source::new(format!("{name}.mech"), text), None);
    let folder = folder(&format!("singular-{name}"));
    for language in ["c", "rust"] {
        let target = target(language);
        let file = folder.join(format!("{name}.{}", target.ending));
        fs::write(file, target.text(&case.exported.export)).expect("a file can be written");
    }
    let listed = |open: &str, close: &str| -> String {
        let one = |(x, _): &([f64; 4], bool)| {
            format!("{open}{:?}, {:?}, {:?}, {:?}{close}, ", x[0], x[1], x[2], x[3])
        };
        states.iter().map(one).collect()
    };
    let expected: String =
        states.iter().map(|(_, found)| if *found { "1\n" } else { "0\n" }).collect();
    let count = states.len();
    let main = format!(
        "#define ALEMBERT_NO_MAIN\n#include \"{name}.c\"\nint main(void) {{\n\
         double x[{count}][4] = {{{}}}, r[4];\nfor (int i = 0; i < {count}; i++)\n\
         printf(\"%d\\n\", {name}_rate(0.0, x[i], &{name}_defaults, r) == 0);\nreturn 0;\n}}\n",
        listed("{", "}")
    );
    fs::write(folder.join("main.c"), main).expect("a file can be written");
    run(
        &folder,
        "cc",
        &["-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "main", "main.c", "-lm"],
        None,
    );
    let program = folder.join("main").display().to_string();
    assert_eq!(run(&folder, &program, &[], None), expected, "{name} in C");
    let main = format!(
        "#[allow(dead_code)]\nmod {name};\nfn main() {{\nfor x in [{}] {{\n\
         println!(\"{{}}\", u8::from({name}::rate(0.0, &x, &{name}::Parameters::default()).is_ok()));\n}}\n}}\n",
        listed("[", "]")
    );
    fs::write(folder.join("main.rs"), main).expect("a file can be written");
    run(&folder, "rustc", &["--edition", "2021", "-o", "rusty", "main.rs"], None);
    let program = folder.join("rusty").display().to_string();
    assert_eq!(run(&folder, &program, &[], None), expected, "{name} in Rust");
}

#[test]
fn a_singular_inertia_is_an_error_of_the_program() {
    let (half, turned) = (std::f64::consts::PI, 0.4);
    let states = [
        ([turned, 1.4, 1.0, 2.0], true),
        ([turned, turned, 1.0, 2.0], false),
        ([1.1, 1.1, 0.0, -1.0], false),
        ([0.0, half, 0.3, 0.2], false),
        ([turned, turned + 0.001, 1.0, 2.0], true),
    ];
    assert_singular("arms", ARMS, &states);
}

#[test]
fn constraints_without_a_slope_are_an_error_of_the_program() {
    let y = (1.0f64 / 3.0).sqrt();
    let states =
        [([1.0, y, 1.0, y], true), ([0.0, 0.0, 1.0, y], false), ([-1.0, y, 1.0, -y], true)];
    assert_singular("cross", CROSS, &states);
}
