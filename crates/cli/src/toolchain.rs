//! Exported programs, run with the tools of this machine.
//!
//! The program, a driver that reads states and prints values, and nothing else stand in a folder of
//! their own, which is removed afterwards.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use alembert::code::Target;
use alembert::code::fmu::CHECK;
use alembert::walk::Samples;

use crate::complaint::Complaint;
use crate::walk::Listing;

/// What is called to build a driver, if anything, and then to run it.
struct Tool {
    target: &'static str,
    build: &'static [&'static str],
    run: &'static [&'static str],
}

const TOOLS: &[Tool] = &[
    Tool {
        target: "c",
        build: &["cc", "-std=c99", "-O1", "-o", "driver", "alembert_driver.c", "-lm"],
        run: &["./driver"],
    },
    Tool {
        target: "rust",
        build: &["rustc", "--edition", "2021", "-o", "driver", "alembert_driver.rs"],
        run: &["./driver"],
    },
    Tool { target: "julia", build: &[], run: &["julia", "alembert_driver.jl"] },
    Tool { target: "matlab", build: &[], run: &["octave-cli", "alembert_driver.m"] },
];

/// How the targets in Python run.
const PYTHON: Tool = Tool { target: "", build: &[], run: &["python3", "alembert_driver.py"] };

fn tool_of(target: &Target) -> &'static Tool {
    TOOLS.iter().find(|tool| tool.target == target.name).unwrap_or(&PYTHON)
}

/// The name of the tool that checks a target.
pub(crate) fn tool(target: &Target) -> &'static str {
    let tool = tool_of(target);
    tool.build.first().unwrap_or(&tool.run[0])
}

/// The values of the program at the states of its samples.
pub(crate) fn values(target: &Target, code: &Listing) -> Result<Vec<Vec<f64>>, Complaint> {
    let Some(driver) = &code.driver else {
        return Err(Complaint::NoCheck { target: target.name });
    };
    let room = Room::new()?;
    room.write(&format!("{}.{}", code.stem, target.ending), &code.text)?;
    room.write(&format!("alembert_driver.{}", target.ending), driver)?;
    room.write("states.txt", code.samples.text())?;
    let tool = tool_of(target);
    if !tool.build.is_empty() {
        room.call(tool.build)?;
    }
    let output = room.call(tool.run)?;
    Ok(numbers(&output))
}

/// The numbers that a program printed, line by line.
fn numbers(output: &Output) -> Vec<Vec<f64>> {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = |x: &str| x.parse().unwrap_or(f64::NAN);
    text.lines().map(|line| line.split_whitespace().map(number).collect()).collect()
}

/// The shared library of an FMU, from its source; none without a C compiler or on another platform than
/// Linux on 64-bit Intel machines.
pub(crate) fn library(source: &str) -> Result<Option<Vec<u8>>, Complaint> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(None);
    }
    let room = Room::new()?;
    room.write("unit.c", source)?;
    room.write("states.txt", "")?;
    let words = ["cc", "-std=c99", "-O2", "-shared", "-fPIC", "-o", "unit.so", "unit.c", "-lm"];
    match room.call(&words) {
        Ok(_) => {}
        Err(Complaint::NoTool { .. }) => return Ok(None),
        Err(error) => return Err(error),
    }
    let path = room.0.join("unit.so");
    let name = path.display().to_string();
    fs::read(&path).map(Some).map_err(|reason| Complaint::Unreadable { name, reason })
}

/// The values of an FMU at states, after it was validated.
pub(crate) fn unit_values(
    archive: &[u8],
    sizes: [usize; 6],
    samples: &Samples,
) -> Result<Vec<Vec<f64>>, Complaint> {
    let room = Room::new()?;
    room.write("check.py", CHECK)?;
    room.write("states.txt", samples.text())?;
    room.write("unit.fmu", archive)?;
    let sizes = sizes.map(|n| n.to_string());
    let mut words = vec!["python3", "check.py", "unit.fmu"];
    words.extend(sizes.iter().map(String::as_str));
    Ok(numbers(&room.call(&words)?))
}

/// A folder that is removed when it is no longer needed.
struct Room(PathBuf);

impl Room {
    fn new() -> Result<Self, Complaint> {
        let path = std::env::temp_dir().join(format!("alembert-export-{}", std::process::id()));
        match fs::create_dir(&path) {
            Ok(()) => Ok(Self(path)),
            Err(reason) => Err(Complaint::Unwritable { path, reason }),
        }
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<(), Complaint> {
        let path = self.0.join(name);
        fs::write(&path, bytes).map_err(|reason| Complaint::Unwritable { path, reason })
    }

    /// Calls a tool in the folder, with the states as its input.
    fn call(&self, words: &[&str]) -> Result<Output, Complaint> {
        let broken = |reason: String| Complaint::Tool { command: words.join(" "), reason };
        let states = self.0.join("states.txt");
        let states = File::open(&states).map_err(|e| broken(e.to_string()))?;
        let program = match words[0].strip_prefix("./") {
            Some(own) => self.0.join(own),
            None => Path::new(words[0]).to_owned(),
        };
        let mut command = Command::new(program);
        command.args(&words[1..]).current_dir(&self.0).stdin(Stdio::from(states));
        let output = match command.output() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Complaint::NoTool { command: words[0].to_owned() });
            }
            Err(error) => return Err(broken(error.to_string())),
            Ok(output) => output,
        };
        if output.status.success() {
            return Ok(output);
        }
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let last = text.lines().rfind(|line| !line.trim().is_empty());
        if let Some(module) = last.and_then(missing_module) {
            let command = words[0].to_owned();
            return Err(Complaint::NoModule { command, module: module.to_owned() });
        }
        Err(broken(last.map_or_else(|| output.status.to_string(), str::to_owned)))
    }
}

/// The module that Python did not find, by the last line of its message.
fn missing_module(message: &str) -> Option<&str> {
    message.strip_prefix("ModuleNotFoundError: No module named '")?.strip_suffix('\'')
}

impl Drop for Room {
    fn drop(&mut self) {
        // It lies in the folder for temporary files, which the system clears.
        let _ = fs::remove_dir_all(&self.0);
    }
}
