//! MathML, read back: from its elements to a text of the model language.
//!
//! Nothing is guessed: the text has brackets only where the elements show them, or where they show
//! the same by their position (above and below a fraction bar, in an exponent, under a root).

use crate::meaning::{Said, assert_same};
use crate::shown;
use crate::xml::{Node, parse};

/// The elements of MathML Core that we use.
const CORE: &[&str] = &[
    "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mstyle", "mfrac", "msqrt", "msub",
    "msup", "msubsup", "mover", "mtable", "mtr", "mtd",
];

fn text(node: &Node) -> String {
    let parts = node.children();
    let part = |i: usize| text(&parts[i]);
    match node.tag() {
        "mi" | "mn" => node.text(),
        "mo" => sign(node),
        "mrow" | "mstyle" | "mtd" | "math" => row(parts),
        "mfrac" => format!("(({})/({}))", part(0), part(1)),
        "msqrt" => format!("sqrt({})", row(parts)),
        "msup" if parts[0].tag() == "mo" => format!(")^({})", part(1)),
        "msup" if is_order(&parts[1]) => part(0) + &primes(&parts[1]),
        "msup" => format!("{}^({})", base(&parts[0]), part(1)),
        "msub" => indexed(&parts[0], &parts[1], ""),
        "msubsup" if is_order(&parts[2]) => indexed(&parts[0], &parts[1], &primes(&parts[2])),
        "msubsup" => indexed(&parts[0], &parts[1], &format!("^({})", part(2))),
        "mover" => part(0) + dots(&parts[1]),
        "mspace" | "mtext" => String::new(),
        tag => panic!("an element `{tag}`"),
    }
}

fn sign(node: &Node) -> String {
    let text = node.text();
    match (text.as_str(), node.attribute("form")) {
        ("−", _) => " - ".to_owned(),
        ("+", _) => " + ".to_owned(),
        ("·" | "\u{2062}", _) => "*".to_owned(),
        ("\u{2061}", _) => String::new(),
        ("|", Some("prefix")) => "abs(".to_owned(),
        ("|", Some("postfix")) => ")".to_owned(),
        _ => text,
    }
}

fn dots(node: &Node) -> &'static str {
    match node.text().as_str() {
        "˙" => "'",
        "¨" => "''",
        "\u{20DB}" => "'''",
        mark => panic!("a mark `{mark}`"),
    }
}

/// `(4)` above a letter.
fn is_order(node: &Node) -> bool {
    node.text().starts_with('(')
}

fn primes(node: &Node) -> String {
    let order: usize = node.text().trim_matches(['(', ')']).parse().unwrap();
    "'".repeat(order)
}

/// `x_1`, `θ'_1` as `θ_1'`.
fn indexed(head: &Node, index: &Node, after: &str) -> String {
    let index = index.text().replace(',', "_");
    let head = text(head);
    let letters = head.trim_end_matches('\'');
    format!("{letters}_{index}{}{after}", &head[letters.len()..])
}

/// What carries an exponent: a name, a number, or something in brackets of its own.
fn base(node: &Node) -> String {
    let text = text(node);
    let name = ["mi", "mn", "msub", "mover"].contains(&node.tag());
    let bars = text.starts_with("abs(");
    assert!(name || text.starts_with('(') || bars, "`{text}` has an exponent");
    text
}

/// Parts side by side; a function with its argument, its exponent and its dots.
fn row(parts: &[Node]) -> String {
    match parts {
        [f, apply, argument] if apply.text() == "\u{2061}" => {
            let (function, after) = match f.tag() {
                "msup" => (text(&f.children()[0]), format!("^({})", text(&f.children()[1]))),
                _ => {
                    let name = text(f);
                    let letters = name.trim_end_matches('\'').len();
                    (name[..letters].to_owned(), name[letters..].to_owned())
                }
            };
            let function = function.replacen("arc", "a", 1);
            let argument = text(argument);
            match argument.starts_with('(') {
                true => format!("({function}{argument}{after})"),
                false => format!("({function}({argument}){after})"),
            }
        }
        _ => parts.iter().map(text).collect(),
    }
}

/// The equations of a table: a row whose first cell is empty or that begins with a space goes on.
fn equations(table: &Node) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for row in table.children().iter().filter(|c| c.tag() == "mtr") {
        let cells: Vec<&Node> = row.children().iter().collect();
        let spaced = cells[0].children().first().is_some_and(|c| c.tag() == "mspace");
        let more = cells[0].children().is_empty() || spaced;
        let text: String = cells.iter().map(|c| text(c)).collect();
        match list.last_mut() {
            Some(last) if more => {
                // A row that begins with a factor goes on with a product.
                let times =
                    if text.trim().starts_with(['+', '-', '−', '=', '/']) { "" } else { "*" };
                last.push_str(&format!("{times}{text}"));
            }
            _ => list.push(text),
        }
    }
    list
}

fn matrix(table: &Node) -> Vec<Vec<String>> {
    let row = |row: &Node| row.children().iter().map(text).collect();
    table.children().iter().map(row).collect()
}

fn said(page: &str) -> Said {
    let nodes = parse(page).unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut said = Said::default();
    for formula in nodes.iter().flat_map(|n| n.all("math")) {
        let written = formula.text();
        let aligned = |t: &&Node| t.attribute("displaystyle") == Some("true");
        let tables = formula.all("mtable");
        if written.ends_with("≠0") {
            let rows = tables.first().map_or_else(|| vec![text(formula)], |t| equations(t));
            said.conditions.extend(rows.iter().map(|c| c.replace("≠0", "")));
            continue;
        }
        match tables.iter().find(|t| aligned(t)) {
            // `y = (…)` is a list of names.
            Some(table) if !written.trim_start().starts_with("y=(") && !is_list(&written) => {
                said.equations.extend(equations(table));
            }
            Some(_) => {}
            None => said.matrices.extend(tables.iter().map(|t| matrix(t))),
        }
    }
    said
}

fn is_list(written: &str) -> bool {
    ["λ=(λ", "u=("].iter().any(|head| written.trim_start().starts_with(head))
}

#[test]
fn every_equation_in_every_form_reads_back_from_mathml() {
    for shown in shown() {
        assert_same(shown, &said(&shown.mathml));
    }
}

#[test]
fn pages_are_well_formed_and_use_nothing_but_mathml_core() {
    for shown in shown() {
        let page = &shown.mathml_document;
        let body = page.strip_prefix("<!DOCTYPE html>\n").unwrap();
        let style = body.split_once("<style>").unwrap().1.split_once("</style>").unwrap().0;
        let nodes =
            parse(&body.replace(style, "")).unwrap_or_else(|e| panic!("{}: {e}", shown.name));
        let formulas: Vec<&Node> = nodes.iter().flat_map(|n| n.all("math")).collect();
        assert!(!formulas.is_empty());
        for formula in formulas {
            assert_core(formula);
        }
        assert!(!page.contains("<script") && !page.contains("http"), "{}", shown.name);
    }
}

fn assert_core(node: &Node) {
    let count = node.children().len();
    let expected = match node.tag() {
        "mfrac" | "msub" | "msup" | "mover" => Some(2),
        "msubsup" => Some(3),
        _ => None,
    };
    assert!(node.tag().is_empty() || CORE.contains(&node.tag()), "{node:?}");
    assert!(expected.is_none_or(|n| n == count), "{node:?}");
    node.children().iter().for_each(assert_core);
}

#[test]
fn every_symbol_of_the_equations_is_on_the_page() {
    for shown in shown() {
        let nodes = parse(&shown.mathml).unwrap();
        let written: Vec<String> = nodes
            .iter()
            .flat_map(|n| [n.all("mi"), n.all("msub"), n.all("msubsup")].concat())
            .map(|n| match n.tag() {
                "mi" => n.text(),
                _ => indexed(&n.children()[0], &n.children()[1], "").replace('\'', ""),
            })
            .filter_map(|text| alembert::language::names::canonical(&text))
            .collect();
        // `I_1` stands for `I1`.
        let plain = |name: &str| name.replace('_', "");
        for name in &shown.symbols {
            assert!(written.iter().any(|w| plain(w) == plain(name)), "{}: `{name}`", shown.name);
        }
    }
}
