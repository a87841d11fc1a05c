//! Rebuilds the command when a pack of levels is added or changed.

fn main() {
    println!("cargo::rerun-if-changed=../../levels");
}
