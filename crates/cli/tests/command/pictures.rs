//! Pictures, animations and reports as files: what is in them, and what is refused.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::alembert_in;

/// Writes a file by a command, and reads it.
fn written(folder: &Path, arguments: &[&str], file: &str) -> Vec<u8> {
    let said = alembert_in(folder, arguments).args(["-o", file]).assert().success();
    let said = String::from_utf8(said.get_output().stderr.clone()).unwrap();
    assert!(said.lines().any(|line| line == format!("wrote {file}")), "{said}");
    fs::read(folder.join(file)).unwrap()
}

pub(crate) fn text(folder: &Path, arguments: &[&str], file: &str) -> String {
    String::from_utf8(written(folder, arguments, file)).unwrap()
}

/// The scene in a page.
pub(crate) fn scene(page: &str) -> Value {
    let (_, rest) = page.split_once("playScene(document.getElementById(\"scene\"), ").unwrap();
    let (scene, _) = rest.split_once(");</script>").unwrap();
    serde_json::from_str(scene).unwrap()
}

/// The values of a quantity of a shape, one a frame.
pub(crate) fn channel(scene: &Value, run: usize, place: &Value) -> Vec<f64> {
    let list = scene["runs"][run]["channels"][usize::try_from(place.as_u64().unwrap()).unwrap()]
        .as_array();
    list.unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

#[test]
fn the_standard_plot_has_four_panels_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let svg = text(folder.path(), &["plot", "vertical-disk"], "disk.svg");
    for name in [
        "Path",
        "Energy drift",
        "Residuals of the constraints",
        "Multipliers",
        "x [m]",
        "t [s]",
        "λ_roll_x",
    ] {
        assert!(svg.contains(&format!(">{name}<")), "{name}");
    }
    assert!(written(folder.path(), &["plot", "vertical-disk"], "disk.png").starts_with(b"\x89PNG"));
    assert!(written(folder.path(), &["plot", "vertical-disk"], "disk.pdf").starts_with(b"%PDF"));
}

#[test]
fn any_expression_is_drawn_against_any_other_and_by_several_principles() {
    let folder = tempfile::tempdir().unwrap();
    let curves = ["plot", "knife-edge", "x, y", "x'^2 + y'^2 vs phi'"];
    let svg = text(folder.path(), &curves, "curves.svg");
    assert!(svg.contains(">x, y [m]<") && svg.contains(">φ′ [rad/s]<"), "axes with units");
    assert!(svg.contains(">x′² + y′² against φ′<"));
    let both = [
        "plot",
        "vertical-disk",
        "y vs x",
        "--principle",
        "dalembert",
        "--principle",
        "vakonomic",
        "-p",
        "mu_roll_x=0.5",
        "-p",
        "mu_roll_y=0",
    ];
    let svg = text(folder.path(), &both, "both.svg");
    assert!(svg.contains(">dalembert<") && svg.contains(">vakonomic<"));
}

/// The disk rolls on a circle with its heading along the tangent, and the force points to its centre.
#[test]
fn a_scene_shows_the_motion() {
    let folder = tempfile::tempdir().unwrap();
    let scene = scene(&text(folder.path(), &["animate", "vertical-disk"], "disk.html"));
    let disk = scene["shapes"].as_array().unwrap().iter().find(|s| s["kind"] == "disk").unwrap();
    let of = |place: &Value| channel(&scene, 0, place);
    let [x, y] = [0, 1].map(|i| of(&disk["at"][i]));
    let (heading, spin, force) =
        (of(&disk["heading"]), of(&disk["spin"]), [0, 1].map(|i| of(&disk["force"][i])));
    assert!(spin.last() > spin.first());
    let frames = x.len();
    assert!(frames > 200);
    // the centre of the circle: a radius to the left of the first heading
    let radius =
        (x.iter().fold(0.0f64, |a, b| a.max(*b)) - x.iter().fold(0.0f64, |a, b| a.min(*b))) / 2.0;
    let centre = (x[0] - radius * heading[0].sin(), y[0] + radius * heading[0].cos());
    for k in 0..frames {
        let (dx, dy) = (x[k] - centre.0, y[k] - centre.1);
        assert!((dx.hypot(dy) - radius).abs() < 1e-3 * radius);
        let along = dx * heading[k].cos() + dy * heading[k].sin();
        assert!(along.abs() < 1e-2 * radius, "the heading is a tangent");
        let inward = force[0][k] * dx + force[1][k] * dy;
        assert!(inward < 0.0, "the force points to the centre");
    }
}

/// The words of a line for a shell, with double quotes around some.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = |(i, part): (usize, &str)| match i % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.to_owned()],
    };
    parts.flat_map(words).collect()
}

/// The numbers of a picture, and what stands around them.
fn numbers(svg: &str) -> (Vec<f64>, String) {
    let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let numbers = svg.split(|c| !is_number(c)).filter_map(|word| word.parse().ok()).collect();
    (numbers, svg.replace(is_number, ""))
}

/// The command below the picture of the README draws it, but for round-off.
#[test]
fn the_picture_of_the_readme_is_what_its_command_draws() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let command = readme.lines().find(|line| line.ends_with("-o docs/vertical-disk.svg")).unwrap();
    let (command, file) = command.rsplit_once(" -o ").unwrap();
    let words = words(command);
    assert_eq!(words[0], "alembert");
    let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    let folder = tempfile::tempdir().unwrap();
    let ((drawn, around), (kept, kept_around)) = (
        numbers(&text(folder.path(), &arguments, "drawn.svg")),
        numbers(&fs::read_to_string(root.join(file)).unwrap()),
    );
    assert!(around == kept_around && drawn.len() == kept.len(), "{file} is stale; run {command}");
    let apart = drawn.iter().zip(&kept).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(apart < 0.5, "{file} is stale by {apart}; run {command}");
}

/// The vertical disk by two principles.
pub(crate) const TWO: [&str; 8] = [
    "animate",
    "vertical-disk",
    "--principle",
    "dalembert,vakonomic",
    "-p",
    "mu_roll_x=-0.8",
    "-p",
    "mu_roll_y=0",
];

/// d'Alembert's circle of radius R θ'/φ' about (0, R θ'/φ'), and the loops in which the vakonomic motion drifts
/// away, in one scene.
#[test]
fn two_principles_move_in_one_scene() {
    let folder = tempfile::tempdir().unwrap();
    let help = alembert_in(folder.path(), &["animate", "--help"]).assert().success();
    let help = String::from_utf8(help.get_output().stdout.clone()).unwrap();
    assert!(help.contains("-p mu_roll_x=-0.8 -p mu_roll_y=0"), "the example has loops: {help}");
    let scene = scene(&text(folder.path(), &TWO, "two.html"));
    let names: Vec<&str> =
        scene["runs"].as_array().unwrap().iter().map(|r| r["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["dalembert", "vakonomic"]);
    let disk = scene["shapes"].as_array().unwrap().iter().find(|s| s["kind"] == "disk").unwrap();
    let [x, y] = [0, 1].map(|i| channel(&scene, 0, &disk["at"][i]));
    let radius = 0.5 * 2.0 / 0.7;
    for (x, y) in x.iter().zip(&y) {
        let found = x.hypot(y - radius);
        assert!(
            (found - radius).abs() < 1e-4,
            "({x}, {y}) is {found} from the centre of the circle"
        );
    }
    let x = channel(&scene, 1, &disk["at"][0]);
    let steps: Vec<f64> = x.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let reversals = steps.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count();
    assert!(reversals >= 10, "a loop goes forth and back: {reversals} reversals");
    let drift = x.last().unwrap() - x[0];
    assert!(drift > 4.0 * radius, "it drifts by {drift}");
    let force = channel(&scene, 0, &disk["force"][1]);
    assert!(force[0] > 0.0, "the force of d'Alembert's motion is shown beside a ghost");
    let said = scene["runs"][1]["forceless"].as_str().unwrap();
    assert!(said.starts_with("no constraint force by vakonomic"), "{said}");
}

/// Without `view`, coordinates x and y are a point, angles are a chain that hangs down.
#[test]
fn a_view_is_guessed() {
    let folder = tempfile::tempdir().unwrap();
    let model = "coordinates\n  θ\n  φ\nL = ½ θ'² + ½ φ'² + cos θ + cos φ\n\
                 initial\n  θ = 0.5, φ = 0\nrun 0 .. 2\n";
    fs::write(folder.path().join("chain.mech"), model).unwrap();
    let scene = scene(&text(folder.path(), &["animate", "chain.mech"], "chain.html"));
    let rods: Vec<&Value> =
        scene["shapes"].as_array().unwrap().iter().filter(|s| s["kind"] == "rod").collect();
    assert_eq!(rods.len(), 2);
    let [x, y] = [0, 1].map(|i| channel(&scene, 0, &rods[0]["to"][i])[0]);
    assert!((x - 0.5f64.sin()).abs() < 1e-4 && (y + 0.5f64.cos()).abs() < 1e-4);
}

#[test]
fn a_report_has_everything_in_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let page = text(folder.path(), &["report", "knife-edge"], "knife.html");
    for title in [
        "The model",
        "What the constraints are",
        "Equations of motion",
        "The principles compared",
        "What is conserved",
        "A motion",
        "Claims",
    ] {
        assert!(page.contains(&format!("<h2>{title}</h2>")), "{title}");
    }
    assert!(page.contains("<math") && page.contains("<svg") && page.contains("playScene("));
    assert!(!page.contains("src=") && !page.contains("@import"), "nothing is loaded");
    assert!(page.contains("<td>dalembert and vakonomic, naive</td><td>differ</td><td>proved</td>"));
    // What a model rejects is refuted, and does not hold.
    assert!(
        page.contains("<td>reject</td>")
            && !page.contains("<td>reject</td><td>J φ'' = m x'² sin φ/cos³φ</td><td>holds")
    );
    assert!(page.contains("<td>J φ'' = m x'² sin φ/cos³φ</td><td>refuted</td>"));
    let latex = text(folder.path(), &["report", "knife-edge"], "knife.tex");
    assert!(latex.contains("\\begin{document}") && latex.ends_with("\\end{document}\n"));
    assert!(latex.contains("\\pdfliteral"), "curves are drawn in place");
    assert!(!latex.contains("[U+"), "every letter has a name in LaTeX");
}

#[test]
fn bad_requests_are_refused_and_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let refused: &[(&[&str], &str)] = &[
        (&["plot", "knife-edge", "q", "-o", "a.svg"], "unknown symbol `q`"),
        (&["plot", "knife-edge", "-o", "a.bmp"], "write `a.svg`, `a.png` or `a.pdf`"),
        (&["plot", "knife-edge", "-o", "no/such/a.svg"], "cannot write"),
        (
            &["plot", "knife-edge", "--principle", "dalambert", "-o", "a.svg"],
            "did you mean `dalembert`?",
        ),
        (
            &["plot", "vertical-disk", "lambda_roll_x", "--principle", "naive", "-o", "a.svg"],
            "`lambda_roll_x` has no value along the motion by `naive`",
        ),
        (&["animate", "knife-edge", "-o", "a.gif"], "write `a.html`"),
        (&["report", "knife-edge", "-o", "a.doc"], "a.html"),
        (&["report", "no-such-model", "-o", "a.html"], "there is no file"),
    ];
    for (arguments, message) in refused {
        let done = alembert_in(folder.path(), arguments).assert().code(2);
        let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
        assert!(said.contains(message), "{arguments:?}: {said}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments:?} left a file");
    }
}

/// A shape that is none is a warning with the right word; what can be guessed is shown instead.
#[test]
fn mistakes_in_a_view_are_named_and_do_not_stop_the_equations() {
    let folder = tempfile::tempdir().unwrap();
    let model = |view: &str| {
        format!(
            "coordinates\n  x, y\nL = ½ (x'² + y'²)\ninitial\n  x' = 1\nrun 0 .. 1\nview\n  {view}\n"
        )
    };
    fs::write(folder.path().join("shape.mech"), model("disc at (x, y, 0)")).unwrap();
    let done =
        alembert_in(folder.path(), &["animate", "shape.mech", "-o", "a.html"]).assert().success();
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(said.contains("there is no shape `disc`") && said.contains("is not shown"), "{said}");
    let scene = scene(&fs::read_to_string(folder.path().join("a.html")).unwrap());
    assert_eq!(scene["shapes"][0]["kind"], "point");
    alembert_in(folder.path(), &["derive", "shape.mech"]).assert().success();
    let done = alembert_in(folder.path(), &["check", "shape.mech"]).assert().success();
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(said.contains("warning[AL010]") && said.contains("did you mean `disk`?"), "{said}");
    fs::write(folder.path().join("word.mech"), model("box at (x, y, 0) lenght 0.2")).unwrap();
    let done = alembert_in(folder.path(), &["check", "word.mech"]).assert().code(2);
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(said.contains("did you mean the word `length`?"), "{said}");
}
