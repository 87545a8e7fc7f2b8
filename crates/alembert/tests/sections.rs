//! Sections, items, continuation lines and comments.

use alembert::language::syntax::{
    EnergyKind, KindWord, ModelFile, Predicate, SectionKind, StatementKind,
};
use alembert::language::{Source, parse};

fn file(text: &str) -> ModelFile {
    let (file, diagnostics) = parse(&Source::new("a.mech", text));
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:#?}");
    file
}

#[test]
fn a_deeper_line_continues_an_item() {
    let file = file("L = ½ x'²\n  + ½ y'²\n    - x\nlet\n  a = x\n    + y\n  b = y\n");
    assert_eq!(file.energies[0].value.to_string(), "(½ (x'^2)) + (½ (y'^2)) - x");
    assert_eq!(file.abbreviations.len(), 2);
    assert_eq!(file.abbreviations[0].value.to_string(), "x + y");
}

#[test]
fn an_open_bracket_continues_an_item() {
    let parsed = file("let\n  a = (x\n  + y\n)\n  b = y\nL = (x'\n+ y')²\nV = x\n");
    assert_eq!(parsed.abbreviations[0].value.to_string(), "x + y");
    assert_eq!(parsed.abbreviations[1].ident.name, "b");
    assert_eq!(parsed.energies[0].value.to_string(), "(x' + y')^2");
    assert_eq!(parsed.energies[1].kind, EnergyKind::V);
}

#[test]
fn sections_may_come_twice_and_in_any_order() {
    let parsed =
        file("expect\n  x = 0\nparameters\n  a = 1\ncoordinates\n  x\nparameters\n  b = 2\n");
    let kinds: Vec<SectionKind> = parsed.sections.iter().map(|s| s.kind).collect();
    assert_eq!(kinds[0], SectionKind::Expect);
    assert_eq!((kinds.len(), parsed.parameters.len()), (4, 2));
}

#[test]
fn commas_separate_items_and_units_belong_to_the_names_before_them() {
    let parsed =
        file("coordinates\n  x, y [m], θ [rad]\n  s\ninitial\n  x = 1, y' = 2 (guess), θ = (1)\n");
    let units: Vec<Option<&str>> =
        parsed.coordinates.iter().map(|c| c.unit.as_ref().map(|u| u.text.as_str())).collect();
    assert_eq!(units, [Some("m"), Some("m"), Some("rad"), None]);
    let guesses: Vec<(bool, u32)> = parsed.initial.iter().map(|i| (i.guess, i.order)).collect();
    assert_eq!(guesses, [(false, 0), (true, 1), (false, 0)]);
}

#[test]
fn the_comment_on_a_line_is_documentation() {
    let parsed = file(
        "parameters # all of them\n  m = 1 # mass, [kg]\n  # nothing\n  g = 2\nlet\n  a = m # first\n    + g # second\n",
    );
    assert_eq!(parsed.parameters[0].doc.as_deref(), Some("mass, [kg]"));
    assert_eq!(parsed.parameters[1].doc, None);
    assert_eq!(parsed.abbreviations[0].doc.as_deref(), Some("first"));
}

#[test]
fn parameters_have_value_unit_and_range_in_either_order() {
    let parsed = file("parameters\n  a = 1 [kg m^2/s^2] in 1..2, b = 2/5 a in -1 .. pi/2 [°]\n");
    let [a, b] = [0, 1].map(|i| &parsed.parameters[i]);
    assert_eq!(a.unit.as_ref().map(|u| u.text.as_str()), Some("kg m^2/s^2"));
    let range = |p: &alembert::language::syntax::Parameter| {
        p.range.as_ref().map(|r| (r.low.to_string(), r.high.to_string()))
    };
    assert_eq!(range(a), Some(("1".into(), "2".into())));
    assert_eq!(range(b), Some(("-1".into(), "pi/2".into())));
    assert_eq!(b.unit.as_ref().map(|u| u.text.as_str()), Some("°"));
}

#[test]
fn functions_have_arguments_and_perhaps_a_formula() {
    let parsed = file("functions\n  V(x, y) [J], v1(t) = sin t\nL = V(x, v1(t))\n");
    assert_eq!(parsed.functions[0].arguments.len(), 2);
    assert_eq!(
        parsed.functions[1].formula.as_ref().map(ToString::to_string).as_deref(),
        Some("sin(t)")
    );
    assert_eq!(parsed.energies[0].value.to_string(), "V(x, v1(t))");
}

#[test]
fn constraints_have_labels_and_reactions() {
    let parsed = file("constraints\n  edge: x' = y'  reaction (0, sin x)\n  x = 1, c: y = 2\n");
    let [edge, bare, last] = [0, 1, 2].map(|i| &parsed.constraints[i]);
    assert_eq!(edge.label.as_ref().map(|l| l.name.as_str()), Some("edge"));
    assert_eq!(edge.reaction.as_ref().map(Vec::len), Some(2));
    assert_eq!((bare.label.is_none(), last.label.is_some()), (true, true));
}

#[test]
fn facts_have_subjects_and_a_predicate() {
    let parsed = file(
        "expect\n  a, b are holonomic in disguise\n  m x' + p is conserved\n  order is 4\n  x is equal to y + 1\n  constraints are affine\n",
    );
    let facts: Vec<_> = parsed
        .expect
        .iter()
        .map(|s| match &s.kind {
            StatementKind::Fact(fact) => fact,
            StatementKind::Equation(..) => panic!("{s:?} is no fact"),
        })
        .collect();
    assert_eq!(facts[0].subjects.len(), 2);
    assert_eq!(facts[0].predicate, Predicate::Kind(KindWord::HolonomicInDisguise));
    assert_eq!(facts[1].subjects[0].to_string(), "(m x') + p");
    assert_eq!(facts[1].predicate, Predicate::Conserved);
    assert!(matches!(&facts[2].predicate, Predicate::Number(n) if n.to_string() == "4"));
    assert!(matches!(&facts[3].predicate, Predicate::EqualTo(e) if e.to_string() == "y + 1"));
    assert_eq!(facts[4].predicate, Predicate::Kind(KindWord::Affine));
}

#[test]
fn a_view_is_kept_as_text() {
    let parsed = file(
        "view\n  disk center (x, y, R)  heading φ  # the body\n    spin ⊗ θ\n  trail (x, y, 0)\n",
    );
    let lines: Vec<&str> = parsed.view.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["disk center (x, y, R)  heading φ spin ⊗ θ", "trail (x, y, 0)"]);
}

#[test]
fn a_rotation_has_one_or_two_frames() {
    let parsed = file("coordinates\n  x\n  B rotation with space ω, body Ω\n  C rotation\n");
    let rotation = parsed.coordinates[1].rotation.as_ref().expect("B is a rotation");
    let name =
        |ident: &Option<alembert::language::syntax::Ident>| ident.as_ref().map(|i| i.name.clone());
    assert_eq!(name(&rotation.space).as_deref(), Some("omega"));
    assert_eq!(name(&rotation.body).as_deref(), Some("Omega"));
    assert!(parsed.coordinates[2].rotation.is_some());
}

#[test]
fn titles_and_notes_are_texts() {
    let parsed = file("model \"A # title\"   # comment\n  source \"book\"\n  author \"me\"\n");
    assert_eq!(parsed.title.map(|t| t.text).as_deref(), Some("A # title"));
    assert_eq!(parsed.notes.len(), 2);
}

#[test]
fn a_run_has_bounds_a_unit_and_settings() {
    let run = file("run 0 .. 2 pi s\n  step 1e-3 s every 0.1, tol 1e-9 method dop853\n").run;
    let run = run.expect("there is a run");
    assert_eq!(run.range.map(|r| r.high.to_string()).as_deref(), Some("2 pi"));
    assert_eq!(run.unit.map(|u| u.name).as_deref(), Some("s"));
    assert_eq!(run.step.map(|e| e.to_string()).as_deref(), Some("1e-3"));
    assert_eq!(run.method.map(|m| m.name).as_deref(), Some("dop853"));
}

#[test]
fn symmetries_are_one_generator_a_line() {
    let parsed = file("symmetry\n  x = 1\n  x = -y, y = x, φ = 1\n");
    let sizes: Vec<usize> = parsed.symmetries.iter().map(Vec::len).collect();
    assert_eq!(sizes, [1, 3]);
}

#[test]
fn an_empty_text_is_an_empty_file() {
    for text in ["", "\n\n", "# only a comment\n", "\u{feff}", "\r\n"] {
        assert_eq!(file(text), ModelFile::default());
    }
}
