//! Which program this is: its version, and the commit and build it comes from.

/// The version with the commit and the build, as results keep it: `0.1.0 (1a2b3c4, release)`.
pub fn version() -> String {
    format!(
        "{} ({}, {})",
        env!("CARGO_PKG_VERSION"),
        env!("QUADRILLE_COMMIT"),
        env!("QUADRILLE_PROFILE")
    )
}

/// Everything about the program, a line each.
pub fn verbose() -> String {
    let machine = quadrille_base::machine();
    format!(
        "quadrille {}\ncommit: {}\nbuild: {}\ntarget: {}\ncompiler: {}\nresults: schema {}\nmachine: {machine}\n",
        env!("CARGO_PKG_VERSION"),
        env!("QUADRILLE_COMMIT"),
        env!("QUADRILLE_PROFILE"),
        env!("QUADRILLE_TARGET"),
        env!("QUADRILLE_COMPILER"),
        quadrille::record::SCHEMA,
    )
}
