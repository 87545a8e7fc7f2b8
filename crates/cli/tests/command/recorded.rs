//! Curves of motions that `run` wrote to a file.

use std::fs;

use crate::{FREE, alembert_in};

fn said(folder: &std::path::Path, arguments: &[&str], code: i32) -> String {
    let done = alembert_in(folder, arguments).assert().code(code);
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

/// The points of the longest line of a picture.
fn longest(svg: &str) -> Vec<(f64, f64)> {
    let lines =
        svg.split("<polyline points=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let line = lines.max_by_key(|line| line.len()).unwrap();
    let number = |x: &str| x.parse::<f64>().unwrap();
    let point = |p: &str| p.split_once(',').map(|(x, y)| (number(x), number(y))).unwrap();
    line.split(' ').map(point).collect()
}

#[test]
fn a_recorded_motion_is_drawn_as_the_model_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for file in ["k.csv", "k.json"] {
        let run = ["run", "knife-edge", "--every", "0.01", "-o", file];
        assert!(said(path, &run, 0).contains(&format!("wrote {file}\n")));
        assert_eq!(
            said(path, &["plot", file, "y vs x", "x, y", "-o", "a.svg"], 0),
            "wrote a.svg\n"
        );
        let recorded = fs::read_to_string(path.join("a.svg")).unwrap();
        said(path, &["plot", "knife-edge", "y vs x", "x, y", "-o", "b.svg"], 0);
        let followed = fs::read_to_string(path.join("b.svg")).unwrap();
        for text in [">Knife edge on an inclined plane<", ">y against x<", ">x, y [m]<", ">t [s]<"]
        {
            assert!(recorded.contains(text) && followed.contains(text), "{file}: {text}");
        }
        // the same path, within the width of its line
        let (a, b) = (longest(&recorded), longest(&followed));
        let near = |p: &(f64, f64)| b.iter().any(|q| (p.0 - q.0).hypot(p.1 - q.1) < 4.0);
        assert!(a.len() > 50 && a.iter().all(near), "{file}");
    }
}

#[test]
fn expressions_in_columns_are_drawn_with_their_units() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    said(path, &["run", "knife-edge", "--every", "0.01", "-o", "k.csv"], 0);
    let curves = ["½ m (x'^2 + y'^2)", "(x^2 + y^2) vs t", "x*phi, y"];
    let with_model = [&["plot", "knife-edge"], &curves[..], &["-o", "b.svg"]].concat();
    said(path, &with_model, 0);
    let curves = ["½ (x'^2 + y'^2)", "(x^2 + y^2) vs t", "x*phi, y"];
    let of_file = [&["plot", "k.csv"], &curves[..], &["-o", "a.svg"]].concat();
    said(path, &of_file, 0);
    let [recorded, followed] =
        ["a.svg", "b.svg"].map(|name| fs::read_to_string(path.join(name)).unwrap());
    assert!(recorded.contains("[m²]") && recorded.contains("x*φ, y [m]"), "{recorded}");
    // The kinetic energy is half the square of the speed: m = 1 in this model.
    let first = |svg: &str| longest(svg.split("against").next().unwrap());
    let (a, b) = (first(&recorded), first(&followed));
    let near = |p: &(f64, f64)| b.iter().any(|q| (p.0 - q.0).hypot(p.1 - q.1) < 4.0);
    assert!(a.len() > 50 && a.iter().all(near));
}

#[test]
fn several_recorded_motions_share_their_panels() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    said(path, &["run", "vertical-disk", "-o", "slow.csv"], 0);
    said(path, &["run", "vertical-disk", "-p", "theta'=9", "-o", "quick.csv"], 0);
    said(path, &["plot", "slow.csv", "y vs x", "x, y", "--with", "quick.csv", "-o", "a.svg"], 0);
    let svg = fs::read_to_string(path.join("a.svg")).unwrap();
    for text in ["slow", "quick", "x (slow)", "y (quick)"] {
        assert!(svg.contains(&format!(">{text}<")), "{text}");
    }
    said(path, &["plot", "slow.csv", "--with", "quick.csv", "-o", "b.svg"], 0);
    let svg = fs::read_to_string(path.join("b.svg")).unwrap();
    for text in ["Path", "Energy", "λ_roll_x (slow)", "λ_roll_y (quick)"] {
        assert!(svg.contains(&format!(">{text}<")), "{text}");
    }
}

/// Measured numbers in their own units lie on the curve of the model, as dots, and are named.
#[test]
fn data_stand_beside_the_motion_of_a_model() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let fall = "coordinates\n  x [m]\nparameters\n  m = 1 [kg]\n  g = 10 [m/s^2]\nL = ½ m x'² - m g x\n\
                initial\n  x = 0, x' = 0\nrun 0 .. 1 s\n";
    fs::write(path.join("fall.mech"), fall).unwrap();
    fs::write(path.join("seen.csv"), "# units: x [cm]\nt,x,note\n0,0,1\n0.5,-125,2\n1,-500,3\n")
        .unwrap();
    for curves in [&[][..], &["x"], &["x, x'"]] {
        let command =
            [&["plot", "fall.mech"], curves, &["--with", "seen.csv", "-o", "a.svg"]].concat();
        said(path, &command, 0);
        let svg = fs::read_to_string(path.join("a.svg")).unwrap();
        let name = if curves == ["x, x'"] { "x (seen) [m]" } else { "seen" };
        assert!(svg.contains(&format!(">{name}<")), "{curves:?}");
        assert_eq!(svg.matches("<circle").count(), 3, "{curves:?}");
    }
    said(path, &["plot", "fall.mech", "x", "--with", "seen.csv", "-o", "a.svg"], 0);
    let svg = fs::read_to_string(path.join("a.svg")).unwrap();
    assert!(svg.contains(">model<") && svg.contains(">x [m]<"), "{svg:.900}");
    let curve = longest(&svg);
    let number = |text: &str, word: &str| -> f64 {
        text.split(&format!("{word}=\""))
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .parse()
            .unwrap()
    };
    let (last, dot) = (*curve.last().unwrap(), svg.rsplit("<circle").next().unwrap());
    assert!((number(dot, "cx") - last.0).abs() < 0.1 && (number(dot, "cy") - last.1).abs() < 0.1);
    fs::write(path.join("odd.csv"), "t,a\n0,1\n1,2\n").unwrap();
    let told = said(path, &["plot", "fall.mech", "--with", "odd.csv", "-o", "b.svg"], 2);
    assert!(told.contains("the panels show none of its columns: t, a"), "{told}");
    assert!(told.contains("name the columns as the model names its quantities"), "{told}");
    said(path, &["run", "fall.mech", "-o", "run.csv"], 0);
    said(path, &["plot", "fall.mech", "--with", "run.csv", "-o", "c.svg"], 0);
    let svg = fs::read_to_string(path.join("c.svg")).unwrap();
    assert_eq!(svg.matches(">run<").count(), 2, "the phase portrait and the energy");
}

#[test]
fn without_curves_a_file_gives_the_standard_panels() {
    let folder = tempfile::tempdir().unwrap();
    said(folder.path(), &["run", "vertical-disk", "-o", "d.csv"], 0);
    said(folder.path(), &["plot", "d.csv", "-o", "d.svg"], 0);
    let svg = fs::read_to_string(folder.path().join("d.svg")).unwrap();
    for text in ["Path", "Energy", "Residuals of the constraints", "Multipliers", "λ_roll_x"] {
        assert!(svg.contains(&format!(">{text}<")), "{text}");
    }
    let table = "time,a,b\n0,1,2\n1,2,4\n2,4,8\n";
    fs::write(folder.path().join("own.csv"), table).unwrap();
    said(folder.path(), &["plot", "own.csv", "-o", "own.svg"], 0);
    let svg = fs::read_to_string(folder.path().join("own.svg")).unwrap();
    assert_eq!(svg.matches(">time<").count(), 2);
}

#[test]
fn files_that_are_no_motions_are_refused_with_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    file("word.csv", "t,x\n0,1\n1,one\n");
    file("short.csv", "t,x\n0\n");
    file("empty.csv", "# nothing\n");
    file("list.json", "{\"columns\": 3}");
    file(
        "uneven.json",
        "{\"columns\": [{\"name\": \"t\", \"values\": [1]}, {\"name\": \"x\", \"values\": []}]}",
    );
    file("good.csv", "t,x\n0,1\n1,2\n");
    file("other.csv", "t,y\n0,1\n1,2\n");
    file("motion.npz", "");
    let refused: &[(&[&str], &str)] = &[
        (&["plot", "word.csv"], "line 3: `one` is not a number"),
        (&["plot", "short.csv"], "line 2: 1 numbers under 2 names"),
        (&["plot", "empty.csv"], "there are no rows"),
        (&["plot", "list.json"], "it has no list `columns`"),
        (&["plot", "uneven.json"], "unequal lengths"),
        (&["plot", "motion.npz"], "write the motion as .csv or .json"),
        (&["plot", "good.csv", "y"], "there is no column `y`; there are t, x"),
        (&["plot", "good.csv", "x vs"], "a quantity is missing"),
        (&["plot", "good.csv", "x^2 + y"], "the curve `x^2 + y` is not understood: "),
        (&["plot", "good.csv", "log(x - 5)"], "it has no value anywhere"),
        (&["plot", "good.csv", "x", "--with", "other.csv"], "other.csv"),
        (&["plot", "good.csv", "x vs t vs x"], "there is a second `vs`"),
        (&["plot", "good.csv", "--with", "gone.mech"], "only such motions stand beside each other"),
        (&["plot", "gone.csv"], "gone.csv"),
        (&["animate", "good.csv"], "`good.csv` is a table of numbers, not a model"),
    ];
    for (arguments, message) in refused {
        let arguments = [arguments, &["-o", "a.svg"][..]].concat();
        let said = said(folder.path(), &arguments, 2);
        assert!(said.contains(message), "{arguments:?}: {said}");
        assert!(!folder.path().join("a.svg").exists(), "{arguments:?}");
    }
}

/// The tree of a model is JSON too, and is no table.
#[test]
fn a_model_in_json_is_still_a_model() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("free.mech"), format!("{FREE}run 0 .. 1\n")).unwrap();
    let tree = alembert_in(folder.path(), &["fmt", "free.mech", "--to", "json"]).output().unwrap();
    fs::write(folder.path().join("free.json"), tree.stdout).unwrap();
    assert!(
        said(folder.path(), &["plot", "free.json", "x", "-o", "x.svg"], 0)
            .ends_with("wrote x.svg\n")
    );
}

#[test]
fn gaps_of_a_file_are_drawn_as_gaps_and_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.csv"), "t,x\n0,1\n1,\n2,3\n3,4\n").unwrap();
    let told = said(folder.path(), &["plot", "a.csv", "x", "-o", "a.svg"], 0);
    assert!(told.contains("a: `x` has no value at 1 of 4 samples, first at t = 1"), "{told}");
    let told = said(folder.path(), &["plot", "a.csv", "log(x - 2)", "-o", "a.svg"], 0);
    assert!(told.contains("`log(x - 2)` has no value at 2 of 4 samples, first at t = 0"), "{told}");
}
