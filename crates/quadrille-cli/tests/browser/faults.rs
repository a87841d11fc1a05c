//! Faults that were found by using the page. Each function fails on the page as it was.

use std::time::Duration;

use crate::support::Page;
use crate::tour::{board, code, play};
use serde_json::json;

fn open(page: &mut Page, name: &str) {
    let code = code(page, name);
    page.go(&format!("#/play/{code}"));
    page.wait_for_text(".outlook", "to go");
}

/// After a button, a slider or the time line was used with the mouse, keys go on working.
pub(crate) fn keys_work_after_the_mouse(page: &mut Page) {
    open(page, "stopper");
    page.key("ArrowRight");
    page.wait_for_text(".figures", "1 move");
    page.click("[data-act=undo]");
    page.wait_for_text(".figures", "0 moves");
    // Enter and Space belong to a button only for who has gone to it by keyboard.
    assert_eq!(page.value("document.activeElement === document.body"), json!(true));
    page.click("[data-act=solve]");
    page.wait_for_text(".planbar .count", "/ 5");
    page.click(".planbar .timeline");
    page.key("Home");
    page.wait_for_text(".planbar .count", "0 / 5");
    page.click(".planbar .speed");
    page.key("ArrowRight");
    page.wait_for_text(".planbar .count", "1 / 5");
    page.key("Escape");
    page.wait("the plan is closed", "document.querySelector('.planbar').hidden");
}

/// Keys that follow each other faster than answers come are all played.
pub(crate) fn quick_keys_are_not_lost(page: &mut Page) {
    open(page, "stopper");
    page.value(
        "(async () => { for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft']) { \
         dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })); \
         await new Promise((later) => setTimeout(later, 5)); } })()",
    );
    page.wait_for_text(".solved-card", "Solved in 5 moves");
}

/// The arrow of a hint stands between two pieces that change places, and on no letter.
pub(crate) fn a_hint_covers_no_letter(page: &mut Page) {
    open(page, "four-colours");
    page.click("[data-act=hint]");
    page.wait("the hint is on the board", "document.querySelector('.board .hint-arrow')");
    let covered = page.value(
        "(() => { const box = (one) => one.getBoundingClientRect(); const arrow = box(document.querySelector('.hint-arrow')); \
         return [...document.querySelectorAll('.table .layer-pieces text')].map(box).filter((letter) => letter.left < arrow.right && letter.right > arrow.left \
         && letter.top < arrow.bottom && letter.bottom > arrow.top).length; })()",
    );
    assert_eq!(covered, json!(0));
}

/// At step 0 the film shows the start, not the last node.
pub(crate) fn home_shows_the_start_of_the_film(page: &mut Page) {
    let code = code(page, "twins");
    page.go(&format!("#/search/{code}?a=astar"));
    page.click(".to-end");
    page.wait_for_text(".state", "6 moves, proved shortest");
    page.key("Home");
    page.wait_for_text(".player .count", "0 / ");
    page.wait_for_text(".nodebox", "the start");
    page.wait_for_text(".state", "Before the first step");
    let figures =
        page.value("[...document.querySelectorAll('.numbers dd')].map((one) => one.textContent)");
    assert_eq!(figures[0], json!("0"), "{figures}");
    assert_eq!(figures[4], json!("–"), "there is no last f yet: {figures}");
}

/// A tap on a node of the tree pins it: its board and its figures stay, and the game can go on from there.
pub(crate) fn a_tap_pins_a_node(page: &mut Page) {
    let code = code(page, "twins");
    page.go(&format!("#/search/{code}?a=astar"));
    page.click(".to-end");
    page.wait_for_text(".state", "6 moves, proved shortest");
    page.wait("the plan is drawn", "document.querySelectorAll('.dots .plan').length === 7");
    page.click(".dots .plan:last-child");
    page.point_at((5.0, 5.0));
    page.wait_for_text(".nodebox", "Pinned");
    page.click(".play-here");
    page.wait_for_text(".figures", "6 moves");
}

/// A quick stroke in the editor paints all cells on its way.
pub(crate) fn quick_strokes_leave_no_cell_out(page: &mut Page) {
    page.go("#/edit?game=tiles&fresh=1");
    page.click(".brush[data-glyph='#']");
    let (from, to) = (page.cell(0, 0), page.cell(5, 5));
    page.drag(from, to);
    page.let_go(to);
    page.wait("the stroke is kept", "location.hash.includes('draft=')");
    let walls = page.value(
        "import('/assets/model/own-levels.js').then(({ allDrafts }) => allDrafts()[0].sheet.cells.filter((glyph) => glyph === '#').length)",
    );
    assert_eq!(walls, json!(6), "the diagonal of a board of six by six");
    page.click("[data-act=undo]");
    page.wait("one undo takes all of it back", "!document.querySelector('.boardbox .wall')");
}

/// The address that "Copy link" gives can be pasted as a level.
pub(crate) fn our_own_link_can_be_pasted(page: &mut Page) {
    let code = code(page, "stopper");
    page.go("#/edit?game=zhed&fresh=1");
    page.click("#paste");
    page.value(&format!(
        "import('/assets/parts/router.js').then(({{ shareAddress }}) => {{ document.querySelector('dialog textarea').value = shareAddress({code:?}, 'Stopper'); }})"
    ));
    page.click("dialog [type=submit]");
    page.wait("it is opened", &format!("location.hash.startsWith('#/edit/{code}')"));
}

/// Nothing that the page shows speaks of options of the command line.
pub(crate) fn no_message_speaks_of_options(page: &mut Page) {
    page.go("#/");
    for text in ["a b c", "[[1, 2], [3]]", "level x\nq q q", "4 4\n9 9 9", "....\n.X..\n"] {
        let answer = page.value(&format!(
            "import('/assets/api/index.js').then((api) => api.check({text:?}).then((answer) => JSON.stringify(answer), (error) => `${{error.message}} ${{error.help}} ${{JSON.stringify(error.diagnostics)}}`))"
        ));
        let words = answer.as_str().expect("a text");
        let is_option =
            words.contains("--game") || words.contains("--help") || words.contains("--format");
        assert!(!is_option, "{text:?}: {words}");
    }
    page.expect_refusals();
}

/// Switching the checks off says so, and no verdict is shown any more.
pub(crate) fn switching_checks_off_stops_them(page: &mut Page) {
    open(page, "stopper");
    page.key("c");
    page.wait_for_text(".notice", "no longer checked");
    page.wait("no verdict is shown", "document.querySelector('.outlook').textContent === ''");
    page.key("ArrowRight");
    page.wait_for_text(".figures", "1 move");
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(page.text(".outlook"), "", "and none comes");
    page.key("c");
    page.wait_for_text(".outlook", "to go");
}

/// While a plan plays, the panel counts nothing of one's own and offers no hint.
pub(crate) fn a_plan_hides_what_does_not_count(page: &mut Page) {
    open(page, "stopper");
    page.click("[data-act=solve]");
    page.wait("the plan is open", "!document.querySelector('.planbar').hidden");
    let hidden = page.value("document.querySelector('.status').hidden && !document.querySelector('[data-act=hint]').offsetParent");
    assert_eq!(hidden, json!(true));
    page.key("Escape");
    page.wait("they are back", "document.querySelector('[data-act=hint]').offsetParent");
}

/// The long list of brushes has a way back.
pub(crate) fn all_brushes_can_be_closed_again(page: &mut Page) {
    page.go("#/edit?game=zhed&fresh=1");
    page.wait("there are brushes", "document.querySelectorAll('.brush').length > 3");
    let few = page.value("document.querySelectorAll('.brush').length");
    page.click(".more");
    page.wait("all are there", "document.querySelectorAll('.brush').length > 90");
    let fits =
        page.value("document.querySelector('.palette').getBoundingClientRect().height < 260");
    assert_eq!(fits, json!(true), "they do not push the board away");
    page.click_button("Fewer");
    page.wait(
        "few are there again",
        &format!("document.querySelectorAll('.brush').length === {few}"),
    );
}

/// In the light and in the dark a hole differs from an empty cell by its hatching, which is seen on the ground.
pub(crate) fn holes_are_not_empty_in_the_dark(page: &mut Page) {
    for dark in [false, true] {
        page.set_dark(dark);
        page.go("#/edit?game=fold&fresh=1");
        page.click(".brush[data-glyph='#']");
        let at = page.cell(0, 0);
        page.press(at, None);
        page.wait(
            "a hole is drawn",
            "document.querySelectorAll('.table .board .hole').length === 1",
        );
        let seen = page.value(
            "(() => { const style = (what) => getComputedStyle(document.querySelector(what)); \
             const light = (colour) => { const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => { const value = part / 255; \
               return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; }; \
             const contrast = (one, other) => { const [high, low] = [light(one), light(other)].sort((a, b) => b - a); return (high + 0.05) / (low + 0.05); }; \
             const line = style('.hatch-line').fill; \
             return [style('.table .board .hole').fill, contrast(line, style('.table .board .floor').fill), contrast(line, style('body').backgroundColor), \
               matchMedia('(prefers-color-scheme: dark)').matches]; })()",
        );
        assert_eq!(seen[3], json!(dark), "the colours are those of the system");
        assert!(seen[0].as_str().is_some_and(|fill| fill.contains("hatch")), "{seen}");
        for contrast in [&seen[1], &seen[2]] {
            assert!(contrast.as_f64() > Some(1.3), "dark {dark}: the hatching is seen: {seen}");
        }
    }
}

/// The board of the editor is seen whole, and so is that of every lesson.
pub(crate) fn the_editor_fits_the_screen(page: &mut Page) {
    for (game, step) in [("tiles", 4), ("zhed", 4), ("squares", 3), ("fold", 4), ("sokoban", 3)] {
        page.go(&format!("#/learn/{game}/{step}"));
        let bottom =
            page.value("document.querySelector('.table .board').getBoundingClientRect().bottom");
        assert!(bottom.as_f64().is_some_and(|bottom| bottom <= 800.0), "{game}: {bottom}");
    }
    for game in ["tiles", "fold", "zhed"] {
        page.go(&format!("#/edit?game={game}&fresh=1"));
        let bottom =
            page.value("document.querySelector('.boardbox').getBoundingClientRect().bottom");
        assert!(bottom.as_f64().is_some_and(|bottom| bottom <= 800.0), "{game}: {bottom}");
    }
}

/// A star is for who has found the way alone; with hints it is hollow, and says so.
pub(crate) fn no_star_with_help(page: &mut Page) {
    open(page, "first-slide");
    page.key("i");
    page.wait("the hint is shown", "document.querySelector('.board .hint')");
    page.key("i");
    page.wait_for_text(".figures", "1 move");
    page.key("i");
    page.wait("the next hint is shown", "document.querySelector('.board .hint')");
    page.key("i");
    page.wait_for_text(".solved-card", "with 2 hints");
    assert_eq!(page.value("document.querySelector('.solved-card').dataset.mark"), json!("hollow"));
    page.go("#/pack/classics");
    page.wait_for_text(".level .mark", "☆");
    // Too many moves are told while they are made.
    open(page, "twins");
    page.key("ArrowUp");
    page.wait_for_text(".figures", "more than needed");
}

/// The time that is chosen is the time of each method.
pub(crate) fn twenty_seconds_are_twenty(page: &mut Page) {
    page.go("#/");
    let code = code(page, "twins");
    let seconds = page.value(&format!(
        "import('/assets/api/index.js').then(async (api) => {{ const stop = new AbortController(); \
         for await (const {{ name, data }} of api.stream('compare', {{ code: {code:?}, seconds: 20 }}, stop.signal)) \
         if (name === 'methods') {{ stop.abort(); return data.seconds; }} }})"
    ));
    assert_eq!(seconds.as_f64(), Some(20.0));
}

/// Pointing at a piece shows what it would do; dragging moves it with the pointer, and letting go early takes it back.
pub(crate) fn previews_and_dragging(page: &mut Page) {
    open(page, "step-over");
    let at = page.cell(1, 3);
    page.point_at((at.0 - 40.0, at.1));
    page.wait(
        "the cell that it fills is shown",
        "document.querySelectorAll('.table .board .ghost').length === 1",
    );
    open(page, "stopper");
    let start = board(page);
    let from = page.cell(1, 1);
    page.point_at(from);
    page.drag(from, (from.0 + 20.0, from.1));
    page.wait(
        "blocks follow",
        "[...document.querySelectorAll('.board .piece')].some((piece) => piece.style.transform)",
    );
    page.wait("and show where they stop", "document.querySelector('.table .board .ghost')");
    page.let_go((from.0 + 20.0, from.1));
    page.wait(
        "they go back",
        "![...document.querySelectorAll('.board .piece')].some((piece) => piece.style.transform)",
    );
    assert_eq!(board(page), start);
    page.drag(from, (from.0 + 90.0, from.1));
    page.let_go((from.0 + 90.0, from.1));
    page.wait_for_text(".figures", "1 move");
    page.wait("the last move is marked", "document.querySelector('.table .board .last-trail')");
    // The arrows at the frame are there only where they move something.
    let wrong = page.value(
        "[...document.querySelectorAll('.frame-arrow')].filter((arrow) => arrow.disabled !== (getComputedStyle(arrow).opacity === '0')).length",
    );
    assert_eq!(wrong, json!(0));
    // A piece of many cells has its number once.
    open(page, "four-folds");
    play(page, "1L", 1, true);
    play(page, "1R", 2, true);
    page.wait(
        "one number",
        "document.querySelectorAll('.table .layer-pieces .joined text').length === 1",
    );
}

/// A move that is not possible says why on the board, and changes nothing.
pub(crate) fn refused_moves_say_why(page: &mut Page) {
    /// Tries a move by dragging, or by a key where everything moves.
    fn tried(page: &mut Page, cell: Option<(u32, u32)>, direction: &str, why: &str) {
        let before = (board(page), page.text(".figures .big"));
        page.wait("nothing is said yet", "document.querySelector('.bubble').hidden");
        let (key, across, down) = match direction {
            "up" => ("ArrowUp", 0.0, -70.0),
            "down" => ("ArrowDown", 0.0, 70.0),
            "left" => ("ArrowLeft", -70.0, 0.0),
            _ => ("ArrowRight", 70.0, 0.0),
        };
        match cell {
            Some((row, col)) => {
                let from = page.cell(row, col);
                page.press(from, Some((from.0 + across, from.1 + down)));
            }
            None => page.key(key),
        }
        page.wait_for_text(".boardbox .bubble:not([hidden])", why);
        assert_eq!((board(page), page.text(".figures .big")), before, "{why}: nothing has changed");
        page.key("Escape");
        page.wait("it goes away", "document.querySelector('.bubble').hidden");
    }
    open(page, "four-folds");
    let cell_of = |page: &mut Page, glyph: &str| {
        let text = board(page);
        let mut lines = text.lines().enumerate();
        let found = lines.find_map(|(row, line)| {
            line.split_whitespace()
                .position(|cell| cell == glyph)
                .map(|col| (row as u32, col as u32))
        });
        found.expect("the piece")
    };
    play(page, "1L", 1, true);
    let at = cell_of(page, "1");
    tried(page, Some(at), "left", "The fold would reach beyond the board.");
    // Two neighbours of squares whose swap brings neither beside its own colour.
    let code_of_squares = code(page, "two-swaps");
    let refused = page.value(&format!(
        "import('/assets/api/index.js').then((api) => api.position({code_of_squares:?})).then((position) => {{ \
         const has = (row, col) => row < position.rows && col < position.cols && position.cells[row * position.cols + col].piece; \
         for (let row = 0; row < position.rows; row += 1) for (let col = 0; col < position.cols; col += 1) \
         for (const [direction, down, right] of [['right', 0, 1], ['down', 1, 0]]) \
         if (has(row, col) && has(row + down, col + right) && !position.moves.some((move) => \
           (move.row === row && move.col === col && move.direction === direction) || \
           (move.row === row + down && move.col === col + right && move.direction === {{ right: 'left', down: 'up' }}[direction]))) \
         return [row, col, direction]; }})"
    ));
    assert!(refused.is_array(), "some swap is refused");
    open(page, "two-swaps");
    let place = |index: usize| refused[index].as_u64().expect("a place") as u32;
    let way = refused[2].as_str().expect("a direction");
    tried(
        page,
        Some((place(0), place(1))),
        way,
        "neither piece would touch another of its own colour",
    );
    tried(page, Some((0, 0)), "up", "The board ends here.");
    open(page, "step-over");
    play(page, "2,2U", 1, true);
    tried(page, Some((2, 2)), "down", "This number is used already.");
    open(page, "stopper");
    play(page, "R", 1, true);
    tried(page, None, "right", "Nothing can move right.");
}

/// The whole plan is in the picture, also of a search that is too long to be drawn one by one.
pub(crate) fn the_plan_is_whole_in_the_tree(page: &mut Page) {
    let code = code(page, "four-colours");
    page.go(&format!("#/search/{code}?a=bfs"));
    page.wait_for_text(".treebox", "positions are drawn");
    page.click(".to-end");
    page.wait_for_text(".state", "5 moves, proved shortest");
    page.wait("all of the plan is drawn", "document.querySelectorAll('.dots .plan').length === 6");
}
