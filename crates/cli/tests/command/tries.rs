//! Every command on the pages of `alembert explain`, run as it stands.
//!
//! ```text
//!     alembert COMMAND             (a remark; "exit code 1" in it is what is expected)
//!       → what it prints, with any spaces
//! ```
//!
//! A command goes on behind a `\` at the end of its line. Commands in running text stand between
//! backticks. A page that names a model of its own (`bead.mech`) shows its text; that text is the file.

use std::fs;
use std::path::Path;

use crate::alembert_in;

/// A command of a page, with what the page says of it.
#[derive(Debug, Default, PartialEq)]
struct Try {
    command: String,
    code: i32,
    prints: Vec<String>,
}

/// The commands that stand in lines of their own, and those in running text.
fn tries(page: &str) -> Vec<Try> {
    let mut tries: Vec<Try> = Vec::new();
    let mut goes_on = false;
    for line in page.lines().filter(|line| line.starts_with("    ")) {
        let text = line.trim();
        if let (Some(printed), Some(last)) = (text.strip_prefix("→ "), tries.last_mut()) {
            last.prints.push(printed.to_owned());
        } else if goes_on || text.starts_with("alembert ") {
            let (part, remark) = text.split_once("  (").unwrap_or((text, ""));
            let part = part.trim();
            let words = part.trim_end_matches('\\').trim_end();
            match tries.last_mut() {
                Some(last) if goes_on => last.command.push_str(&format!(" {words}")),
                _ => tries.push(Try { command: words.to_owned(), ..Try::default() }),
            }
            if let (Some((_, code)), Some(last)) =
                (remark.split_once("exit code "), tries.last_mut())
            {
                last.code = code.trim_end_matches(')').parse().unwrap();
            }
            goes_on = part.ends_with('\\');
        }
    }
    tries.extend(inline(page));
    tries
}

/// Commands between backticks; what names a command or has a word for something else is none.
fn inline(page: &str) -> Vec<Try> {
    let joined = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let quoted = joined.split('`').skip(1).step_by(2);
    let placeholder = |word: &str| word.len() > 2 && word.chars().all(|c| c.is_ascii_uppercase());
    let whole = |text: &&str| {
        let words: Vec<&str> = text.split(' ').collect();
        words[0] == "alembert" && words.len() > 2 && !words.iter().any(|word| placeholder(word))
    };
    quoted.filter(whole).map(|text| Try { command: text.to_owned(), ..Try::default() }).collect()
}

/// The words of a command, as a shell takes them apart.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in command.chars().chain([' ']) {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            _ => word.push(c),
        }
    }
    words
}

/// The model that a page shows: the last indented block that declares coordinates.
fn model(page: &str) -> Option<String> {
    let mut blocks: Vec<Vec<&str>> = vec![Vec::new()];
    for line in page.lines() {
        match line.strip_prefix("    ") {
            Some(line) => blocks.last_mut()?.push(line),
            None => blocks.push(Vec::new()),
        }
    }
    let shown = blocks.into_iter().rfind(|block| block.contains(&"coordinates"))?;
    Some(shown.join("\n") + "\n")
}

fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs a command in a folder, and says where it is not what the page says.
fn follow(place: &Path, page: &str, expected: &Try) -> Result<(), String> {
    let words = words(&expected.command);
    for name in words.iter().filter(|word| word.ends_with(".mech")) {
        let file = place.join(name);
        if let (false, Some(text)) = (file.exists(), model(page)) {
            fs::write(file, text).unwrap();
        }
    }
    let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    let output = alembert_in(place, &arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code();
    // A tool of another maker need not be there.
    let tool = words[1] == "export" && words.iter().any(|word| word == "--check");
    if tool && code == Some(3) && said.contains("install") {
        return Ok(());
    }
    if words[0] != "alembert" || code != Some(expected.code) {
        return Err(format!("{}: exit code {code:?}\n{said}", expected.command));
    }
    let printed = spaced(&String::from_utf8_lossy(&output.stdout));
    match expected.prints.iter().find(|text| !printed.contains(&spaced(text))) {
        Some(text) => Err(format!("{}: does not print {text}:\n{printed}", expected.command)),
        None => Ok(()),
    }
}

/// Follows the pages that are taken, each in a folder of its own: how many commands, and what is not
/// as they say.
fn follow_pages(takes: impl Fn(&str) -> bool) -> (usize, Vec<String>) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../alembert/explain");
    let (mut ran, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if !takes(name) {
            continue;
        }
        let page = fs::read_to_string(&path).unwrap();
        let place = tempfile::tempdir().unwrap();
        for expected in tries(&page) {
            let followed = follow(place.path(), &page, &expected);
            wrong.extend(followed.err().map(|reason| format!("{name}: {reason}")));
            ran += 1;
        }
    }
    (ran, wrong)
}

/// The pages on papers.
const PAPERS: [&str; 5] = ["lemos", "wolf", "note", "moreschi-castellano", "crasmareanu"];

#[test]
fn every_command_on_the_pages_of_the_papers_runs_and_prints_what_they_say() {
    let (ran, wrong) = follow_pages(|name| PAPERS.contains(&name));
    assert!(ran > 90 && wrong.is_empty(), "{ran} commands\n{}", wrong.join("\n"));
}

#[test]
fn every_command_on_the_other_pages_runs_and_prints_what_they_say() {
    let (ran, wrong) = follow_pages(|name| !PAPERS.contains(&name));
    assert!(ran > 150 && wrong.is_empty(), "{ran} commands\n{}", wrong.join("\n"));
}

#[test]
fn commands_are_taken_from_a_page_with_what_they_print() {
    let page = "Title\n\n    coordinates\n      x\n    L = x'²\n\nSee `alembert explain b` and \
                `alembert derive MODEL`.\n\nTry\n    alembert check a.mech   (the model above; exit \
                code 1)\n      → fails\n    alembert prove a.mech \\\n      \"x'' = 0\"\n";
    let run = |command: &str| Try { command: command.to_owned(), ..Try::default() };
    let check = Try { code: 1, prints: vec!["fails".to_owned()], ..run("alembert check a.mech") };
    let all = [check, run("alembert prove a.mech \"x'' = 0\""), run("alembert explain b")];
    assert_eq!(tries(page), all);
    assert_eq!(words("a \"b c\" d"), ["a", "b c", "d"]);
    assert_eq!(model(page).as_deref(), Some("coordinates\n  x\nL = x'²\n"));
}

#[test]
fn a_page_that_promises_something_else_is_caught() {
    let place = tempfile::tempdir().unwrap();
    let command = "alembert prove knife-edge \"φ'' = 0\"";
    let promise = |text: &str, code: i32| Try {
        command: command.to_owned(),
        code,
        prints: vec![text.to_owned()],
    };
    assert_eq!(follow(place.path(), "", &promise("proved:  φ'' = 0", 0)), Ok(()));
    let other = follow(place.path(), "", &promise("refuted", 0)).unwrap_err();
    assert!(other.contains("does not print refuted"), "{other}");
    let code = follow(place.path(), "", &promise("proved", 1)).unwrap_err();
    assert!(code.contains("exit code Some(0)"), "{code}");
}
