//! Reports say all that their equations follow from, in the letters of the model.

use alembert::language::{Source, read};
use alembert::walk::{Writing, report};

const SKATE: &str = "coordinates\n  x, y, θ\nparameters\n  R = 2\n  k = 3\ninputs\n  u\n\
    L = ½ (x'² + y'²) + ½ θ'²\nconstraints\n  blade: x' sin θ = y' cos θ\nforces\n  θ: R u\n\
    \x20 dissipation = ½ k (x'² + y'²)\ninitial\n  x' = 7\n";

fn written(writing: Writing) -> String {
    let reading = read(&Source::new("skate.mech", SKATE));
    let model = reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
    report(&model, writing).expect("a report")
}

#[test]
fn the_model_has_its_forces_and_its_start() {
    let page = written(Writing::Latex);
    let (model, _) = page.split_once("What the constraints are").expect("a second section");
    for part in ["Q_{\\theta} &= R u", "F &= \\tfrac{1}{2} k", "& 7\\\\", "at the start", "input"] {
        assert!(model.contains(part), "{part} in {model}");
    }
    assert!(!model.contains("Q_{x}"), "no force acts on x");
}

#[test]
fn symbols_at_the_beginning_of_sentences_stay_as_they_are() {
    for page in [written(Writing::Html), written(Writing::Latex)] {
        assert!(page.contains("dE/dt") && !page.contains("DE/dt"));
    }
}
