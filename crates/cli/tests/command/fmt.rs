//! `alembert fmt`: every spelling of a model, and back.

use std::fs;

use alembert::gallery::EXAMPLES;
use predicates::prelude::*;

use crate::{BROKEN, FREE, alembert, alembert_in, object, printed};

/// A text in another spelling, by way of standard input.
fn spelled(text: &str, to: &str) -> String {
    let mut command = alembert(&["fmt", "-", "--to", to]);
    let output = command.write_stdin(text).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("results are UTF-8")
}

#[test]
fn ascii_to_unicode_to_latex_to_json_to_ascii_changes_nothing() {
    for example in EXAMPLES {
        let ascii = printed(&["fmt", example.name, "--to", "ascii"]);
        let mut text = ascii.clone();
        for to in ["unicode", "latex", "json", "ascii"] {
            text = spelled(&text, to);
        }
        assert_eq!(text, ascii, "{}", example.name);
        assert_eq!(spelled(&ascii, "ascii"), ascii, "{}", example.name);
    }
}

#[test]
fn spellings_look_as_they_should() {
    assert!(printed(&["fmt", "knife-edge"]).contains("T = ½ m (x'² + y'²) + ½ J φ'²"));
    let ascii = printed(&["fmt", "knife-edge", "--to", "ascii"]);
    assert!(ascii.contains("T = 1/2 m (x'^2 + y'^2) + 1/2 J phi'^2"), "{ascii}");
    let latex = printed(&["fmt", "knife-edge", "--to", "latex"]);
    assert!(latex.contains("\\frac{1}{2} m (\\dot{x}^{2} + \\dot{y}^{2})"), "{latex}");
    let json = object(&mut alembert(&["fmt", "knife-edge", "--to", "json"]));
    assert!(!json.as_object().expect("an object").is_empty());
}

#[test]
fn comments_are_kept() {
    let model = format!("# above\n{FREE}expect\n  x'' = 0  # beside\n");
    for to in ["ascii", "unicode", "latex"] {
        let text = spelled(&model, to);
        assert!(text.contains("# above") && text.contains("# beside"), "{text}");
    }
    let back = spelled(&spelled(&model, "json"), "unicode");
    assert!(back.contains("# above") && back.contains("# beside"), "{back}");
}

#[test]
fn every_spelling_can_be_checked_and_derived() {
    let equations = printed(&["derive", "knife-edge"]);
    for to in ["ascii", "unicode", "latex", "json"] {
        let text = printed(&["fmt", "knife-edge", "--to", to]);
        let derived = alembert(&["derive", "-"]).write_stdin(text).assert().success();
        assert_eq!(String::from_utf8_lossy(&derived.get_output().stdout), equations, "{to}");
    }
}

#[test]
fn the_file_itself_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("free.mech"), FREE).unwrap();
    alembert_in(folder.path(), &["fmt", "free.mech", "--to", "latex"]).assert().success();
    assert_eq!(fs::read_to_string(folder.path().join("free.mech")).unwrap(), FREE);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_text_with_mistakes_is_not_spelled() {
    for to in ["ascii", "unicode", "latex"] {
        let refused = alembert(&["fmt", "-", "--to", to]).write_stdin(BROKEN).assert().code(2);
        refused.stdout("").stderr(predicate::str::starts_with("error[AL004]"));
    }
    let value = object(alembert(&["fmt", "-", "--to", "json"]).write_stdin(BROKEN));
    assert_eq!(value["diagnostics"][0]["code"], "AL004");
    alembert(&["fmt", "-", "--to", "latex"]).write_stdin(&b"\xff"[..]).assert().code(2);
    alembert(&["fmt", "-", "--to", "latex"]).write_stdin("{\"model\": 7}").assert().code(2);
}

#[test]
fn an_unknown_spelling_and_an_unknown_model_are_refused() {
    let spelling = alembert(&["fmt", "knife-edge", "--to", "word"]).assert().code(2);
    spelling.stdout("").stderr(predicate::str::contains("possible values: ascii, unicode"));
    let model = alembert(&["fmt", "knife-egde"]).assert().code(2);
    model.stdout("").stderr(predicate::str::contains("did you mean `knife-edge`?"));
}
