//! Names in all their spellings.

use super::*;

fn name(text: &str) -> (String, u32, usize) {
    let r = read(text).unwrap();
    (r.name, r.dots, text.len() - r.len)
}

#[test]
fn three_spellings_are_one_name() {
    for text in ["theta_1", "θ_1", "θ₁", "\\theta_1", "\\theta_{1}", "θ_{1}", "\\theta₁"] {
        assert_eq!(canonical(text).as_deref(), Some("theta_1"), "{text}");
    }
}

#[test]
fn dots_are_counted_in_every_form() {
    assert_eq!(name("ẋ"), ("x".into(), 1, 0));
    assert_eq!(name("x\u{307}"), ("x".into(), 1, 0));
    assert_eq!(name("ẍ"), ("x".into(), 2, 0));
    assert_eq!(name("θ\u{307}₁"), ("theta_1".into(), 1, 0));
    assert_eq!(name("x\u{20db}"), ("x".into(), 3, 0));
    assert_eq!(name("θ\u{308}_ab"), ("theta_ab".into(), 2, 0));
}

#[test]
fn a_letter_after_a_dotted_one_is_another_name() {
    assert_eq!(name("ẋẏ"), ("x".into(), 1, "ẏ".len()));
    assert_eq!(name("ẋy"), ("x".into(), 1, 1));
}

#[test]
fn a_greek_letter_alone_is_a_name_and_remembers_what_it_looks_like() {
    for rest in ["", "'", " x", ")", "\\sin", "²"] {
        assert_eq!(name(&format!("φ{rest}")), ("phi".into(), 0, rest.len()), "{rest}");
    }
    assert_eq!(name("φ1)"), ("phi1".into(), 0, 1));
    assert_eq!(name("φx)"), ("phix".into(), 0, 1));
    assert_eq!(name("φ_x)"), ("phi_x".into(), 0, 1));
    assert_eq!(read("ϕ'").unwrap().look_alikes, [('ϕ', 0)]);
    assert_eq!(read("α'").unwrap().look_alikes, []);
}

#[test]
fn look_alikes_fold_and_are_reported() {
    let r = read("ϕ_1").unwrap();
    assert_eq!((r.name.as_str(), r.look_alikes), ("phi_1", vec![('ϕ', 0)]));
    assert_eq!(canonical("µ"), canonical("μ"));
    assert_eq!(canonical("ϵ"), canonical("\\varepsilon"));
}

#[test]
fn a_mixture_never_spells_another_letter() {
    assert_eq!(canonical("bη").as_deref(), Some("b_eta"));
    assert_eq!(canonical("zη").as_deref(), Some("z_eta"));
    assert_eq!(canonical("mω").as_deref(), Some("momega"));
}

#[test]
fn digits_that_are_no_ascii_end_a_name() {
    assert_eq!(name("x²"), ("x".into(), 0, "²".len()));
    assert_eq!(name("x٣"), ("x".into(), 0, "٣".len()));
}

#[test]
fn unfinished_subscripts_leave_the_brace() {
    assert_eq!(name("x_{+}"), ("x_".into(), 0, 3));
    assert_eq!(name("x_{1}2"), ("x_1".into(), 0, 1));
    assert_eq!(name("x_\\phi y"), ("x_phi".into(), 0, 2));
}

#[test]
fn the_unicode_spelling_reads_back() {
    for name in ["theta_1", "x", "I_x_1", "omega_x", "x_12", "th1", "theta1", "c1_", "Omega"] {
        assert_eq!(canonical(&unicode(name)).as_deref(), Some(name));
    }
}
