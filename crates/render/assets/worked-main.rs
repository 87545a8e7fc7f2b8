/// The worked example.
pub fn main() {
    if let Err(t) = follow() {
        eprintln!("{STUCK}{t}");
        std::process::exit(1);
    }
}
