//! Reports say all that their equations follow from, in the letters of the model.

use alembert::language::{Code, Source, read};
use alembert::walk::{Document, RunRequest, WalkError, Writing, report, report_of};
use alembert_algebra::polynomial::within;

const SKATE: &str = "coordinates\n  x, y, θ\nparameters\n  R = 2\n  k = 3\ninputs\n  u\n\
    L = ½ (x'² + y'²) + ½ θ'²\nconstraints\n  blade: x' sin θ = y' cos θ\nforces\n  θ: R u\n\
    \x20 dissipation = ½ k (x'² + y'²)\ninitial\n  x' = 7\n";

fn written(writing: Writing) -> String {
    let reading = read(&Source::new("skate.mech", SKATE));
    let model = reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
    report(&model, writing).expect("a report").text
}

#[test]
fn the_model_has_its_forces_and_its_start() {
    let page = written(Writing::Latex);
    let (model, _) = page.split_once("What the constraints are").expect("a second section");
    for part in [
        "Q_{\\theta} &= R u",
        "F &= \\tfrac{1}{2} k",
        "$\\dot{x}$ & 7 & given\\\\",
        "at the start",
        "input",
    ] {
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
    let free = report(&model, Writing::Latex).expect("a report").text;
    let (_, section) = free.split_once("What is conserved").expect("the section");
    for line in ["Constant on every motion:", "E &= ", "p_{\\theta} &= \\dot{\\theta}"] {
        assert!(section.contains(line), "{line} in {section}");
    }
    assert!(
        section.contains("\\dot{p}_{x} &= \\lambda_{\\mathrm{blade}} \\sin\\theta"),
        "{section}"
    );
}

fn document(text: &str) -> Document {
    let reading = read(&Source::new("model.mech", text));
    let model = reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
    report(&model, Writing::Html).expect("a report")
}

#[test]
fn inputs_and_the_values_that_were_found_stand_in_the_model() {
    let text = format!("{SKATE}run 0 .. 1\n  u = cos(2 t)\n").replace("x' = 7", "x' = 7, θ = 0");
    let found = document(&text);
    let (model, _) = found.text.rsplit_once("What the constraints are").expect("a second section");
    assert!(model.contains("Inputs of the motion"), "{model}");
    for part in [
        "</mover></math></td><td>0</td><td>the constraints</td>",
        "<td><math><mi>x</mi></math></td><td>0</td><td>not given</td>",
    ] {
        assert!(model.contains(part), "{part} in {model}");
    }
    // Two about the start, and that the picture is guessed.
    assert_eq!(found.notes.len(), 3, "{:?}", found.notes);
    let table = text.replace("u = cos(2 t)", "u = (0, 1), (1, 2.5)");
    assert!(document(&table).text.contains("<td>1</td><td>2.5</td>"));
}

#[test]
fn a_start_that_is_refused_is_told_and_no_backticks_are_left() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  c: x² + y² = 1\n\
                initial\n  x = 2, y = 0, x' = 0, y' = 1\nrun 0 .. 1\n";
    let found = document(text);
    assert_eq!(found.refused.map(|d| d.code), Some(Code::InitialViolates));
    assert_eq!(found.notes.len(), 1);
    let (_, body) = found.text.split_once("<main").expect("a page has a main part");
    let (motion, _) = body.split_once("<script").unwrap_or((body, ""));
    assert!(motion.contains("The initial values violate c:"), "{motion}");
    assert!(!motion.contains('`'));
}

#[test]
fn principles_that_share_a_reason_share_a_sentence() {
    let page = document("coordinates\n  x\nL = ½ x''² - ½ x²\n").text;
    let sentence = "Not applicable: hamel, gauss, udwadia, appell, maggi: the Lagrangian contains accelerations; \
                    use dalembert.";
    assert_eq!(page.matches(sentence).count(), 2, "with the equations and with the comparison");
    assert_eq!(page.matches("contains accelerations").count(), 2);
}

#[test]
fn sentences_of_the_latex_report_have_the_letters_of_the_formulas() {
    let page = written(Writing::Latex);
    let (_, section) = page.split_once("What the constraints are").expect("the section");
    let (reasons, _) = section.split_once("Equations of motion").expect("the next section");
    assert!(reasons.contains("$\\theta$") && !reasons.contains("theta "), "{reasons}");
    assert!(!page.contains("[U+"), "every letter has its sign");
}

/// A disk that rolls along a line, beside a bead that a constraint holds still.
const ROLLING: &str = "coordinates\n  x [m]\n  θ [rad]\n  c [m]\nparameters\n  R = 2 [m]\n  m = 1 [kg]\n\
    L = ½ m x'² + ¼ m R² θ'² + ½ m c'²\nconstraints\n  roll: x' = R θ'\n  still: c' = 0\n\
    initial\n  x' = 1\nrun 0 .. 1\nobserve\n  slip = x' - R θ' [m/s]\n  w = x c'\n";

fn latex(text: &str) -> String {
    let reading = read(&Source::new("model.mech", text));
    let model = reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
    report(&model, Writing::Latex).expect("a report").text
}

#[test]
fn integrals_of_the_constraints_are_among_what_is_conserved() {
    let page = latex(ROLLING);
    let (_, section) = page.split_once("What is conserved").expect("the section");
    let (section, _) = section.split_once("subsection").expect("a section behind it");
    assert!(section.contains("By the constraints alone, constant on every motion:"), "{section}");
    assert!(section.contains("x - R \\theta &= \\mathrm{const}"), "{section}");
    let skate = written(Writing::Latex);
    assert!(!skate.contains("By the constraints alone"), "a skate has no integral");
}

#[test]
fn a_momentum_that_constraints_keep_is_not_called_changing() {
    let page = latex(ROLLING);
    let (_, section) = page.split_once("What is conserved").expect("the section");
    let (section, _) = section.split_once("subsection").expect("a section behind it");
    assert!(section.contains("p_{c} &= m \\dot{c}"), "{section}");
    assert!(!section.contains("Not constant"), "{section}");
    assert!(!section.contains("\\dot{p}_{c}"), "{section}");
    // With a force along the line the momenta of x and θ change, and that of c does not.
    let pushed = latex(&ROLLING.replace("initial", "forces\n  x: 3 m R θ'²\ninitial"));
    let (_, section) = pushed.split_once("What is conserved").expect("the section");
    let (constant, changing) = section.split_once("Not constant in general:").expect("the rates");
    assert!(constant.contains("p_{c} &=") && !constant.contains("p_{x}"), "{constant}");
    assert!(changing.contains("\\dot{p}_{x}") && !changing.contains("p_{c}"), "{changing}");
}

#[test]
fn observed_quantities_are_typeset_and_drawn() {
    let page = latex(ROLLING);
    let (model, _) = page.split_once("What the constraints are").expect("a second section");
    assert!(model.contains("\\mathrm{slip} &= \\dot{x} - R \\dot{\\theta}"), "{model}");
    let drawn = document(ROLLING).text;
    let (_, motion) = drawn.split_once("class=\"panels\"").expect("panels");
    for title in ["slip [m/s]", ">slip<", ">w<"] {
        assert!(motion.contains(title), "{title} in {motion}");
    }
    let without = document(ROLLING.split_once("observe").expect("the section").0).text;
    assert!(!without.contains("slip"), "nothing is observed");
}

#[test]
fn principles_with_the_same_equations_share_them() {
    let free = latex("coordinates\n  x\nparameters\n  m = 2\nL = ½ m x'² - x⁴\n");
    let (_, section) = free.split_once("Equations of motion").expect("the section");
    let (section, _) = section.split_once("subsection").expect("a section behind it");
    assert!(section.contains("give the same equations."), "{section}");
    // Once as it stands, and once solved for the acceleration.
    assert_eq!(section.matches("m \\ddot{x} &= -4 x^{3}").count(), 1, "{section}");
    assert!(
        free.contains("subsection*{Degrees of freedom}") && !free.contains("What the constraints")
    );
    // A pendulum on a cart: what others divide by is told, and its equations are not repeated.
    let cart =
        latex("coordinates\n  x, θ\nparameters\n  M = 2\nL = ½ M x'² + x' θ' cos θ + ½ θ'²\n");
    let (_, section) = cart.split_once("Equations of motion").expect("the section");
    let (section, compared) = section.split_once("subsection").expect("a section behind it");
    assert_eq!(
        section.matches("M \\ddot{x} + \\cos\\theta\\,\\ddot{\\theta} &=").count(),
        1,
        "{section}"
    );
    assert!(section.contains("give the same equations,\n\nwhere $"), "{section}");
    assert!(compared.contains("dalembert and elimination, voronec"), "{compared}");
    let skate = written(Writing::Latex);
    let (_, section) = skate.split_once("Equations of motion").expect("the section");
    let (section, _) = section.split_once("subsection").expect("a section behind it");
    assert!(section.contains("paragraph{vakonomic:"), "its equations are its own: {section}");
}

/// A car with a trailer, steered: proofs about it take much longer than a report may.
const CAR: &str = "coordinates\n  x, y, θ, δ, ψ\nparameters\n  m = 1200, M = 400, I = 1500, J = 300, K = 2, l = 2.5, d = 3, c = 20\n\
    inputs\n  F, τ\nlet\n  P = (x - d cos ψ, y - d sin ψ)\n\
    T = ½ m (x'² + y'²) + ½ I θ'² + ½ K δ'² + ½ M |P'|² + ½ J ψ'²\nforces\n  x: F cos θ\n  y: F sin θ\n  δ: τ - c δ'\n\
    constraints\n  rear: x' sin θ - y' cos θ = 0\n  front: x' sin(θ + δ) - y' cos(θ + δ) - l θ' cos δ = 0\n  \
    trailer: P_x' sin ψ - P_y' cos ψ = 0\n";

/// A four-bar linkage: a basis of the directions that it allows has hundreds of terms.
const FOUR_BAR: &str = "coordinates\n  α, β, γ\nparameters\n  a = 0.4, b = 1, c = 0.8, d = 1.1, g = 9.81\nlet\n  \
    x1 = a cos α\n  y1 = a sin α\n  x2 = x1 + b cos β\n  y2 = y1 + b sin β\n\
    T = ½ (x1'² + y1'² + x2'² + y2'²) + ½ γ'²\nV = g (y1 + y2)\nconstraints\n  \
    close_x: x2 = d + c cos γ\n  close_y: y2 = c sin γ\n\
    initial\n  α = 1, β = 0.5 (guess), γ = 1.8 (guess), α' = 2\nrun 0 .. 3\n";

/// A car with two trailers.
const TWO_TRAILERS: &str = "coordinates\n  x, y, θ, p, q, φ\nparameters\n  m = 1, J = 0.2, l = 0.5\nlet\n  \
    X1 = x - l cos p\n  Y1 = y - l sin p\n  X2 = X1 - l cos q\n  Y2 = Y1 - l sin q\n\
    T = ½ m (x'² + y'² + X1'² + Y1'² + X2'² + Y2'²) + ½ J (θ'² + p'² + q'² + φ'²)\nconstraints\n  \
    c0: x' sin θ - y' cos θ = 0\n  cf: x' sin(θ+φ) - y' cos(θ+φ) - l θ' cos φ = 0\n  \
    c1: X1' sin p - Y1' cos p = 0\n  c2: X2' sin q - Y2' cos q = 0\n\
    initial\n  φ = 0.3, x' = 1\nrun 0 .. 5\n";

/// More work than anything takes, to count it; and what a report takes, with what is done beside its limit.
const EVERYTHING: u64 = 1 << 40;
const MOST_WORK: u64 = 10_000_000;

/// What is not proved within the work of a report is compared at states, and what nobody reads is not shown.
#[test]
fn a_report_has_an_end_and_a_length() {
    let page = document(CAR).text;
    assert!(page.contains(
        "dalembert and elimination, voronec, gauss, udwadia</td><td>equal</td><td>proved"
    ));
    assert!(page.contains("dalembert and vakonomic, naive</td><td>differ</td><td>proved"));
    let (_, equations) = page.split_once("<h2>Equations of motion</h2>").expect("the section");
    let (equations, _) = equations.split_once("</section>").expect("its end");
    let not_derived =
        "more work than a report may: hamel, appell, maggi, poisson, voronec and naive";
    assert!(equations.contains(not_derived), "{equations:.3000}");
    assert!(!equations.contains("Not applicable"), "they apply");
}

#[test]
fn a_start_without_equations_names_what_was_taken_as_zero() {
    let cone = "coordinates\n  r, θ, z\nL = ½ (r'² + r² θ'² + z'²) - z\nconstraints\n  cone: z = r\nrun 0 .. 1\n";
    let notes = document(cone).notes.join("\n");
    assert!(notes.contains("is singular") && notes.contains("`r`, `theta`"), "{notes}");
    assert!(notes.contains("were not given and are taken as 0"), "{notes}");
}

/// Two constraints that are one: their multipliers add up to the force on x.
const TWICE: &str = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  a: x' = 2 y\n  b: 2 x' = 4 y\n\
    initial\n  x' = 2, y = 1, y' = 1\nrun 0 .. 1\n";

#[test]
fn multipliers_that_are_not_unique_are_said_to_be_so() {
    let found = document(TWICE);
    let (_, constraints) = found.text.split_once("<h2>What the constraints are").expect("it");
    let (constraints, _) = constraints.split_once("</section>").expect("its end");
    assert!(constraints.contains("The constraints are not independent: b = 2 a"), "{constraints}");
    assert!(found.text.contains(">Multipliers, not unique: least norm<"), "the title of the panel");
    let sentence = "The multipliers are not unique, only the force of all of them together is";
    assert_eq!(found.text.matches(sentence).count(), 1);
    assert!(latex(TWICE).contains(sentence));
    assert!(found.diagnostics.iter().any(|d| d.code == Code::Dependent));
    let once = document(&TWICE.replace("  b: 2 x' = 4 y\n", ""));
    assert!(!once.text.contains("not unique") && once.diagnostics.is_empty());
}

#[test]
fn where_the_rank_drops_is_told_as_check_tells_it() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  rod: x x' + y y' = 0\n";
    let found = document(text);
    let sentence =
        "The rank of the constraints drops where x = 0, y = 0: a direction becomes free there";
    assert!(found.text.contains(sentence), "{}", found.text);
    assert!(found.diagnostics.iter().any(|d| d.code == Code::RankDrops));
}

/// x'' = x³ leaves every bound in finite time, and is not 0.
const BLOW: &str = "coordinates\n  x\nT = ½ x'²\nV = -¼ x⁴\ninitial\n  x = 1, x' = 1\nrun 0 .. 10\n\
    expect\n  x'' = 0\n";

#[test]
fn an_early_end_is_told_once_and_with_few_digits() {
    let found = document(BLOW);
    assert!(found.fails && found.stop == Some("step to zero"));
    let codes: Vec<Code> = found.diagnostics.iter().map(|d| d.code).collect();
    assert!(
        codes.contains(&Code::StepVanished) && codes.contains(&Code::ExpectFailed),
        "{codes:?}"
    );
    let (_, motion) = found.text.split_once("<h2>A motion</h2>").expect("the section");
    let (motion, _) = motion.split_once("<figure").expect("its panels");
    assert_eq!(motion.matches("steps become too short").count(), 1, "{motion}");
    let (_, end) = motion.split_once("Followed to t = ").expect("the sentence");
    let time = end.split(' ').next().unwrap_or_default();
    assert!(time.len() <= 10, "{end}");
    let longer =
        motion.split(time).skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    assert!(!longer && motion.matches(time).count() == 2, "{motion}");
}

#[test]
fn the_balance_of_energy_says_what_it_is_and_in_what_measure() {
    let free = latex(ROLLING);
    assert!(free.contains("Energy balance: E $-$ E(0) is at most "), "{free}");
    assert!(
        free.contains("of the largest $|$T$|$ + $|$V$|$; residuals of the constraints at most"),
        "{free}"
    );
    // The energy of a disk that is pushed grows, and the balance does not.
    let pushed = latex(&ROLLING.replace("initial", "forces\n  x: 3 m R θ'²\ninitial"));
    assert!(pushed.contains("E(0) less the work done is at most "), "{pushed}");
    assert!(!pushed.contains("energy drift"));
}

#[test]
fn functions_rotations_and_abbreviations_that_appear_are_defined() {
    let pushed = "coordinates\n  x\nfunctions\n  s(t) = 0.1 sin(3 t)\n  U(x)\nL = ½ x'²\nforces\n  x: s(t)\n";
    let page = latex(pushed);
    let (model, _) = page.split_once("Degrees of freedom").expect("a second section");
    assert!(model.contains("s(t) &= \\tfrac{1}{10} \\sin 3 t"), "{model}");
    let top = "coordinates\n  B rotation with body Ω, space ω\nL = ½ (Ω_x² + 2 Ω_y² + 3 Ω_z²)\n";
    let page = document(top).text;
    let row = "rotation from axes of the body to axes of space: its angular velocity is Ω in axes of the body, ω in \
               axes of space";
    assert!(page.contains("<math><mi>B</mi></math>") && page.contains(row), "{page}");
    let arm =
        "coordinates\n  q [rad]\nlet\n  P = 2 (cos q, sin q)\n  u = q'²\nT = ½ |P'|²\nrun 0 .. 1\n";
    let page = latex(arm);
    let (model, _) = page.split_once("Degrees of freedom").expect("a second section");
    assert!(
        model.contains("P_{x} &= 2 \\cos q") && model.contains("P_{y} &= 2 \\sin q"),
        "{model}"
    );
    assert!(!model.contains("u &="), "nothing on the page is called u");
    let claimed = latex(&format!("{arm}expect\n  u' = 0\n"));
    assert!(claimed.contains("u &= \\dot{q}^{2}"), "{claimed}");
}

#[test]
fn values_stand_in_the_units_in_which_they_were_given() {
    let text = "coordinates\n  x [m]\nparameters\n  m = 2 [kg]\n  k = 3 [kN/m]\n  α = 20 [deg]\n  w = 5\n  \
                M = 2 m [kg]\ninputs\n  F [N]\nL = ½ M x'² - ½ k x² cos α\nforces\n  x: w F\ninitial\n  \
                x = 30 [mm], x' = 1\nrun 0 .. 3 s\n  F = (0, 1), (1, 2)\n";
    let page = document(text).text;
    for cell in [
        "<td>2 kg</td>",
        "<td>3 kN/m (3000 N/m)</td>",
        "<td>20 deg (0.34906585 rad)</td>",
        "<td>5</td>",
        "<td>2 m = 4 kg</td>",
        "<td>30 mm (0.03 m)</td>",
        "<td>1 m/s</td>",
        "<tr><td>1 s</td><td>2 N</td></tr>",
        "<h3>Inputs of the motion</h3>",
        "Between these points F is straight; before the first and after the last it keeps its value.",
    ] {
        assert!(page.contains(cell), "{cell} in {page}");
    }
    let constant = document(&text.replace("F = (0, 1), (1, 2)", "F = 400")).text;
    assert!(constant.contains("<p>Here F is in N.</p>") && constant.contains("<mn>400</mn>"));
}

#[test]
fn a_guessed_picture_is_said_to_be_one() {
    let text = "coordinates\n  x, y [m]\nL = ½ (x'² + y'²)\ninitial\n  x' = 1\nrun 0 .. 1\n";
    let guessed = document(text);
    assert!(
        guessed.text.contains("what is seen is guessed from the coordinates"),
        "below the picture"
    );
    assert!(
        guessed.notes.iter().any(|note| note.contains("no section `view`")),
        "{:?}",
        guessed.notes
    );
    let told = document(&format!("{text}view\n  point at (x, y)\n"));
    assert!(!told.text.contains("guessed") && !told.notes.iter().any(|n| n.contains("guessed")));
}

/// A coin on an incline with its centre away from the contact: its energy has many terms.
const COIN: &str = "coordinates\n  x, y, φ, θ, ψ\nparameters\n  m = 1, R = 2, g = 9.81\nlet\n  \
    C = (x - R sin φ cos θ, y + R cos φ cos θ, R sin θ)\n\
    T = ½ m |C'|² + ⅛ m R² (θ'² + φ'² sin²θ) + ¼ m R² (ψ' + φ' cos θ)²\nV = m g C_z\nconstraints\n  \
    rx: x' + R ψ' cos φ = 0\n  ry: y' + R ψ' sin φ = 0\n";

#[test]
fn what_is_conserved_is_typeset_however_long_it_is() {
    let page = latex(COIN);
    let (_, section) = page.split_once("What is conserved").expect("the section");
    assert!(section.contains("E &= \\tfrac{1}{2} m \\dot{x}^{2}"), "{section:.2000}");
    assert!(section.contains("\\dot{p}_{x} &= \\lambda_{\\mathrm{rx}}"), "{section:.2000}");
    assert!(!section.contains("is cyclic"), "{section:.2000}");
}

/// The work of a report does not depend on the machine: what is beyond it is named, and the rest is there.
#[test]
fn reports_on_systems_of_moderate_size_say_what_they_leave_out() {
    for text in [FOUR_BAR, TWO_TRAILERS] {
        let (allowed, left) = within(EVERYTHING, || document(text));
        let spent = EVERYTHING - left;
        assert!(spent < MOST_WORK, "{spent}");
        let page = allowed.text;
        let beyond = "here, since that takes more work than a report may:";
        assert!(page.contains(&format!("Not derived {beyond}")), "it says what is not derived");
        assert!(page.contains(&format!("Not compared {beyond}")), "it says what is not compared");
        assert!(page.contains("Too long to be shown here: voronec and naive"), "{text}");
        for there in ["dalembert and ", "Solved for the accelerations", "class=\"panels\""] {
            assert!(page.contains(there), "{there}");
        }
        assert_eq!(page, document(text).text, "the same model has the same report");
    }
}

#[test]
fn a_view_without_a_value_at_the_start_is_told() {
    let text = "coordinates\n  x\nL = ½ x'²\ninitial\n  x = 0, x' = 1\nrun 0 .. 1\nview\n  point at (1/x, 0, 0)\n";
    let found = document(text);
    let note = "there is no animation in the report: ";
    assert!(found.notes.iter().any(|n| n.starts_with(note)), "{:?}", found.notes);
    assert!(found.text.contains("There is no animation in the report: "), "and in the report");
    assert!(found.text.contains("class=\"panels\""), "the curves are there");
}

#[test]
fn a_report_has_the_principle_and_the_end_that_are_asked_for() {
    let text = ROLLING.replace("run 0 .. 1\n", "");
    let model = read(&Source::new("model.mech", text)).model.expect("a model");
    let request = RunRequest { principle: Some("gauss"), to: Some(0.5), ..RunRequest::default() };
    let found = report_of(&model, Writing::Latex, request).expect("a report");
    assert!(found.text.contains("Followed to t = 0.5 "), "{}", found.text);
    let (_, equations) = found.text.split_once("Equations of motion").expect("the section");
    assert!(equations.trim_start_matches(['}', '\n']).starts_with("gauss:"), "{equations:.200}");
    let without = report(&model, Writing::Latex).expect("a report");
    assert!(without.notes.iter().any(|n| n.contains("`report` a time")), "{:?}", without.notes);
    let unknown = RunRequest { principle: Some("newton"), ..RunRequest::default() };
    let refused =
        report_of(&model, Writing::Latex, unknown).expect_err("there is no such principle");
    assert_eq!(refused, WalkError::NoPrinciple("newton".to_owned()));
}

/// A table does not break over pages, and what is below the end of a page is lost.
#[test]
fn long_tables_are_written_in_pieces_with_the_same_head() {
    let claims: String = (1..=70).map(|k| format!("  {k} x'' = 0\n")).collect();
    let page = latex(&format!("coordinates\n  x\nL = ½ x'²\nexpect\n{claims}"));
    let (_, section) = page.split_once("subsection*{Claims}").expect("the section");
    let pieces: Vec<&str> = section.split("\\begin{tabular}").skip(1).collect();
    assert_eq!(pieces.len(), 2);
    for piece in &pieces {
        assert!(piece.contains("& claim & verdict & how"), "{piece}");
        assert!(piece.matches("\\\\\n").count() <= 36, "{piece}");
    }
    assert_eq!(section.matches("expect & ").count(), 70, "no row is lost");
}

/// A force of 10¹³: a second of this motion has 10⁹ steps.
#[test]
fn a_motion_of_very_many_steps_is_followed_as_far_as_a_report_goes() {
    let text =
        "coordinates\n  x\nL = ½ x'² - exp(30 + x²)\ninitial\n  x = 0.1, x' = 0.2\nrun 0 .. 1\n";
    let document = document(text);
    assert_eq!(document.stop, Some("too many steps"));
    let notes: Vec<&String> =
        document.notes.iter().filter(|note| note.contains("steps reached only")).collect();
    let [note] = notes[..] else { panic!("{:?}", document.notes) };
    assert!(note.contains("no more are taken here") && !note.contains("t = 0.0000"), "{note}");
}

/// z = 1 − t²/2 + t⁴/8 is the beginning of a series, and true to round-off as long as the report follows the motion.
#[test]
fn the_beginning_of_a_motion_decides_no_claim_about_all_of_it() {
    let fast = "coordinates\n  x, z\nL = ½ x'² + ½ z'² - exp(30 + x²)\nforces\n  z: -z^3\n\
        initial\n  x = 0.1, x' = 0.2, z = 1, z' = 0\nrun 0 .. 1\n";
    for list in ["expect", "reject"] {
        let document = document(&format!("{fast}{list}\n  z = 1 - t²/2 + t^4/8\n"));
        assert!(!document.fails, "{list}");
        let (_, claims) = document.text.split_once("<h2>Claims</h2>").expect("the section");
        assert!(claims.contains("undecided") && !claims.contains("holds"), "{claims}");
    }
}
