//! The exact output of the command. `TRYCMD=overwrite cargo test -p quadrille-cli --test it
//! transcripts` updates the transcripts; times and sizes in them must then be replaced by `[..]`
//! again.

#[test]
fn transcripts() {
    trycmd::TestCases::new().env("NO_COLOR", "1").env("COLUMNS", "100").case("tests/cmd/*.trycmd");
}
