//! An assignment that is opened by its link.

use super::super::browser_support::Page;
use super::scripts::write;
use serde_json::json;

/// A heuristic that knows nothing, one that says too much, and the model answer.
const ZERO: &str = "fn estimate(board) { 0 }";
const TOO_MUCH: &str = "fn estimate(board) { 9 * board.off_goal }";
const MODEL: &str = include_str!("../../../../assignments/tiles-heuristic/model.heuristic");

/// The points grow with the answer, a wrong one is refuted, what is typed stays, and the hidden levels are nowhere.
pub(crate) fn an_assignment_is_worked_on(page: &mut Page) {
    page.go("#/assignment");
    page.wait_for_text("h1", "Assignments");
    page.inspect("the list of assignments");
    page.click("a[href$='tiles-heuristic']");
    page.wait_for_text("#points", "of 80 points");
    page.wait_for_text(".checks", "20 more points are for levels that only your teacher has");
    write(page, ZERO);
    page.wait_for_text("#points", "50 of 80 points");
    page.wait_for_text(".checks", "It looks at more than 110.");
    write(page, TOO_MUCH);
    page.wait("a board refutes it", "document.querySelector('.checks .refutation .board svg')");
    page.wait_for_text(".checks", "is enough: ");
    page.inspect("a refuted answer");
    write(page, MODEL);
    page.wait_for_text("#points", "80 of 80 points");
    page.inspect("a full answer");
    page.click(".givens li:nth-child(2) .given");
    page.wait_for_text(".script-verdict", "On this board it says");
    page.reload();
    page.wait_for_text("#points", "80 of 80 points");
    let kept = page.value("document.querySelector('textarea.code').value");
    assert_eq!(kept, json!(MODEL));
    // The link has all that is needed, and none of the hidden levels.
    let link = page.value(
        "import('/assets/api/index.js').then((api) => api.assignments()).then((all) => all.find(({ id }) => id === 'tiles-heuristic').link)",
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
    page.go("#/assignment/write-zhed");
    page.wait_for_text(".assignment", "quadrille grade assignment.toml");
    page.inspect("an assignment for the command");
}

/// On a narrow screen the points stand beside the answer too.
pub(crate) fn an_assignment_fits_a_phone(page: &mut Page) {
    page.go("#/assignment/tiles-heuristic");
    write(page, ZERO);
    page.wait_for_text(".score-here", "50 of 80 points");
    let is_seen = page.value("document.querySelector('.score-here').offsetParent !== null");
    assert_eq!(is_seen, json!(true));
    page.inspect("an assignment on a phone");
}
