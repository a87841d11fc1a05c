//! The workbench: watching, comparing, drawing, own levels, new levels, and errors.

use crate::support::Page;
use crate::tour::{code, play};
use serde_json::{Value, json};

pub(crate) fn watch_search(page: &mut Page) {
    let code = code(page, "four-colours");
    page.go(&format!("#/search/{code}?a=astar"));
    page.click(".to-end");
    page.wait_for_text(".state", "5 moves, proved shortest");
    page.wait("the plan is in the tree", "document.querySelectorAll('.dots .plan').length === 6");
    page.click(".to-start");
    page.wait_for_text(".player .count", "0 / ");
    page.click(".step-forth");
    page.wait_for_text(".player .count", "1 / ");
    page.wait_for_text(".state", "Takes the position with the smallest f");
    page.wait_for_text(".numbers dd", "1");
    page.wait("the board stays", "document.querySelector('.sideboard .board svg')");
    page.inspect("a search");
    page.click("#race");
    page.wait("two searches are side by side", "document.querySelectorAll('.run').length === 2");
    page.click(".to-end");
    page.wait_for_text(".result", "; both solutions have 5 moves");
    page.inspect("a race");
}

pub(crate) fn explain_and_describe(page: &mut Page) {
    let code = code(page, "twins");
    page.go(&format!("#/search/{code}?a=astar&b=bfs"));
    page.click("#explain");
    page.wait_for_text(".explain li", "A* · relaxed looks at 19 positions, Breadth-first at 35");
    page.wait_for_text(".explain table caption", "Estimates along a shortest solution");
    page.inspect("an explanation");
    page.click(".formulation-card summary");
    page.wait_for_text(".formulation .operator code", "slide(d)");
    page.wait_for_text(".formulation table.figures", "Depth of the space");
    page.inspect("a level as a search problem");
    // With one search there is nothing to explain.
    page.go(&format!("#/search/{code}?a=astar"));
    page.wait("no explanation is offered", "document.querySelector('.explain').hidden");
}

pub(crate) fn compare_methods(page: &mut Page) {
    let code = code(page, "twins");
    page.go(&format!("#/compare/{code}"));
    page.inspect("methods before the start");
    page.click("#start");
    page.wait_for_text("[role=status]", "methods found a solution. The shortest has 6 moves");
    let rows = page.value("document.querySelectorAll('.results tbody tr').length");
    assert!(rows.as_u64() >= Some(10), "{rows} methods");
    page.wait("the board stays", "document.querySelector('.sideboard .board svg')");
    page.inspect("methods");
    // Results are kept while one method is viewed.
    page.click(".results tbody a");
    page.wait("a search is shown", "document.getElementById('view').dataset.view === 'search'");
    page.value("history.back()");
    page.wait(
        "the results are still there",
        &format!("document.querySelectorAll('.results tbody tr').length === {rows}"),
    );
    // Breadth-first search runs on this level until it is stopped.
    let code = self::code(page, "app-41");
    page.go(&format!("#/compare/{code}"));
    page.click("#start");
    page.click_button("Stop");
    page.wait(
        "it has ended",
        "document.querySelector('#start').textContent.includes('Compare again')",
    );
}

pub(crate) fn small_board(page: &mut Page) {
    page.go("#/edit?game=tiles&fresh=1");
    for _ in 0..3 {
        page.click("[data-side=rows] button");
        page.click("[data-side=cols] button");
    }
}

pub(crate) fn draw_and_share(page: &mut Page) {
    small_board(page);
    page.wait_for_text(".problems", "Choose a piece above the board");
    assert_eq!(
        page.value("document.querySelectorAll('.problems .steps li').length > 0"),
        json!(true)
    );
    page.click(".brush[data-glyph='a']");
    page.press_cell(0, 0);
    page.wait("its problems are shown", "document.querySelector('.problems ul:not(.steps)')");
    page.wait_for_text(".problems", "goal");
    page.inspect("a drawing with a problem");
    page.click(".brush[data-glyph='A']");
    page.press_cell(2, 2);
    page.wait_for_text(".problems", "Ready: solvable in 2 moves, the shortest possible");
    page.click("[data-act=undo]");
    page.wait("it is no level again", "document.querySelector('.problems li')");
    page.click("[data-act=redo]");
    page.wait_for_text(".problems", "solvable in 2 moves");
    // A block on a goal counts as both: then there are more blocks.
    page.click(".brush[data-glyph='a']");
    page.press_cell(2, 2);
    page.wait("both stand there", "document.querySelector('.board .goal.met')");
    page.click("[data-act=undo]");
    page.wait_for_text(".problems", "solvable in 2 moves");
    page.click(".panel details:has(.exported) > summary");
    page.wait_for_text(".exported", ". . A");
    page.inspect("a drawing");
    let link = page.value("document.querySelector('.panel a.primary').getAttribute('href')");
    page.go(link.as_str().expect("the address of the level"));
    page.wait("it is the level that was drawn", "document.querySelector('.panel pre').textContent.replaceAll(/ +/g, ' ') === 'a . .\\n. . .\\n. . A'");
    play(page, "D", 1, true);
    play(page, "R", 2, true);
    page.wait_for_text(".solved-card", "the shortest possible");
}

pub(crate) fn paste_a_level(page: &mut Page) {
    page.go("#/edit?game=tiles");
    page.click("#paste");
    page.wait("the dialog is open", "document.querySelector('dialog[open]')");
    page.inspect("the dialog for a text");
    page.value("document.querySelector('dialog textarea').value = 'nothing that anybody plays'");
    page.click("dialog [type=submit]");
    page.wait(
        "it says what is wrong",
        "document.querySelector('dialog .answer').textContent.length > 10",
    );
    page.expect_refusals();
    page.value("document.querySelector('dialog textarea').value = 'level pasted\\n1 . .\\n. . .\\n. . 2\\n'");
    page.click("dialog [type=submit]");
    page.wait(
        "the board is the one of the text",
        "!document.querySelector('dialog') || document.querySelector('dialog .chip')",
    );
    if page.value("Boolean(document.querySelector('dialog .chip'))") == Value::Bool(true) {
        page.click("dialog .chip");
    }
    page.wait("it is drawn", "location.hash.startsWith('#/edit/fold1-')");
}

/// Drawings have names and survive a reload; all progress can be exported to a file and imported.
pub(crate) fn keep_own_levels(page: &mut Page) {
    small_board(page);
    page.click(".brush[data-glyph='a']");
    page.press_cell(0, 0);
    page.wait("the drawing is kept", "location.hash.includes('draft=')");
    page.value("(() => { const name = document.querySelector('.drawtools input'); name.value = 'My first'; name.dispatchEvent(new Event('change')); })()");
    // Another game, and back.
    page.value("(() => { const list = document.querySelector('.title.drawing select'); list.value = 'zhed'; list.dispatchEvent(new Event('change')); })()");
    page.wait("the other game is drawn", "document.querySelector('.brush[data-glyph=G]')");
    page.value("history.back()");
    page.wait("the drawing is there", "document.querySelector('.drawtools input')?.value === 'My first' && document.querySelector('.layer-pieces .piece')");
    page.reload();
    page.wait("a reload loses nothing", "document.querySelector('.drawtools input')?.value === 'My first' && document.querySelector('.layer-pieces .piece')");
    page.click("[data-act=undo]");
    page.wait("not even what came before", "!document.querySelector('.layer-pieces .piece')");
    page.click("[data-act=redo]");
    page.wait("the block is back", "document.querySelector('.layer-pieces .piece')");
    page.go("#/mine");
    page.wait_for_text(".level .name", "My first");
    page.inspect("own levels");
    // Its picture and its name lead to it.
    for way in [".level .picture", ".level a.name"] {
        page.click(way);
        page.wait(
            "the drawing is open",
            "document.querySelector('.drawtools input')?.value === 'My first'",
        );
        page.go("#/mine");
    }
    page.wait_for_text(".level .name", "My first");
    let saved = page.value("import('/assets/views/mine.js').then(({ fileText }) => fileText())");
    let saved = saved.as_str().expect("a text").to_string();
    assert!(saved.contains("My first") && saved.contains("quadrille-progress"));
    page.value("window.confirm = () => true");
    page.click("#reset");
    page.wait("all is forgotten", "!document.querySelector('.level .name')");
    let taken = page.value(&format!(
        "import('/assets/views/mine.js').then(({{ takeFile }}) => [takeFile('{{}}'), takeFile({saved:?})])"
    ));
    assert_eq!(taken, json!([false, true]));
    page.go("#/mine");
    page.wait_for_text(".level .name", "My first");
    // A text with several levels becomes a pack with progress.
    page.click("#paste");
    page.value("document.querySelector('dialog textarea').value = 'level one\\na . A\\n. . .\\n\\nlevel two\\na . .\\n. . A\\n'");
    page.click("dialog [type=submit]");
    page.click("#as-pack");
    page.wait("the pack is open", "document.querySelectorAll('.level').length === 2 && location.hash.startsWith('#/pack/own-')");
    // The name of a level is part of its link.
    let address = page.value(
        "import('/assets/parts/router.js').then(({ shareAddress }) => shareAddress('tiles1-IgIAEuYDAQACBShqQA', { name: 'Called so' }))",
    );
    let address = address.as_str().expect("an address");
    page.value("localStorage.clear()");
    page.go(&address[address.find('#').expect("a fragment")..]);
    page.wait("the game is there", "document.querySelector('.figures')");
}

/// New levels come from the generator, and daily levels depend on the date alone.
pub(crate) fn make_levels(page: &mut Page) {
    page.go("#/new?game=fold&difficulty=easy");
    page.inspect("an order");
    page.click("#make");
    page.wait_for_text("h1", "New 1");
    page.wait_for_text(".figures", "shortest possible:");
    page.go("#/new?game=sokoban&difficulty=easy");
    page.click("#make");
    page.wait_for_text("h1", "New 2");
    page.wait_for_text(".outlook", "to go");
    page.inspect("a new level of a game without fast rules");
    page.go("#/daily");
    page.wait(
        "there is a level for each game",
        "document.querySelectorAll('.daycard').length >= 5 && [...document.querySelectorAll('.daycard')].every((card) => card.querySelector('button'))",
    );
    page.inspect("the levels of the day");
    let codes = "import('/assets/model/daily.js').then(({ daily }) => daily('tiles', '2026-02-03', new AbortController().signal)).then((level) => level.code)";
    let first = page.value(codes);
    page.value("localStorage.clear()");
    assert_eq!(page.value(codes), first, "the same for everybody");
    let streak = page.value(
        "import('/assets/model/daily.js').then(({ streak }) => { \
         localStorage.setItem('quadrille.streak', JSON.stringify(['2026-02-01', '2026-02-02', '2026-02-04'])); \
         return [streak(new Date(2026, 1, 3, 12)), streak(new Date(2026, 1, 4, 12)), streak(new Date(2026, 1, 6, 12))]; })",
    );
    assert_eq!(streak, json!([2, 1, 0]));
}

/// Errors are reported, with a way to continue.
pub(crate) fn fail_kindly(page: &mut Page) {
    page.go("#/play/tiles1-nonsense");
    page.wait("it says so", "document.querySelector('.failure')");
    page.inspect("a failure");
    page.expect_refusals();
    page.click_button("To the home page");
    page.wait("the front door is there", "document.querySelectorAll('.door').length > 3");
    page.value("localStorage.setItem('quadrille.progress', '{\"version\":1,\"levels\":{\"x\":7,\"y\":{\"moves\":[1]}}')");
    page.go("#/");
    page.wait(
        "the front door is there all the same",
        "document.querySelectorAll('.door').length > 3",
    );
    assert_eq!(
        page.value("localStorage.getItem('quadrille.progress')"),
        json!(null),
        "what is damaged is laid aside"
    );
    page.key("?");
    page.wait("help is open", "document.querySelector('dialog[open]')");
    page.inspect("help");
    page.key("Escape");
    page.wait("help is closed", "!document.querySelector('dialog')");
}

/// A lost server is reported, and the game is kept.
pub(crate) fn lose_the_server(page: &mut Page) {
    let code = code(page, "stopper");
    page.go(&format!("#/play/{code}"));
    page.wait_for_text(".outlook", "5 to go");
    play(page, "R", 1, true);
    page.wait_for_text(".outlook", "4 to go");
    page.lose_server();
    page.click("[data-act=undo]");
    page.wait_for_text(".figures", "0 moves");
    page.click("#tabs [data-tab=compare]");
    page.wait_for_text(".failure", "The server does not answer");
    page.inspect("a page without a server");
    page.expect_refusals();
}
