//! An assignment opened by its link.

use super::scripts::write;
use crate::support::Page;
use serde_json::json;

/// A zero heuristic, one that overestimates, and the model answer.
const ZERO: &str = "fn estimate(board) { 0 }";
const TOO_MUCH: &str = "fn estimate(board) { 9 * board.off_goal }";
const RULES: &str = include_str!("../../../../../assignments/write-zhed/model.puzzle");
const MODEL: &str = include_str!("../../../../../assignments/tiles-heuristic/model.heuristic");

/// The points grow with the answer, a wrong one is refuted, typed text stays, and no hidden level
/// is shown.
pub(crate) fn an_assignment_is_worked_on(page: &mut Page) {
    page.go("#/assignment");
    page.wait_for_text("h1", "Assignments");
    page.inspect("the list of assignments");
    page.click("a[href$='tiles-heuristic']");
    page.wait_for_text("#points", "of 80 points");
    page.wait_for_text(".checks", "20 more points are for levels that only your teacher has");
    write(page, ZERO);
    page.wait_for_text("#points", "50 of 80 points");
    page.wait_for_text(".checks", "It looks at more than 110 positions.");
    write(page, TOO_MUCH);
    page.wait("a board refutes it", "document.querySelector('.checks .refutation .board svg')");
    page.wait_for_text(".checks", "is enough: ");
    page.inspect("a refuted answer");
    write(page, MODEL);
    page.wait_for_text("#points", "80 of 80 points");
    page.inspect("a full answer");
    page.click(".givens li:nth-child(2) .given");
    page.wait_for_text(".script-verdict", "Estimate for this board");
    page.reload();
    page.wait_for_text("#points", "80 of 80 points");
    let kept = page.value("document.querySelector('textarea.code').value");
    assert_eq!(kept, json!(MODEL));
    // The link is complete, without the hidden levels.
    let link = page.value(
        "import('/assets/api/index.js').then((api) => api.assignments()).then((all) => all.find(({ name }) => name === 'tiles-heuristic').link)",
    );
    let link = link.as_str().expect("a link").to_string();
    let shown = page.value(&format!(
        "import('/assets/api/index.js').then((api) => api.assignment({link:?})).then((all) => JSON.stringify(all) + atob({link:?}.replaceAll('-', '+').replaceAll('_', '/')))"
    ));
    assert!(!shown.as_str().expect("an assignment").contains("hidden-0"), "{shown}");
    page.go(&format!("#/assignment?with={link}"));
    page.wait_for_text("#points", "80 of 80 points");
    page.go(&format!("#/assignment?with={}", &link[..200]));
    page.wait_for_text(".failure", "link");
    page.expect_refusals();
}

/// The rules of a puzzle are written and checked in the page; errors and endless loops are
/// reported.
pub(crate) fn a_puzzle_is_written(page: &mut Page) {
    page.go("#/assignment/write-zhed");
    // It starts with a valid puzzle, with the cells of the levels, and with no points.
    page.wait_for_text(".script-verdict", "works, with 1 level.");
    page.wait_for_text("#points", "0 of 100 points");
    page.wait_for_text(".checks", "your rules lead to");
    page.inspect("a puzzle to begin with");
    write(page, RULES);
    page.wait_for_text("#points", "100 of 100 points");
    page.wait_for_text(".checks", "The same on all ");
    page.wait(
        "its levels are drawn",
        "document.querySelectorAll('.givens')[0].querySelectorAll('.board svg').length === 2",
    );
    page.inspect("a puzzle with all points");
    // A number that stays after it was used.
    write(page, &RULES.replace("    board.put(row, col, \"*\");\n", ""));
    page.wait_for_text("#points", "40 of 100 points (your best: 100)");
    page.wait_for_text(".checks", "it should be");
    write(page, &RULES.replace("board.count(\"@\") > 0", "loop {}"));
    page.wait_for_text("#points", "0 of 100 points (your best: 100)");
    page.wait_for_text(".checks", "too many steps");
    write(page, &RULES.replace(", #{ glyph: \"@\" }", ""));
    page.wait_for_text(".checks", "cell '@'");
    write(page, &RULES.replace("1 G . .", "1 ? . ."));
    page.wait_for_text(".script-verdict", "'?' is not a");
    page.wait(
        "the line is marked",
        "document.querySelector('.line-numbers .wrong')?.textContent.trim() === '36'",
    );
    write(page, "const ID = 1;");
    page.wait_for_text(".script-verdict", "There is no function play");
    let is_off = page.value("document.querySelector('#check-answer').disabled");
    assert_eq!(is_off, json!(true));
    write(page, RULES);
    page.wait_for_text("#points", "100 of 100 points");
    page.reload();
    page.wait_for_text("#points", "100 of 100 points");
    let kept = page.value("document.querySelector('textarea.code').value");
    assert_eq!(kept, json!(RULES));
}

/// On a narrow screen the points are shown beside the answer, too.
pub(crate) fn an_assignment_fits_a_phone(page: &mut Page) {
    page.go("#/assignment");
    let is_whole = page.value(
        "[...document.querySelectorAll('.ways a')].every((one) => one.scrollWidth <= one.clientWidth)",
    );
    assert_eq!(is_whole, json!(true), "no title is cut off");
    page.go("#/assignment/tiles-heuristic");
    write(page, ZERO);
    page.wait_for_text(".score-here", "50 of 80 points");
    let is_seen = page.value("document.querySelector('.score-here').offsetParent !== null");
    assert_eq!(is_seen, json!(true));
    page.inspect("an assignment on a phone");
}
