use quadrille_base::markdown::*;

#[test]
fn a_document_has_blocks_with_blank_lines_between_them() {
    let rows = [vec!["bfs".to_string(), "7".to_string()], vec!["x".repeat(50), String::new()]];
    let table = table(&["method", "moves"], &rows, |column| column == 1);
    let mut document = Document::new("Title", &[list(["one", "two"])]);
    document.section("Empty", &[String::new()]);
    document.section("Table", &["Before.".to_string(), table]);
    let long = "x".repeat(50);
    let wanted = format!(
        "# Title\n\n- one\n- two\n\n## Table\n\nBefore.\n\n\
         | method | moves |\n|--------|------:|\n| bfs    |     7 |\n| {long} |       |\n"
    );
    assert_eq!(document.into_text(), wanted);
    assert_eq!(escaped("a_b *c* | d\n"), "a_b \\*c\\* \\| d ");
}
