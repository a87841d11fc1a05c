//! Records the commit and the build for `quadrille --version --verbose`.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=QUADRILLE_COMMIT");
    let variable = |name: &str| env::var(name).unwrap_or_else(|_| "unknown".to_string());
    let profile = variable("PROFILE");
    println!("cargo::rustc-env=QUADRILLE_COMMIT={}", commit(&profile));
    println!("cargo::rustc-env=QUADRILLE_PROFILE={profile}");
    println!("cargo::rustc-env=QUADRILLE_TARGET={}", variable("TARGET"));
    let compiler = output(&variable("RUSTC"), &["--version"]);
    println!("cargo::rustc-env=QUADRILLE_COMPILER={}", compiler.as_deref().unwrap_or("unknown"));
}

/// The commit from the environment, or that of the checkout. Development builds have none, so that
/// a commit does not rebuild everything.
fn commit(profile: &str) -> String {
    if let Ok(commit) = env::var("QUADRILLE_COMMIT") {
        return commit;
    }
    if profile != "release" {
        return "development".to_string();
    }
    if let Some(head) = output("git", &["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={head}");
    }
    let Some(commit) = output("git", &["rev-parse", "--short=12", "HEAD"]) else {
        return "unknown".to_string();
    };
    let changed = output("git", &["status", "--porcelain", "--untracked-files=no"]);
    if changed.is_none_or(|changed| changed.is_empty()) {
        commit
    } else {
        format!("{commit}, changed")
    }
}

fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
