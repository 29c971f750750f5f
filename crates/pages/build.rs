//! The web app is embedded: when its build changes, so does the binary.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
