//! The version, commit and build of the program.

/// The version with the commit and the build, as stored in results: `0.1.0 (1a2b3c4, release)`.
pub fn version() -> String {
    format!(
        "{} ({}, {})",
        env!("CARGO_PKG_VERSION"),
        env!("QUADRILLE_COMMIT"),
        env!("QUADRILLE_PROFILE")
    )
}

/// All facts about the program, one per line.
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
