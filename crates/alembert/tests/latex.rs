//! LaTeX as it is printed in papers reads as the same expression as the other spellings.

mod support;

use alembert::language::{Code, Diagnostic, Model, Source, read, read_equation};

const HEAD: &str = "coordinates\n  x, y, θ, θ_1, xy\nparameters\n  m = 1, g = 1, l = 1, R = 1, \
                    m_1 = 1\nfunctions\n  f(x)\n";

/// The tree of `L = text`, with all brackets.
fn tree(text: &str) -> (String, Vec<Diagnostic>) {
    support::tree::tree(HEAD, text)
}

fn reads_as(rows: &[(&str, &str)]) {
    support::tree::reads_as(HEAD, rows);
}

fn code_of(text: &str) -> Code {
    support::tree::code_of(HEAD, text)
}

#[test]
fn fractions_take_groups_letters_and_digits() {
    reads_as(&[
        ("\\frac{m}{2} x", "(m/2) x"),
        ("\\frac m2 x", "(m/2) x"),
        ("\\tfrac12 m", "(1/2) m"),
        ("\\dfrac1{2 l}", "1/(2 l)"),
        ("\\frac{x + 1}y", "(x + 1)/y"),
        ("\\frac\\theta 2", "theta/2"),
        ("\\frac{mR^2}{5} x", "((m (R^2))/5) x"),
        ("\\frac12mgl", "(((1/2) m) g) l"),
        ("\\frac{\\frac12}{3}", "(1/2)/3"),
        ("\\frac{1}{2} 3", "(1/2) 3"),
        ("\\sqrt\\frac12", "√(1/2)"),
    ]);
}

#[test]
fn dots_stand_on_a_group_or_a_letter_with_its_index() {
    reads_as(&[
        ("\\dot x y", "x' y"),
        ("\\dot xy", "x' y"),
        ("\\ddot{x}", "x''"),
        ("\\ddddot x", "x''''"),
        ("\\dot{\\theta}_1^2", "theta_1'^2"),
        ("\\dot\\theta_{1}", "theta_1'"),
        ("\\dot{x}^2 + {\\dot x}^{2}", "(x'^2) + (x'^2)"),
        ("\\dot{xy}", "xy'"),
        ("m\\dot{x}R\\dot{y}", "((m x') R) y'"),
    ]);
}

#[test]
fn roots_brackets_and_distances() {
    reads_as(&[
        ("\\sqrt{x + 1} y", "(√(x + 1)) y"),
        ("\\sqrt x y", "(√x) y"),
        ("\\sqrt{x}^2", "(√x)^2"),
        ("\\left( x + 1 \\right) y", "(x + 1) y"),
        ("\\left[ x + 1 \\right]^2", "(x + 1)^2"),
        ("\\left\\{ x + 1 \\right\\}", "x + 1"),
        ("\\left| x \\right|", "|x|"),
        ("\\bigl(x\\bigr)\\,y\\;m\\quad g\\!l", "(((x y) m) g) l"),
        ("\\Big[x + y\\Big] m", "(x + y) m"),
        ("x \\cdot y \\times m", "(x·y)×m"),
    ]);
}

#[test]
fn functions_and_upright_names() {
    reads_as(&[
        ("\\sin^2\\theta\\cos\\theta", "sin^2(theta) cos(theta)"),
        ("\\arctan x + \\ln y", "atan(x) + log(y)"),
        ("\\mathrm{sinh}(x)", "sinh(x)"),
        ("\\mathrm{xy}\\,\\text{m}", "xy m"),
        ("T_{\\mathrm{kin}} + m_\\text{b}", "T_kin + m_b"),
        ("\\mathrm{J}_{1}", "J_1"),
    ]);
}

#[test]
fn derivatives_are_written_in_four_ways() {
    reads_as(&[
        ("\\frac{d}{dt} x", "x'"),
        ("\\frac{d}{dt}\\left(m\\dot x\\right)", "(m x')'"),
        ("\\frac{dx}{dt}", "x'"),
        ("\\frac{d\\theta}{dt} y", "theta' y"),
        ("\\frac{d^4x}{dt^4}", "x''''"),
        ("\\frac{d^2 x}{d t^{2}}", "x''"),
        ("\\frac{\\mathrm{d}\\theta_1}{\\mathrm{d}t}", "theta_1'"),
        ("\\frac{d^2}{dt^2}(x y)", "(x y)''"),
        ("\\theta^{(4)} + x^{(3)}^2", "theta'''' + (x'''^2)"),
        ("\\frac{dx}{dy}", "dx/dy"),
    ]);
    assert_eq!(code_of("\\frac{d}{dt} x^2"), Code::Ambiguous);
    assert_eq!(code_of("\\frac{d^{40}x}{dt^{40}}"), Code::Limit);
}

#[test]
fn runs_of_letters_are_cut_only_in_latex_and_only_into_known_names() {
    reads_as(&[
        ("mgl\\cos\\theta", "((m g) l) cos(theta)"),
        ("m_1gl\\theta", "((m_1 g) l) theta"),
        ("\\theta xy", "theta xy"),
        ("mẋ\\theta", "(m x') theta"),
        ("mθ\\theta_1R", "((m theta) theta_1) R"),
        ("\\theta mgz", "theta mgz"),
        ("mgl cos θ", "mgl cos(theta)"),
        ("\\theta x^mg", "(theta (x^m)) g"),
    ]);
}

#[test]
fn mistakes_in_latex_are_reported_once() {
    for text in ["\\frac{m}{2", "\\frac{m} +", "\\sqrt", "\\left x", "\\mathrm 1", "\\sqrt[3]{x}"] {
        assert_eq!(code_of(text), Code::Expected, "{text}");
    }
    for text in ["\\fracc{m}{2} x", "\\int x", "\\begin{x}"] {
        assert_eq!(code_of(text), Code::UnknownCommand, "{text}");
    }
    assert_eq!(code_of("\\sin\\theta^2"), Code::Ambiguous);
    let (_, unknown) = tree("\\nabla x");
    let hint = unknown[0].hint.as_ref().expect("there is a hint");
    for command in ["\\frac", "\\sqrt", "\\left(", "\\dot", "\\mathrm", "\\sin"] {
        assert!(hint.contains(command), "{command} is missing in {hint}");
    }
}

const SPHERE: &str = "coordinates\n  x, y, \\phi, \\theta, \\psi\nparameters\n  m = 1, R = 1\nlet\n\
  \u{20} ω_x = θ' cos φ + ψ' sin θ sin φ\n  ω_y = θ' sin φ - ψ' sin θ cos φ\n\
  \u{20} ω_z = φ' + ψ' cos θ\n  ω = √(ω_x² + ω_y² + ω_z²)\n";

fn model(text: &str) -> Model {
    let reading = read(&Source::new("a.mech", text));
    reading.model.unwrap_or_else(|| panic!("{:#?}", reading.diagnostics))
}

/// Two spellings of an equation have the same sides.
fn same(model: &Model, printed: &str, ours: &str) {
    let sides = |text: &str| read_equation(&Source::new("<equation>", text), model);
    let printed = sides(printed).unwrap_or_else(|found| panic!("{printed}: {found:#?}"));
    assert_eq!(printed, sides(ours).expect("our spelling is right"));
}

#[test]
fn lemos_1_and_2_read_as_printed() {
    let printed = "L = \\frac{m}{2}(\\dot{x}^2 + \\dot{y}^2) + \\frac{mR^2}{5}\\omega^2\n";
    let ours = "L = m/2 (x'² + y'²) + 1/5 m R² ω²\n";
    let constrained = format!(
        "{SPHERE}{printed}constraints\n  \
         \\dot{{x}} = R\\dot{{\\theta}} \\sin \\phi - R\\dot{{\\psi}} \\sin \\theta \\cos \\phi , \\quad \
         \\dot{{y}} = -R\\dot{{\\theta}} \\cos \\phi - R\\dot{{\\psi}} \\sin \\theta \\sin \\phi\n"
    );
    let (latex, plain) = (model(&constrained), model(&format!("{SPHERE}{ours}")));
    assert_eq!(latex.lagrangian, plain.lagrangian);
    let phi = |text: &str| {
        let (left, right) = read_equation(&Source::new("<equation>", text), &plain).unwrap();
        left - right
    };
    assert_eq!(latex.constraints[0].phi, phi("x' = R θ' sin φ - R ψ' sin θ cos φ"));
    assert_eq!(latex.constraints[1].phi, phi("y' = -R θ' cos φ - R ψ' sin θ sin φ"));
    same(&plain, "\\dot{x} = R\\omega_y", "x' = R ω_y");
    same(&plain, "\\dot{y} = -R\\omega_x", "y' = -R ω_x");
}

#[test]
fn wolf_3_to_6_read_as_printed() {
    let disk =
        model("coordinates\n  x, y, φ, θ\nparameters\n  R = 1\nL = ½ (x'² + y'² + φ'² + R θ'²)\n");
    same(&disk, "\\dot{x}\\sin\\varphi = \\dot{y}\\cos\\varphi", "x' sin φ = y' cos φ");
    same(&disk, "x\\dot{x} + y\\dot{y} = 0", "x x' + y y' = 0");
    same(&disk, "\\dot{x} = R(\\cos\\varphi)\\dot{\\theta}", "x' = R cos φ θ'");
    same(&disk, "\\dot{y} = R(\\sin\\varphi)\\theta", "y' = R sin φ θ");
}

#[test]
fn an_index_may_have_several_parts_and_dots_may_stand_on_a_function() {
    let text = "coordinates\n  x\nparameters\n  J_w_1 = 1, d = 1\nfunctions\n  v_1(t) = sin t\n\
                L = \\frac{1}{2} J_{w,1} \\dot{x}^{2}\nforces\n  x: \\dot{v}_{1}(t) + \\frac{d + x}{d t}\n";
    let model = read(&Source::new("a.mech", text)).model.expect("a model");
    let meaning = |text: &str| read_equation(&Source::new("<question>", text), &model);
    let (left, right) = meaning("\\ddot{v}_{1}(t) = v_1(t)''").expect("an equation");
    assert_eq!(left, right);
    let (left, right) = meaning("J_{\\mathrm{w},1} \\frac{d + x}{d t} = J_w_1 (d + x)/(d t)")
        .expect("with a parameter d this is no derivative");
    assert_eq!(left, right);
}

#[test]
fn arrows_and_bold_letters_are_the_name_itself() {
    let model = |energy: &str| {
        let text = format!(
            "coordinates\n  x, y\nlet\n  r = (x, y)\n  ρ = (x, y)\nL = \\frac12 {energy} - y\n"
        );
        let reading = read(&Source::new("a.mech", &text));
        reading.model.unwrap_or_else(|| panic!("{energy}: {:#?}", reading.diagnostics)).lagrangian
    };
    let plain = model("|r'|^2");
    let rows = [
        "|\\dot{\\vec r}|^2",
        "\\dot{\\vec r}\\cdot\\dot{\\vec{r}}",
        "{\\dot{\\mathbf r}}^2",
        "\\dot{\\bm r}^2",
        "\\dot{\\vec\\rho}^2",
    ];
    for energy in rows {
        assert_eq!(model(energy), plain, "{energy}");
    }
}
