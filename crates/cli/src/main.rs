//! The `alembert` command.

fn main() {}
