//! PuzzleScript games in the page: those that ship, pasted sources, dropped files, links.

use serde_json::json;

use crate::support::Page;

/// A game with an action key, messages, and two levels.
const LAMPS: &str = include_str!("../../../quadrille-puzzlescript/games/lamps.puzzlescript");
const PUSH: &str = include_str!("../../../quadrille-puzzlescript/games/push.puzzlescript");

fn paste(page: &mut Page, source: &str) {
    page.go("#/puzzlescript");
    page.wait("the editor is there", "document.querySelector('.page.sources textarea')");
    write(page, source);
}

fn write(page: &mut Page, source: &str) {
    page.value(&format!(
        "(() => {{ const area = document.querySelector('.page.sources textarea'); area.value = {}; \
         area.dispatchEvent(new InputEvent('input', {{ bubbles: true }})); }})()",
        json!(source)
    ));
}

fn read(page: &mut Page, source: &str) {
    paste(page, source);
    page.click("#read-source");
    page.wait(
        "its levels are there",
        "document.querySelectorAll('.sourcelevels .level').length === 2",
    );
}

fn begin(page: &mut Page) {
    page.click("#play-source");
    page.wait("the board is there", "document.querySelector('.table .board .sprite')");
    page.click(".message button");
    page.wait("the message is gone", "document.querySelector('.message').hidden");
}

/// From the front door to a game that ships: its message, its sprites, hints, the solution, the
/// next level.
pub(crate) fn a_game_that_ships(page: &mut Page) {
    page.go("#/");
    page.wait_for_text("h2", "Puzzles in PuzzleScript");
    page.click("[data-shipped=push]");
    page.wait(
        "its levels are there",
        "document.querySelectorAll('.sourcelevels .level').length === 2",
    );
    page.inspect("a PuzzleScript game");
    page.click("#play-source");
    page.wait_for_text(".message", "Push every crate onto a goal");
    page.wait(
        "it has its own colours",
        "document.querySelector('.table .board .sprite path[fill]')",
    );
    page.inspect("a message");
    page.wait_for_text("h1", "Level 1");
    let sign = page.value(
        "(() => { const { color, backgroundColor } = getComputedStyle(document.querySelector('.message kbd')); return color === backgroundColor; })()",
    );
    assert_eq!(sign, json!(false), "the key on the button can be read");
    // The key that closes the message plays nothing.
    page.key("ArrowRight");
    page.wait("the message is gone", "document.querySelector('.message').hidden");
    page.wait_for_text(".figures", "0 moves");
    page.key("ArrowDown");
    page.wait_for_text(".figures", "1 move");
    page.key("z");
    page.wait_for_text(".figures", "0 moves");
    page.click("[data-act=hint]");
    page.wait("the hint is on the board", "document.querySelector('.board .hint, .arrow.hinted')");
    page.wait("its preview has the game's pictures", "document.querySelector('.table .board .ghost.sprite') && !document.querySelector('.table .board .ghost text')");
    page.click("[data-act=solve]");
    page.wait_for_text(".planbar", "Shortest possible, proved");
    page.wait_for_text(".planbar .count", "2 / 2");
    page.click_button("Back to my game");
    page.key("ArrowDown");
    page.wait_for_text(".figures", "1 move");
    page.key("ArrowRight");
    page.wait("it is solved", "!document.querySelector('.solved-box').hidden");
    page.click(".onward");
    page.wait_for_text("h1", "2");
    page.wait_for_text(".figures", "0 moves");
}

/// A source is pasted with a mistake, mended, and played with the action key.
pub(crate) fn a_source_is_pasted(page: &mut Page) {
    paste(page, &LAMPS.replace("[ Flip ] -> [ ]", "[ Flop ] -> [ ]"));
    page.wait_for_text(".problems", "flop");
    page.wait_for_text(".problems button", "Line 76");
    page.inspect("a source with a fault");
    page.click(".problems button");
    page.wait("the cursor is there", "document.activeElement.matches('.page.sources textarea')");
    write(page, LAMPS);
    page.wait_for_text(".problems", "No faults");
    page.click("#read-source");
    page.wait(
        "its levels are there",
        "document.querySelectorAll('.sourcelevels .level').length === 2",
    );
    begin(page);
    page.key("x");
    page.wait_for_text(".figures", "1 move");
    page.key("u");
    page.wait_for_text(".figures", "0 moves");
    page.click(".actionkey");
    page.wait_for_text(".figures", "1 move");
    page.wait_for_text(".outlook", "5 to go");
}

/// A file is dropped on the page; another file is not taken for a game.
pub(crate) fn a_source_is_dropped(page: &mut Page) {
    page.go("#/");
    let mut drop = |name: &str, source: &str| {
        page.value(&format!(
            "(() => {{ const data = new DataTransfer(); data.items.add(new File([{}], {name:?})); \
             document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }})); }})()",
            json!(source)
        ));
    };
    drop("letter.txt", "Dear reader");
    drop("game.txt", PUSH);
    page.wait_for_text("#toast", "letter.txt is not the source of a PuzzleScript game");
    page.wait(
        "its levels are there",
        "document.querySelectorAll('.sourcelevels .level').length === 2",
    );
    page.wait_for_text("h1", "Push");
}

/// A link carries the game to a browser that does not have it.
pub(crate) fn a_link_carries_the_game(page: &mut Page) {
    read(page, &PUSH.replace("title Push", "title Shove"));
    begin(page);
    page.key("ArrowDown");
    page.wait_for_text(".figures", "1 move");
    page.value("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    page.click("#share-position");
    page.wait("the link is copied", "window.copied");
    let link = page.value("window.copied");
    let link = link.as_str().expect("a link").to_string();
    let hash = &link[link.find('#').expect("a position")..];
    let bare = hash.split('?').next().expect("a code").to_string();
    page.value("localStorage.clear()");
    page.go("#/");
    page.reload();
    page.go(&bare);
    page.wait_for_text("#view", "is not in this browser");
    page.go(hash);
    page.wait("the board is there", "document.querySelector('.table .board .sprite')");
    page.wait_for_text(".title", "Shove");
    // The message belongs to the start of the level.
    page.wait("no message lies over it", "document.querySelector('.message').hidden");
    page.key("ArrowRight");
    page.wait_for_text(".outlook", "solved");
}

/// Its searches are watched and compared, and its levels drawn with the cells of its legend.
pub(crate) fn the_workbench_takes_a_game(page: &mut Page) {
    read(page, PUSH);
    let code = page.value(
        "document.querySelector('.sourcelevels .level').getAttribute('href').split('/').pop()",
    );
    let code = code.as_str().expect("a code").to_string();
    page.go(&format!("#/search/{code}?a=astar"));
    page.click(".to-end");
    page.wait_for_text(".state", "2 moves, proved shortest");
    page.inspect("a search in a PuzzleScript game");
    page.go(&format!("#/compare/{code}"));
    page.click("#start");
    page.wait_for_text("[role=status]", "The shortest has 2 moves");
    page.go(&format!("#/edit/{code}"));
    page.wait_for_text(".problems", "solvable in 2 moves");
    page.wait(
        "the legend is the palette",
        "document.querySelector(\".brush[data-glyph='*'] .sprite\")",
    );
    page.inspect("the editor of a PuzzleScript game");
    page.click(".brush[data-glyph='#']");
    page.press_cell(2, 4);
    page.wait_for_text(".problems", "solvable in 2 moves");
    // Behind the crate there is no room for the player any more.
    page.press_cell(2, 1);
    page.wait_for_text(".problems", "no solution");
}

/// On a phone there are arrows and the action key, and swipes are moves.
pub(crate) fn a_phone_has_keys(page: &mut Page) {
    read(page, LAMPS);
    page.inspect("a PuzzleScript game");
    begin(page);
    page.wait("there are arrows", "document.querySelector('.pad').offsetParent");
    page.click(".pad .arrow.right");
    page.wait_for_text(".figures", "1 move");
    let from = page.cell(1, 2);
    page.press(from, Some((from.0 - 60.0, from.1)));
    page.wait_for_text(".figures", "2 moves");
    page.inspect("a PuzzleScript game in play");
    page.click(".actionkey");
    page.wait_for_text(".figures", "3 moves");
    page.wait_for_text(".outlook", "5 to go");
}
