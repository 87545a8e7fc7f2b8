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
fn what_is_conserved_is_typeset_and_so_are_the_rates_of_the_rest() {
    let page = written(Writing::Latex);
    let (_, section) = page.split_once("What is conserved").expect("the section");
    // Ė = R u θ̇ − k (ẋ² + ẏ²): the dissipation takes twice Rayleigh's function.
    let rate = "\\dot{E} &= R u \\dot{\\theta} - k \\dot{x}^{2} - k \\dot{y}^{2}";
    assert!(section.contains(rate), "{section}");
    let text =
        SKATE.replace("forces\n  θ: R u\n", "").replace("  dissipation = ½ k (x'² + y'²)\n", "");
    let model = read(&Source::new("free.mech", text)).model.expect("a model");
    let free = report(&model, Writing::Latex).expect("a report");
    let (_, section) = free.split_once("What is conserved").expect("the section");
    for line in ["Constant on every motion:", "E &= ", "p_{\\theta} &= \\dot{\\theta}"] {
        assert!(section.contains(line), "{line} in {section}");
    }
    assert!(
        section.contains("\\dot{p}_{x} &= \\lambda_{\\mathrm{blade}} \\sin\\theta"),
        "{section}"
    );
}
