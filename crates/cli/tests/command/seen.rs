//! What pictures of several, driven and broken-off motions show and say: legends, inputs, JSON, exit codes.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::pictures::{channel, scene, text};
use crate::{alembert_in, object};

/// A cart that is pushed, with a table or by a formula.
const CART: &str = "model \"Cart\"\ncoordinates\n  x [m]\nparameters\n  m = 2 [kg]\ninputs\n  u [N]\n\
    L = ½ m x'²\nforces\n  x: u\ninitial\n  x = 0, x' = 0\nrun 0 .. 2 s\n  u = 4\n";

/// x'' = x³ leaves every bound in finite time.
const BLOW: &str = "coordinates\n  x\nL = ½ x'² + ¼ x⁴\ninitial\n  x = 1, x' = 1\nrun 0 .. 20\n";

fn model(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).unwrap();
}

fn said(folder: &Path, arguments: &[&str], code: i32) -> String {
    let done = alembert_in(folder, arguments).assert().code(code);
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

/// A column of a CSV with its unit.
fn column(csv: &str, name: &str) -> (Vec<f64>, String) {
    let units = csv.lines().find_map(|line| line.strip_prefix("# units: ")).unwrap();
    let unit = units.split(", ").find_map(|part| part.strip_prefix(&format!("{name} ["))).unwrap();
    let mut rows = csv.lines().filter(|line| !line.starts_with('#'));
    let place = rows.next().unwrap().split(',').position(|cell| cell == name).unwrap();
    let values = rows.map(|row| row.split(',').nth(place).unwrap().parse().unwrap());
    (values.collect(), unit.trim_end_matches(']').to_owned())
}

const BOTH: [&str; 8] = [
    "--principle",
    "dalembert",
    "--principle",
    "vakonomic",
    "-p",
    "mu_roll_x=0.5",
    "-p",
    "mu_roll_y=0",
];

/// The vakonomic disk drifts away from d'Alembert's circle; the picture holds both and names them.
#[test]
fn a_still_picture_shows_every_principle() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [&["animate", "vertical-disk"], &BOTH[..]].concat();
    let both = text(folder.path(), &arguments, "both.svg");
    assert!(both.contains(">dalembert<") && both.contains(">vakonomic<"));
    assert!(both.contains("#c2410c") && both.contains("stroke-dasharray"), "the ghost is there");
    let alone = text(folder.path(), &["animate", "vertical-disk"], "alone.svg");
    assert!(!alone.contains("dalembert") && !alone.contains("#c2410c"));
}

#[test]
fn the_columns_of_a_motion_contain_its_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    model(path, "cart.mech", CART);
    model(path, "push.csv", "t,u\n0,0\n2,8\n");
    said(path, &["run", "cart.mech", "-o", "a.csv"], 0);
    let csv = fs::read_to_string(path.join("a.csv")).unwrap();
    let (u, unit) = column(&csv, "u");
    assert!(unit == "N" && u.iter().all(|&u| u == 4.0), "{u:?}");
    said(path, &["run", "cart.mech", "--input", "u=push.csv", "-o", "b.csv"], 0);
    let csv = fs::read_to_string(path.join("b.csv")).unwrap();
    let (times, _) = column(&csv, "t");
    let (u, _) = column(&csv, "u");
    assert!(times.iter().zip(&u).all(|(t, u)| (u - 4.0 * t).abs() < 1e-12));
    said(path, &["plot", "b.csv", "u", "-o", "u.svg"], 0);
    assert!(fs::read_to_string(path.join("u.svg")).unwrap().contains(">u [N]<"));
}

/// With u = 4 t the cart is at t³/3, without the table at t².
#[test]
fn pictures_and_reports_take_tables_of_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    model(path, "cart.mech", CART);
    model(path, "push.csv", "t,u\n0,0\n2,8\n");
    let end = |arguments: &[&str]| {
        let scene = scene(&text(path, arguments, "a.html"));
        *channel(&scene, 0, &scene["shapes"][0]["at"][0]).last().unwrap()
    };
    assert!((end(&["animate", "cart.mech"]) - 4.0).abs() < 1e-4);
    let driven = end(&["animate", "cart.mech", "--input", "u=push.csv"]);
    assert!((driven - 8.0 / 3.0).abs() < 1e-4, "{driven}");
    let drawn = |arguments: &[&str]| text(path, arguments, "a.svg");
    let curves = ["plot", "cart.mech", "x", "u"];
    let driven = drawn(&[&curves[..], &["--input", "u=push.csv"]].concat());
    assert!(driven != drawn(&curves) && driven.contains(">u [N]<"));
    let page = text(path, &["report", "cart.mech", "--input", "u=push.csv"], "r.html");
    assert!(page.contains("u is"), "the table is shown");
    for (command, file) in [("plot", "w.svg"), ("animate", "w.html"), ("report", "w.tex")] {
        let wrong = [command, "cart.mech", "--input", "v=push.csv", "-o", file];
        assert!(said(path, &wrong, 2).contains("`v`"), "{command}");
    }
}

/// As of `run`: 3 when a motion ends before its time, with the file and a sentence.
#[test]
fn a_motion_that_ends_before_its_time_is_drawn_and_ends_with_3() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    model(path, "blow.mech", BLOW);
    said(path, &["run", "blow.mech"], 3);
    for (command, file) in [("plot", "a.svg"), ("animate", "a.html"), ("report", "b.html")] {
        let told = said(path, &[command, "blow.mech", "-o", file], 3);
        assert!(told.contains("by `dalembert` the motion ends at t = 1."), "{command}: {told}");
        assert!(told.contains("error[AL050]"), "{command}: {told}");
        assert!(told.contains(&format!("wrote {file}\n")), "{command}: {told}");
        assert!(path.join(file).is_file());
    }
    for (command, file) in [("plot", "a.svg"), ("animate", "a.html")] {
        said(path, &[command, "blow.mech", "--to", "1", "-o", file], 0);
    }
}

/// Ctrl-C keeps what was computed, and does not wait for further principles.
#[cfg(unix)]
#[test]
fn an_interrupted_picture_is_written_and_ends_with_130() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    model(folder.path(), "spring.mech", "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1\n");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("alembert"))
        .args(["plot", "spring.mech", "x", "--to", "1e9", "-o", "x.svg", "--json"])
        .args(["--principle", "dalembert", "--principle", "gauss"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&report["stop"], &report["motions"][0]["name"]),
        (&"interrupted".into(), &"dalembert".into())
    );
    assert_eq!(report["motions"].as_array().map(Vec::len), Some(1));
    assert!(fs::read_to_string(folder.path().join("x.svg")).unwrap().ends_with("</svg>\n"));
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn json_of_a_plot_tells_its_panels_curves_and_units() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["plot", "knife-edge", "x, phi", "y vs x", "-o", "a.svg", "--json"];
    let report = object(&mut alembert_in(folder.path(), &arguments));
    let documented = ["file", "title", "panels", "t", "stop", "motions", "notes", "diagnostics"];
    assert_eq!(keys(&report), documented);
    assert_eq!((&report["file"], &report["stop"]), (&"a.svg".into(), &"end".into()));
    let panels = report["panels"].as_array().unwrap();
    assert_eq!((&panels[0]["x"]["unit"], &panels[0]["y"]["unit"]), (&"s".into(), &Value::Null));
    let units: Vec<&Value> =
        panels[0]["curves"].as_array().unwrap().iter().map(|c| &c["unit"]).collect();
    assert_eq!(units, ["m", "rad"]);
    assert_eq!((&panels[1]["y"]["name"], &panels[1]["y"]["unit"]), (&"y".into(), &"m".into()));
    assert_eq!(report["t"][0], 0.0);
    assert_eq!(report["diagnostics"], Value::Array(Vec::new()));
    let refused = ["plot", "knife-edge", "q", "-o", "b.svg", "--json"];
    let refused = object(&mut alembert_in(folder.path(), &refused));
    assert_eq!(keys(&refused), ["diagnostics"]);
    let unwritable = ["plot", "knife-edge", "x", "-o", "no/b.svg", "--json"];
    assert_eq!(keys(&object(&mut alembert_in(folder.path(), &unwritable))), ["diagnostics"]);
}

#[test]
fn json_of_an_animation_tells_its_shapes_and_their_quantities() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["animate", "vertical-disk", "-o", "a.html", "--json"];
    let report = object(&mut alembert_in(folder.path(), &arguments));
    let documented = "file title shapes t stop motions notes guessed frames diagnostics".split(' ');
    let documented: Vec<&str> = documented.collect();
    assert_eq!(keys(&report), documented);
    let shapes = report["shapes"].as_array().unwrap();
    let disk = shapes.iter().find(|shape| shape["kind"] == "disk").unwrap();
    assert_eq!(disk["at"][0], serde_json::json!({ "quantity": "x", "unit": "m" }));
    assert_eq!(disk["heading"]["unit"], "rad");
    assert_eq!(disk["velocity"][0]["quantity"], "x'");
    assert!(report["frames"].as_u64() > Some(199));
    let report = ["report", "knife-edge", "-o", "a.tex", "--json"];
    let report = object(&mut alembert_in(folder.path(), &report));
    assert_eq!(keys(&report), ["file", "with", "stop", "notes", "diagnostics"]);
}

#[test]
fn a_recorded_motion_is_cut_and_cannot_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    said(path, &["run", "knife-edge", "-o", "k.csv"], 0);
    let until = |to: &str| {
        let arguments = ["plot", "k.csv", "x", "--to", to, "-o", "a.svg", "--json"];
        object(&mut alembert_in(path, &arguments))["t"].clone()
    };
    assert_eq!(until("0.5")[1], 0.5);
    let told = said(path, &["plot", "k.csv", "x", "--to", "1e6", "-o", "a.svg"], 0);
    assert!(told.contains("k ends at t = ") && told.contains("before `--to`"), "{told}");
    fs::remove_file(path.join("a.svg")).unwrap();
    let refused: &[(&[&str], &str)] = &[
        (&["--principle", "gauss"], "a recorded motion, which `--principle` cannot change"),
        (&["-p", "g=1"], "`-p` cannot change"),
        (&["--input", "u=a.csv"], "`--input` cannot change"),
        (&["--to", "-1"], "nothing is left of the motion until t = -1; it begins at t = 0"),
        (&["--to", "nan"], "nothing is left"),
    ];
    for (options, message) in refused {
        let told = said(path, &[&["plot", "k.csv", "x", "-o", "a.svg"], *options].concat(), 2);
        assert!(told.contains(message) && told.contains("hint: "), "{told}");
        assert!(!path.join("a.svg").exists());
    }
}

/// Pictures need a time to the end of the motion; a report goes without one, and `run` says how far it went.
#[test]
fn a_model_without_run_is_not_drawn_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\n";
    model(folder.path(), "spring.mech", text);
    for words in
        [["plot", "spring.mech", "-o", "p.svg"], ["animate", "spring.mech", "-o", "p.html"]]
    {
        let complaint = said(folder.path(), &words, 2);
        assert!(complaint.contains("has no section `run`"), "{complaint}");
        assert!(complaint.contains("`--to 10`"), "{complaint}");
        assert!(!folder.path().join(words[3]).exists());
        said(folder.path(), &[&words[..], &["--to", "2"]].concat(), 0);
        assert!(folder.path().join(words[3]).exists());
    }
    let told = said(folder.path(), &["report", "spring.mech", "-o", "r.html"], 0);
    assert!(told.contains("there is no motion in the report: the model has no section `run`"));
    assert!(said(folder.path(), &["run", "spring.mech"], 0).contains("followed to t = 10"));
    assert!(!said(folder.path(), &["run", "spring.mech", "--to", "1"], 0).contains("followed to"));
}

/// What is read is not overwritten, by whatever way its name leads there.
#[test]
fn a_model_is_not_replaced_by_what_is_made_of_it() {
    let folder = tempfile::tempdir().unwrap();
    model(folder.path(), "cart.mech", CART);
    fs::create_dir(folder.path().join("sub")).unwrap();
    for words in [
        &["export", "cart.mech", "c", "-o", "cart.mech"][..],
        &["derive", "cart.mech", "-o", "./cart.mech"],
        &["run", "cart.mech", "-o", "sub/../cart.mech"],
        &["plot", "cart.mech", "-o", "cart.mech"],
    ] {
        let complaint = said(folder.path(), words, 2);
        assert!(complaint.contains("is not overwritten"), "{words:?}: {complaint}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("cart.mech")).unwrap(), CART);
}

/// Two constraints that are one.
const TWICE: &str = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  a: x' = 2 y\n  b: 2 x' = 4 y\n\
    initial\n  x' = 2, y = 1, y' = 1\nrun 0 .. 1\n";

#[test]
fn multipliers_that_are_not_unique_are_told_where_they_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    model(path, "twice.mech", TWICE);
    let told = said(path, &["report", "twice.mech", "-o", "a.html"], 0);
    assert!(
        told.contains("warning[AL030]") && told.contains("multipliers are not unique"),
        "{told}"
    );
    let report =
        object(&mut alembert_in(path, &["report", "twice.mech", "-o", "a.html", "--json"]));
    assert_eq!(report["diagnostics"][0]["code"], "AL030");
    for curves in [&[][..], &["lambda_a"]] {
        let plot = [&["plot", "twice.mech"], curves, &["-o", "a.svg", "--json"]].concat();
        let plot = object(&mut alembert_in(path, &plot));
        assert!(plot["notes"].to_string().contains("multipliers are not unique"), "{plot}");
    }
    let told = said(path, &["plot", "twice.mech", "x, E", "-o", "a.svg"], 0);
    assert!(!told.contains("unique"), "no multiplier is shown: {told}");
}

#[test]
fn a_report_names_the_lines_that_fail() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let lines = "expect\n  x'' = 1\n  x(1) = 3\nreject\n  E is conserved\n";
    model(path, "fail.mech", &format!("{}{lines}", BLOW.replace("20", "1")));
    let told = said(path, &["report", "fail.mech", "-o", "a.html"], 1);
    assert_eq!(told.matches("error[AL060]").count(), 3, "{told}");
    for text in ["fails: x'' = 1", "fails: x(1) = 3", "holds: E is conserved", "wrote a.html"] {
        assert!(told.contains(text), "{text}: {told}");
    }
}

#[test]
fn inputs_are_named_in_every_spelling() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let greek =
        CART.replace("  u [N]", "  τ_1 [N]").replace("x: u", "x: τ_1").replace("  u = 4\n", "");
    model(path, "cart.mech", &greek);
    model(path, "push.csv", "t,x,τ₁\n0,9,0\n2,9,8\n");
    for name in ["τ_1", "τ₁", "tau_1", "\\tau_1", "\\tau_{1}"] {
        let input = format!("{name}=push.csv");
        let run = ["run", "cart.mech", "--input", &input, "--json"];
        let end = object(&mut alembert_in(path, &run))["final"]["x"].as_f64().unwrap();
        assert!((end - 8.0 / 3.0).abs() < 1e-9, "{name}: {end}");
    }
    let told = said(path, &["plot", "cart.mech", "--input", "v=push.csv", "-o", "a.svg"], 2);
    assert!(told.contains("its inputs are τ₁"), "{told}");
}

#[test]
fn a_guessed_scene_is_told_and_so_is_it_on_its_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    model(path, "cart.mech", CART);
    let told = said(path, &["animate", "cart.mech", "-o", "a.html"], 0);
    assert!(told.contains("what is seen is guessed from the coordinates"), "{told}");
    let page = fs::read_to_string(path.join("a.html")).unwrap();
    assert!(page.contains("<p>What is seen is guessed from the coordinates"));
    let still = |model: &str| text(path, &["animate", model], "a.svg");
    assert!(still("cart.mech").contains(">What is seen is guessed from the coordinates"));
    assert!(!still("knife-edge").contains("guessed"));
    let guessed = |model: &str| {
        object(&mut alembert_in(path, &["animate", model, "-o", "a.html", "--json"]))["guessed"]
            .clone()
    };
    assert_eq!((guessed("cart.mech"), guessed("knife-edge")), (true.into(), false.into()));
}

#[test]
fn a_curve_of_an_unknown_name_is_told_what_the_model_has() {
    let folder = tempfile::tempdir().unwrap();
    let told = said(folder.path(), &["plot", "knife-edge", "theta", "-o", "a.svg"], 2);
    assert!(told.contains("the model has x, y, φ"), "{told}");
}

/// Fixed ends of rods are pivots, a rod that constraints alone make is drawn, and paths have names.
#[test]
fn pivots_links_and_paths_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let of = |scene: &Value, kind: &str| -> Vec<Value> {
        let shapes = scene["shapes"].as_array().unwrap().iter();
        shapes.filter(|s| s["kind"] == kind).cloned().collect()
    };
    let linked = scene(&text(folder.path(), &["animate", "linked-masses"], "linked.html"));
    let rods = of(&linked, "rod");
    assert_eq!((rods.len(), of(&linked, "pivot").len()), (1, 0), "{linked:.400}");
    let [from, to] = ["from", "to"].map(|end| channel(&linked, 0, &rods[0][end][0]));
    assert!(from.iter().zip(&to).all(|(a, b)| (b - a - 1.0).abs() < 1e-4), "as long as the link");
    let arm = "coordinates\n  a, b [rad]\nlet\n  P = (cos a, sin a)\n  Q = P + (cos b, sin b)\n\
               T = ½ |P'|² + ½ |Q'|²\ninitial\n  a' = 1\nrun 0 .. 1 s\nview\n  rod from (0, 0) to P\n  \
               rod from P to Q\n  rod from (0, 0) to (0, -1)\n  trail P\n  trail Q\n";
    model(folder.path(), "arm.mech", arm);
    let arm = scene(&text(folder.path(), &["animate", "arm.mech"], "arm.html"));
    assert_eq!(of(&arm, "pivot").len(), 1, "{arm:.400}");
    let names: Vec<Value> = of(&arm, "trail").iter().map(|trail| trail["name"].clone()).collect();
    assert_eq!(names, ["path of P", "path of Q"]);
    let svg = text(folder.path(), &["animate", "arm.mech"], "arm.svg");
    assert!(svg.contains(">path of P<") && svg.contains(">path of Q<"));
    assert!(svg.contains("#c2410c"), "the second path has a colour of its own");
    let svg = text(folder.path(), &["plot", "arm.mech"], "path.svg");
    assert!(svg.contains(">Paths<") && svg.contains(">P<") && svg.contains(">Q<"), "{svg:.900}");
}

/// The path of a plot is the trail of `view`; one in space is seen from two sides.
#[test]
fn the_path_of_a_plot_is_that_of_the_view() {
    let folder = tempfile::tempdir().unwrap();
    let spiral = |view: &str| {
        format!(
            "coordinates\n  x, y, z [m]\nparameters\n  m = 1 [kg]\n  k = 1 [N/m]\n\
             T = ½ m (x'² + y'² + z'²)\nV = ½ k (x² + y²)\n\
             initial\n  x = 1, y' = 1, z' = 0.1\nrun 0 .. 9 s\nview\n  point at (x, y, z)\n  {view}\n"
        )
    };
    model(folder.path(), "space.mech", &spiral("trail (x, y, z)"));
    let svg = text(folder.path(), &["plot", "space.mech"], "space.svg");
    for words in ["Path, from above", "Path, from the front", "x [m]", "y [m]", "z [m]"] {
        assert!(svg.contains(&format!(">{words}<")), "{words}");
    }
    model(folder.path(), "half.mech", &spiral("trail (x/2, y/2)"));
    let svg = text(folder.path(), &["plot", "half.mech"], "half.svg");
    assert!(svg.contains(">Path of (x/2, y/2)<") && !svg.contains("z [m]"), "{svg:.900}");
}

/// A motion that leaves every bound is drawn as far as it can be read, and the picture says so; curves are
/// not joined across poles.
#[test]
fn poles_are_cut_off_and_not_joined() {
    let folder = tempfile::tempdir().unwrap();
    model(folder.path(), "blow.mech", BLOW);
    let told = said(folder.path(), &["plot", "blow.mech", "x", "-o", "x.svg"], 3);
    assert!(told.contains("goes beyond the axis"), "{told}");
    let svg = fs::read_to_string(folder.path().join("x.svg")).unwrap();
    assert!(svg.contains(">the end is cut off<") && !svg.contains('⁴'), "{svg:.900}");
    let told = said(folder.path(), &["animate", "blow.mech", "-o", "a.html"], 3);
    assert!(told.contains("leaves every bound"), "{told}");
    let scene = scene(&fs::read_to_string(folder.path().join("a.html")).unwrap());
    let last = *channel(&scene, 0, &scene["shapes"][0]["at"][0]).last().unwrap();
    assert!(last > 1.0 && last < 1e6, "{last}");
    let swing = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1\nrun 0 .. 10\n";
    model(folder.path(), "swing.mech", swing);
    let svg = text(folder.path(), &["plot", "swing.mech", "1/x"], "poles.svg");
    assert!(svg.contains(">poles are cut off<"), "{svg:.900}");
    let curves = svg.matches("stroke=\"#0b5fa5\"").count();
    assert_eq!(curves, 4, "three zeros of x make four branches");
}

#[test]
fn multipliers_that_are_not_unique_are_told_in_the_picture() {
    let folder = tempfile::tempdir().unwrap();
    let twice = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  a: x + y = 1\n  b: 2 x + 2 y = 2\n\
                 initial\n  x = 0, x' = 1\nrun 0 .. 1\n";
    model(folder.path(), "twice.mech", twice);
    let svg = text(folder.path(), &["plot", "twice.mech"], "twice.svg");
    assert!(svg.contains(">Multipliers, not unique: least norm<"), "{svg:.900}");
}
