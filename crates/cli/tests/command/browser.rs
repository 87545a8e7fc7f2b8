//! A headless browser that opens a page and tells what it saw.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What is done in the page: it waits for the animation, presses keys, first those of someone who has not
/// touched the page yet, and writes what it saw into the title.
const DRIVER: &str = r#"<script>
const errors = [];
addEventListener("error", (event) => errors.push(String(event.message)));
/** Keys where nothing has the focus: those that the page took, and that it leaves those of others alone. */
const freshKeys = (player, frame, says) => {
  player.scrollIntoView();
  const isTaken = (place, key) => !place.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const press = (key) => isTaken(document.activeElement, key);
  const paused = document.activeElement === document.body && press(" ") && says("Play");
  const stepped = press("Home") && frame() === 0 && press("ArrowRight") && frame() === 1;
  const link = document.body.appendChild(document.createElement("a"));
  const other = document.body.appendChild(document.createElement("div"));
  other.className = "player";
  const alone = !isTaken(link, " ") && !press(" ");
  link.remove();
  other.remove();
  return { paused, stepped, alone, resumed: press(" ") && says("Pause") };
};
const look = () => {
  const player = document.querySelector(".player");
  const press = (key) => player.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const frame = () => Number(player.dataset.frame);
  const moved = frame();
  const says = (text) => player.querySelector("button").textContent === text;
  const fresh = freshKeys(player, frame, says);
  press(" ");
  const paused = player.querySelector("button").textContent === "Play";
  press("Home");
  const home = frame();
  press("ArrowRight");
  const stepped = frame();
  // Where a key has a meaning of its own, it is left alone.
  const leaves = (place, key, more) =>
    place.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  const alone = leaves(player.querySelector("[type=checkbox]"), " ") && leaves(player, "r", { ctrlKey: true });
  leaves(player.querySelector("[type=range]"), " ");
  const resumed = player.querySelector("button").textContent === "Pause";
  press(" ");
  const boxes = [...player.querySelectorAll("[type=checkbox]")];
  boxes.filter((box) => !box.checked).forEach((box) => box.click());
  const legend = [...player.querySelectorAll(".legend span")].map((name) => name.textContent.trim());
  const formulas = [...document.querySelectorAll("section > math")];
  const flat = formulas.filter((f) => f.getBoundingClientRect().height < 5).length;
  const seen = {
    errors, moved, fresh, paused, home, stepped, alone, resumed, legend, formulas: formulas.length, flat,
    requests: performance.getEntriesByType("resource").length,
    overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
  };
  document.title = JSON.stringify(seen);
};
// The first pictures may take their time on a busy machine.
const wait = (tries) => {
  const player = document.querySelector(".player");
  const moves = player && Number(player.dataset.frame) > 0;
  if (moves || tries === 0) look();
  else setTimeout(() => wait(tries - 1), 50);
};
addEventListener("load", () => wait(300));
</script>
"#;

/// A browser that can run without a screen.
pub(crate) struct Browser(PathBuf);

impl Browser {
    /// The first that is installed.
    pub(crate) fn found() -> Option<Self> {
        let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
        let folders = std::env::var_os("PATH")?;
        let found = |name: &str| {
            std::env::split_paths(&folders).map(|f| f.join(name)).find(|p| p.is_file())
        };
        names.into_iter().find_map(found).map(Self)
    }

    /// Opens a page in a window of a size.
    pub(crate) fn opened(&self, folder: &Path, page: &str, (width, height): (u32, u32)) -> Value {
        let file = folder.join("driven.html");
        fs::write(&file, page.replacen("<head>", &format!("<head>\n{DRIVER}"), 1)).unwrap();
        let output = Command::new(&self.0)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ])
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .arg(format!("--window-size={width},{height}"))
            .args(["--disable-dev-shm-usage", "--virtual-time-budget=20000", "--dump-dom"])
            .arg(format!("file://{}", file.display()))
            .output()
            .expect("the browser starts");
        let dom = String::from_utf8_lossy(&output.stdout).into_owned();
        let title = dom.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
        let title = title.map(|(title, _)| title.replace("&quot;", "\"").replace("&amp;", "&"));
        serde_json::from_str(&title.unwrap_or_default())
            .unwrap_or_else(|e| panic!("{e}: {dom:.2000}"))
    }
}
