//! The commands that the pages of `alembert explain` give to try, run as they stand.
//!
//! A page that names a model of its own (`bead.mech`) shows its text; that text is the file.

use std::fs;

use crate::alembert_in;

/// The commands under `Try`, without the remarks beside them.
fn commands(page: &str) -> Vec<String> {
    let Some((_, tail)) = page.split_once("\nTry\n") else { return Vec::new() };
    let lines = tail.lines().take_while(|line| line.starts_with("    "));
    let mut commands: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in lines {
        let text = line.split("  (").next().unwrap_or_default().trim();
        let part = text.trim_end_matches('\\').trim_end();
        match commands.last_mut() {
            Some(last) if goes_on => last.push_str(&format!(" {part}")),
            _ => commands.push(part.to_owned()),
        }
        goes_on = text.ends_with('\\');
    }
    commands
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

#[test]
fn every_command_that_a_page_gives_to_try_runs() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../alembert/explain");
    let mut ran = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let page = fs::read_to_string(&path).unwrap();
        let place = tempfile::tempdir().unwrap();
        for command in commands(&page) {
            let words = words(&command);
            assert_eq!(words[0], "alembert", "{}: {command}", path.display());
            for name in words.iter().filter(|word| word.ends_with(".mech")) {
                let file = place.path().join(name);
                if let (false, Some(text)) = (file.exists(), model(&page)) {
                    fs::write(file, text).unwrap();
                }
            }
            let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            let output = alembert_in(place.path(), &arguments).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {command}\n{said}", path.display());
            ran += 1;
        }
    }
    assert!(ran > 60, "{ran} commands");
}

#[test]
fn commands_are_taken_from_a_page_without_remarks() {
    let page = "Title\n\n    coordinates\n      x\n    L = x'²\n\nTry\n    alembert check a.mech   \
                (the model above)\n    alembert prove a.mech \\\n      \"x'' = 0\"\n\nSee also: b.\n";
    assert_eq!(commands(page), ["alembert check a.mech", "alembert prove a.mech \"x'' = 0\""]);
    assert_eq!(words("a \"b c\" d"), ["a", "b c", "d"]);
    assert_eq!(model(page).as_deref(), Some("coordinates\n  x\nL = x'²\n"));
}
