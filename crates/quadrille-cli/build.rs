//! Rebuilds the command when a pack of levels or a file of the page is added or changed.

fn main() {
    println!("cargo::rerun-if-changed=../../levels");
    println!("cargo::rerun-if-changed=page");
}
