//! Printed formulas as lines of Unicode.

use alembert_render::formula::{FormulaError, line};

#[test]
fn formulas_of_mechanics_are_read_as_they_are_written() {
    let cases = [
        (r"L=\frac{m}{2} (\dot x^2+\dot y^2)", "L = m/2 (ẋ² + ẏ²)"),
        (
            r"7\ddot\theta-5\dot\psi^2\sin\theta\cos\theta=0",
            "7 θ\u{308} − 5 ψ\u{307}² sin θ cos θ = 0",
        ),
        (r"\frac{7mR^2}{10}", "7 m R²/10"),
        (r"\frac12m\dot x^2", "½ m ẋ²"),
        (r"\frac{a+b}{2m}", "(a + b)/(2 m)"),
        (r"\frac{d}{dt}\frac{\partial L}{\partial\dot q_i}", "d/dt ∂L/∂q\u{307}ᵢ"),
        (r"\frac{d^2q^i}{dt^2}", "d²qⁱ/dt²"),
        (r"b^\nu_{ij}\dot q_j", "b^νᵢⱼ q\u{307}ⱼ"),
        (r"a_{\nu i}", "a_(νi)"),
        (r"\frac{\partial\bar L}{\partial q_{m+\nu}}", "∂L̄/∂q_(m+ν)"),
        (r"\sum_{j=1}^m\lambda_j a^j_i(q)", "Σⱼ₌₁ᵐ λⱼ aʲᵢ(q)"),
        (r"\int_{t_1}^{t_2}Ldt", "∫_(t₁)^(t₂) L dt"),
        (r"\delta q_i(t_1)=0", "δqᵢ(t₁) = 0"),
        (r"\dot s^a=-A^a_\alpha\dot r^\alpha", "ṡᵃ = −Aᵃ_α ṙᵅ"),
        (r"{}^2A_{\alpha\beta}\dot r^\alpha", "²A_(αβ) ṙᵅ"),
        (r"\hat k\cdot\dot{\vec\omega}=0", "k̂ · ω\u{307} = 0"),
        (r"-a\hat k\times\vec F", "−a k̂ × F"),
        (r"\lambda\lt 0", "λ < 0"),
        (r"R(\cos\varphi)\dot\theta", "R(cos φ) θ\u{307}"),
        (r"\left(\frac{\partial\Phi_i}{\partial q_j}\right)", "(∂Φᵢ/∂qⱼ)"),
        (r"\begin{pmatrix}1&0\\0&-R\cos\varphi\end{pmatrix}", "(1, 0; 0, −R cos φ)"),
        (r"h(q)=\text{constant}", "h(q) = constant"),
        (r"\sqrt{x^2+y^2}", "√(x² + y²)"),
        (r"\sin^2\theta", "sin²θ"),
        (r"\frac{(F_i-m_i a_i)^2}{2m_i}", "(Fᵢ − mᵢ aᵢ)²/(2 mᵢ)"),
        (r"\frac{dh(q,t)}{dt}", "dh(q, t)/dt"),
        (r"(10):\quad n-m", "(10):   n − m"),
        (r"a_{ji}=\partial b_j/\partial q_i", "aⱼᵢ = ∂bⱼ/∂qᵢ"),
        (r"(\mathrm{EL})^{\mathrm{free}}_i", "(EL)^(free)ᵢ"),
    ];
    for (latex, expected) in cases {
        assert_eq!(line(latex).as_deref(), Ok(expected), "{latex}");
    }
}

#[test]
fn what_is_not_known_or_not_closed_is_told() {
    assert_eq!(line(r"\sheep x"), Err(FormulaError::Unknown("sheep".to_owned())));
    assert_eq!(line(r"\frac{a}{b"), Err(FormulaError::Unclosed));
    assert_eq!(line("a}"), Err(FormulaError::Unclosed));
    assert_eq!(line(r"\begin{pmatrix}1"), Err(FormulaError::Unclosed));
    assert_eq!(line(r"x_"), Err(FormulaError::Unclosed));
    assert_eq!(line(r"\left"), Err(FormulaError::Unclosed));
}
