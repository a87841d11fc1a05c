//! Every dependency has a licence that `deny.toml` allows, and comes from the public registry.
//! Needs no network.

use std::process::Command;

use serde_json::Value;

/// True if a licence expression (`MIT OR Apache-2.0`, `(A OR B) AND C`) can be satisfied with the
/// allowed licences.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let text = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = text.split_whitespace().peekable();
    alternatives(&mut words, allowed)
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn alternatives(words: &mut Words, allowed: &[String]) -> bool {
    let mut met = all_of(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        met |= all_of(words, allowed);
    }
    met
}

fn all_of(words: &mut Words, allowed: &[String]) -> bool {
    let mut met = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        met &= one(words, allowed);
    }
    met
}

fn one(words: &mut Words, allowed: &[String]) -> bool {
    match words.next() {
        Some("(") => {
            let met = alternatives(words, allowed);
            words.next_if_eq(&")").is_some() && met
        }
        Some(licence) => {
            // "Or later" is satisfied by the named version.
            let licence = licence.trim_end_matches('+');
            let exception = words.next_if_eq(&"WITH").and_then(|_| words.next());
            let name = match exception {
                Some(exception) => format!("{licence} WITH {exception}"),
                None => licence.to_string(),
            };
            allowed.contains(&name)
        }
        None => false,
    }
}

#[test]
fn expressions_are_understood() {
    let allowed = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"].map(String::from);
    for good in [
        "MIT",
        "GPL-3.0 OR MIT",
        "MIT/GPL-3.0",
        "MIT+",
        "(GPL-3.0 OR MIT) AND Apache-2.0",
        "Apache-2.0 WITH LLVM-exception OR GPL-3.0",
    ] {
        assert!(is_allowed(good, &allowed), "{good}");
    }
    for bad in
        ["", "GPL-3.0", "MIT AND GPL-3.0", "MIT WITH something", "(MIT OR GPL-3.0) AND GPL-3.0"]
    {
        assert!(!is_allowed(bad, &allowed), "{bad}");
    }
}

fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc is there");
    let text = String::from_utf8(output.stdout).expect("rustc writes text");
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.expect("rustc says what it builds for").to_string()
}

#[test]
fn every_dependency_may_be_given_on() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let rules = std::fs::read_to_string(format!("{root}/deny.toml")).expect("the rules are there");
    let rules: toml::Table = rules.parse().expect("the rules are TOML");
    let allowed = rules["licenses"]["allow"].as_array().expect("a list of licences");
    let allowed: Vec<String> =
        allowed.iter().map(|name| name.as_str().expect("a name").to_string()).collect();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--offline", "--format-version", "1"])
        // Only dependencies of this platform: others may not have been fetched.
        .args(["--filter-platform", &host()])
        .current_dir(root)
        .output()
        .expect("cargo is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 50, "{}", packages.len());
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_allowed(licence, &allowed), "{name} has the licence '{licence}'");
        let source = package["source"].as_str();
        let public = "registry+https://github.com/rust-lang/crates.io-index";
        assert!(source.is_none_or(|source| source == public), "{name} comes from {source:?}");
    }
}
