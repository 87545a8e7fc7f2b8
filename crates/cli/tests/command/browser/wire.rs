//! The wire to a browser: its debugging protocol over two named pipes.
//!
//! A browser that is started with `--remote-debugging-pipe` reads commands from its file 3 and writes answers and
//! events to its file 4, each a JSON text that ends with a zero byte. A shell opens these two files.

use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use serde_json::{Value, json};

use super::PATIENCE;

/// Nothing that a browser does by itself.
const QUIET: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
];

/// A browser that runs.
pub(super) struct Wire {
    browser: Child,
    commands: File,
    messages: Receiver<Value>,
    events: Vec<Value>,
    last: u64,
}

impl Wire {
    /// Starts a browser with a profile in a folder.
    pub(super) fn start(program: &Path, folder: &Path) -> Self {
        let [commands, answers] = ["commands", "answers"].map(|name| folder.join(name));
        let made = Command::new("mkfifo").args([&commands, &answers]).status();
        assert!(made.is_ok_and(|status| status.success()), "named pipes can be made");
        let browser = Command::new("sh")
            .args(["-c", "exec 3<\"$1\" 4>\"$2\"; shift 2; exec \"$@\"", "sh"])
            .args([&commands, &answers])
            .arg(program)
            .args(QUIET)
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell starts the browser");
        let commands = OpenOptions::new().write(true).open(commands).expect("a pipe opens");
        let answers = File::open(answers).expect("a pipe opens");
        let messages = listened(answers);
        Self { browser, commands, messages, events: Vec::new(), last: 0 }
    }

    /// The answer to a command, to the browser or to a page of it.
    pub(super) fn call(
        &mut self,
        session: Option<&str>,
        method: &str,
        parameters: &Value,
    ) -> Value {
        self.last += 1;
        let mut command = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = session {
            command["sessionId"] = json!(session);
        }
        let sent = self.commands.write_all(format!("{command}\0").as_bytes());
        sent.unwrap_or_else(|e| panic!("the browser does not run ({e}), for {method}"));
        loop {
            let message = self.next(method);
            if message["id"] == self.last {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }

    /// Waits for an event.
    pub(super) fn wait_for(&mut self, method: &str) {
        while !self.events.iter().any(|event| event["method"] == method) {
            let message = self.next(method);
            self.events.push(message);
        }
    }

    /// All events until now.
    pub(super) fn events(&self) -> &[Value] {
        &self.events
    }

    fn next(&self, awaited: &str) -> Value {
        let next = self.messages.recv_timeout(PATIENCE);
        next.unwrap_or_else(|e| panic!("the browser does not answer ({e}), for {awaited}"))
    }
}

/// What comes through a pipe, message by message.
fn listened(pipe: File) -> Receiver<Value> {
    let (told, messages) = channel();
    std::thread::spawn(move || {
        for message in BufReader::new(pipe).split(0) {
            let read = message.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
            let Some(message) = read else { break };
            if told.send(message).is_err() {
                break;
            }
        }
    });
    messages
}

impl Drop for Wire {
    /// Ends the browser; what it would say to that is of no interest.
    fn drop(&mut self) {
        let _ = self.commands.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let begin = std::time::Instant::now();
        while begin.elapsed() < std::time::Duration::from_secs(5) {
            if matches!(self.browser.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}
