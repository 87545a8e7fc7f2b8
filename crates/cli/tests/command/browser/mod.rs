//! A headless browser that opens pages, presses keys and looks.
//!
//! What goes wrong in a page is kept: messages of errors, promises that nobody heard, requests that leave the
//! machine.

mod wire;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use wire::Wire;

use crate::tool::missing;

/// How long something may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The first browser that is installed. One that does not start is a failure.
fn installed() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let folders = std::env::var_os("PATH")?;
    let found =
        |name: &str| std::env::split_paths(&folders).map(|f| f.join(name)).find(|p| p.is_file());
    names.into_iter().find_map(found)
}

/// What the one who looks asks for, and how large the window is.
#[derive(Clone, Copy)]
pub(crate) struct Viewer {
    pub(crate) window: (u32, u32),
    pub(crate) is_dark: bool,
    pub(crate) wants_rest: bool,
    pub(crate) is_printed: bool,
}

impl Default for Viewer {
    fn default() -> Self {
        Self { window: (1100, 900), is_dark: false, wants_rest: false, is_printed: false }
    }
}

/// A key that is pressed.
#[derive(Clone, Copy)]
pub(crate) enum Key {
    Space,
    Home,
    End,
    Right,
}

impl Key {
    /// Its names and its number.
    fn named(self) -> (&'static str, &'static str, u32) {
        match self {
            Self::Space => (" ", "Space", 32),
            Self::Home => ("Home", "Home", 36),
            Self::End => ("End", "End", 35),
            Self::Right => ("ArrowRight", "ArrowRight", 39),
        }
    }
}

/// A page in a browser of its own.
pub(crate) struct Page {
    wire: Wire,
    session: String,
    /// The profile of the browser, which is deleted after it.
    _folder: TempDir,
}

impl Page {
    /// Opens a page; none where no browser is installed.
    pub(crate) fn open(html: &str, viewer: Viewer) -> Option<Self> {
        let Some(program) = installed() else {
            missing("browser", "no page was opened");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.html");
        fs::write(&file, html).unwrap();
        let mut wire = Wire::start(&program, folder.path());
        let target = wire.call(None, "Target.createTarget", &json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let session = wire.call(None, "Target.attachToTarget", &target)["sessionId"].clone();
        let session = session.as_str().expect("a session").to_owned();
        let mut page = Self { wire, session, _folder: folder };
        page.prepare(viewer);
        page.load(&file);
        Some(page)
    }

    fn prepare(&mut self, Viewer { window, is_dark, wants_rest, is_printed }: Viewer) {
        for part in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{part}.enable"), &json!({}));
        }
        let (width, height) = window;
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size);
        let motion = if wants_rest { "reduce" } else { "no-preference" };
        let colours = if is_dark { "dark" } else { "light" };
        let features = json!([
            { "name": "prefers-reduced-motion", "value": motion },
            { "name": "prefers-color-scheme", "value": colours },
        ]);
        let media = if is_printed { "print" } else { "screen" };
        self.call("Emulation.setEmulatedMedia", &json!({ "media": media, "features": features }));
    }

    fn load(&mut self, file: &Path) {
        self.call("Page.navigate", &json!({ "url": format!("file://{}", file.display()) }));
        self.wire.wait_for("Page.loadEventFired");
    }

    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.wire.call(Some(&self.session), method, parameters)
    }

    /// The value of an expression in the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true });
        let found = self.call("Runtime.evaluate", &asked);
        assert!(found.get("exceptionDetails").is_none(), "{expression}: {found}");
        found["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&mut self, expression: &str) {
        let begin = Instant::now();
        while self.value(expression) != true {
            assert!(begin.elapsed() < PATIENCE, "`{expression}` does not become true");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Presses a key, as a hand does.
    pub(crate) fn press(&mut self, key: Key) {
        self.strike(key, 0);
    }

    /// Presses a key together with Control.
    pub(crate) fn press_with_control(&mut self, key: Key) {
        self.strike(key, 2);
    }

    fn strike(&mut self, key: Key, modifiers: u32) {
        let (name, code, number) = key.named();
        let mut event = json!({
            "type": "rawKeyDown", "key": name, "code": code, "windowsVirtualKeyCode": number,
            "modifiers": modifiers,
        });
        if matches!(key, Key::Space) {
            event["type"] = json!("keyDown");
            event["text"] = json!(" ");
        }
        self.call("Input.dispatchKeyEvent", &event);
        event["type"] = json!("keyUp");
        self.call("Input.dispatchKeyEvent", &event);
    }

    /// What is seen of the page in its window: the bytes of a picture.
    pub(crate) fn picture(&mut self) -> String {
        let picture = self.call("Page.captureScreenshot", &json!({ "format": "png" }));
        picture["data"].as_str().expect("a picture").to_owned()
    }

    /// What went wrong until now: errors, promises that nobody heard, requests that leave the machine.
    pub(crate) fn trouble(&mut self) -> Vec<String> {
        // Everything that the page said before an answer comes before the answer.
        self.value("0");
        self.wire.events().iter().filter_map(trouble).collect()
    }
}

fn trouble(event: &Value) -> Option<String> {
    let about = &event["params"];
    match event["method"].as_str()? {
        "Runtime.exceptionThrown" => Some(about["exceptionDetails"].to_string()),
        "Runtime.consoleAPICalled" if about["type"] == "error" || about["type"] == "assert" => {
            Some(about["args"].to_string())
        }
        "Log.entryAdded" if about["entry"]["level"] == "error" => Some(about["entry"].to_string()),
        "Network.requestWillBeSent" => {
            let url = about["request"]["url"].as_str()?;
            let is_here = ["file:", "data:", "blob:", "about:"].iter().any(|s| url.starts_with(s));
            (!is_here).then(|| format!("a request to {url}"))
        }
        _ => None,
    }
}
