//! A heuristic written in the page.

use crate::support::Page;
use crate::tour::code;
use serde_json::json;

/// Sets the text of the editor, as if typed.
pub(crate) fn write(page: &mut Page, script: &str) {
    page.value(&format!(
        "(() => {{ const area = document.querySelector('textarea.code'); area.focus(); area.value = {}; \
         area.dispatchEvent(new Event('input')); }})()",
        json!(script)
    ));
}

/// Opens the card of a level's script. The end of the search adds a line and a button above the
/// card, so it is awaited first.
pub(crate) fn open_script(page: &mut Page, code: &str) {
    page.go(&format!("#/search/{code}?a=astar"));
    page.wait_for_text("main", "proved shortest");
    page.click("#script > summary");
    page.wait("the card is open", "document.querySelector('#script').open");
}

/// Errors are shown at their line, words are completed, the effort is measured, a counter-example
/// is found, and the film uses the script.
pub(crate) fn a_script_is_written(page: &mut Page) {
    page.go("#/");
    let code = code(page, "twins");
    open_script(page, &code);
    page.wait_for_text(".script-verdict", "Estimate for this board");
    write(page, "fn estimate(board) {\n    board.nothing\n}");
    page.wait_for_text(".script-verdict", "Line 2, column");
    page.wait_for_text(".line-numbers .wrong", "2");
    write(page, "fn estimate(board) { board.go");
    page.wait_for_text(".completions", "goals");
    page.key("Enter");
    // At the end of a long line the whole list is visible, too.
    write(page, &format!("fn estimate(board) {{ {} board.go", "0 + ".repeat(40)));
    page.wait(
        "the words are within the editor",
        "(() => { const box = (what) => document.querySelector(what).getBoundingClientRect(); const [list, editor] = [box('.completions'), box('.editorbox')]; \
         return list.width > 0 && list.left >= editor.left - 1 && list.right <= editor.right + 1 && list.bottom <= innerHeight; })()",
    );
    write(page, "fn estimate(board) { board.go");
    page.wait_for_text(".completions", "goals");
    page.key("Enter");
    let completed = page.value("document.querySelector('textarea.code').value");
    assert_eq!(completed, json!("fn estimate(board) { board.goals"));
    write(page, "fn estimate(board) {\n    print(7);\n    5 * board.off_goal\n}");
    page.wait_for_text(".script-verdict", "Estimate for this board");
    page.wait_for_text(".printed", "7");
    page.wait(
        "it is measured beside the standard heuristic",
        "[...document.querySelectorAll('.trial tbody tr')].map((row) => row.querySelector('.number').textContent) \
         .filter((count) => Number(count) > 0).length >= 3",
    );
    page.inspect("a script");
    page.click("#prove-wrong");
    page.wait("a board refutes it", "document.querySelector('.refutation .board svg')");
    page.wait_for_text(".script-results", "The estimate can be too high");
    page.click("#script-watch");
    page.wait(
        "the film takes it",
        "document.querySelector('.runhead select:last-of-type') && [...document.querySelectorAll('.runhead select')].some((one) => one.value.startsWith('@'))",
    );
    page.click(".to-end");
    page.wait_for_text(".state", "moves");
}
