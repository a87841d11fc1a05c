//! What the command prints, word for word.
//! `TRYCMD=overwrite cargo test -p quadrille-cli --test it transcripts` writes the transcripts
//! anew; times and sizes in them then have to be replaced by `[..]` again.

#[test]
fn transcripts() {
    trycmd::TestCases::new().env("NO_COLOR", "1").env("COLUMNS", "100").case("tests/cmd/*.trycmd");
}
