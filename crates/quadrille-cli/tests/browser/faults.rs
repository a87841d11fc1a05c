//! Regression tests of faults that users of the page found.

use std::time::Duration;

use crate::support::Page;
use crate::tour::{HINT, board, code, play};
use serde_json::json;

fn open(page: &mut Page, name: &str) {
    let code = code(page, name);
    page.go(&format!("#/play/{code}"));
    page.wait_for_text(".outlook", "to go");
}

/// After using a button, a slider or the time line with the mouse, keys still work.
pub(crate) fn keys_work_after_the_mouse(page: &mut Page) {
    open(page, "stopper");
    page.key("ArrowRight");
    page.wait_for_text(".figures", "1 move");
    page.click("[data-act=undo]");
    page.wait_for_text(".figures", "0 moves");
    // Enter and Space belong to a button only if it was reached by keyboard.
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

/// Keys pressed faster than the responses arrive are all played.
pub(crate) fn quick_keys_are_not_lost(page: &mut Page) {
    open(page, "stopper");
    page.value(
        "(async () => { for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft']) { \
         dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })); \
         await new Promise((later) => setTimeout(later, 5)); } })()",
    );
    page.wait_for_text(".solved-card", "Solved in 5 moves");
}

/// The arrow of a hint is between the two pieces that change places, and covers no letter.
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

/// A tap on a node of the tree pins it: its board and its figures stay, and the game can continue
/// from there.
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
        "import('/assets/parts/router.js').then(({{ shareAddress }}) => {{ document.querySelector('dialog textarea').value = shareAddress({code:?}, {{ name: 'Stopper' }}); }})"
    ));
    page.click("dialog [type=submit]");
    page.wait("it is opened", &format!("location.hash.startsWith('#/edit/{code}')"));
}

/// No message of the page mentions options of the command line.
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

/// Switching the checks off shows a notice and hides the verdict.
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

/// While a plan plays, the panel shows no counts of the player and offers no hint.
pub(crate) fn a_plan_hides_what_does_not_count(page: &mut Page) {
    open(page, "stopper");
    page.click("[data-act=solve]");
    page.wait("the plan is open", "!document.querySelector('.planbar').hidden");
    let hidden = page.value("document.querySelector('.status').hidden && !document.querySelector('[data-act=hint]').offsetParent");
    assert_eq!(hidden, json!(true));
    page.key("Escape");
    page.wait("they are back", "document.querySelector('[data-act=hint]').offsetParent");
}

/// The long list of brushes can be closed.
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

/// In light and dark, a hole differs from an empty cell by a visible hatching.
pub(crate) fn holes_are_not_empty_in_the_dark(page: &mut Page) {
    for dark in [false, true] {
        page.set_dark(dark);
        page.go("#/edit?game=fold&fresh=1");
        page.click(".brush[data-glyph='#']");
        page.press_cell(0, 0);
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

/// The board of the editor, and that of every lesson, is completely visible.
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

/// A star is for solving without help; with hints it is hollow, with a note.
pub(crate) fn no_star_with_help(page: &mut Page) {
    open(page, "first-slide");
    page.key("i");
    page.wait("the hint is shown", HINT);
    page.key("i");
    page.wait_for_text(".figures", "1 move");
    page.key("i");
    page.wait("the next hint is shown", HINT);
    page.key("i");
    page.wait_for_text(".solved-card", "with 2 hints");
    assert_eq!(page.value("document.querySelector('.solved-card').dataset.mark"), json!("hollow"));
    page.go("#/pack/classics");
    page.wait_for_text(".level .mark", "☆");
    // Too many moves are reported while they are made.
    open(page, "twins");
    page.key("ArrowUp");
    page.wait_for_text(".figures", "more than needed");
}

/// The chosen time is the time of each method.
pub(crate) fn twenty_seconds_are_twenty(page: &mut Page) {
    page.go("#/");
    let code = code(page, "twins");
    let seconds = page.value(&format!(
        "import('/assets/api/index.js').then(async (api) => {{ const stop = new AbortController(); \
         for await (const {{ name, data }} of api.stream('compare', {{ code: {code:?}, max_time: 20 }}, stop.signal)) \
         if (name === 'methods') {{ stop.abort(); return data.limits.max_time; }} }})"
    ));
    assert_eq!(seconds.as_f64(), Some(20.0));
}

/// Pointing at a piece previews its move; dragging moves it with the pointer, and releasing early
/// undoes that.
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
    // The arrows at the frame are shown only if they move something.
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

/// An illegal move shows the reason on the board, and changes nothing.
pub(crate) fn refused_moves_say_why(page: &mut Page) {
    /// Tries a move by dragging, or by a key if all pieces move.
    fn tried(page: &mut Page, cell: Option<(u32, u32)>, direction: &str, why: &str) {
        let before = (board(page), page.text(".figures .big"));
        page.wait("no message is shown yet", "document.querySelector('.bubble').hidden");
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
    tried(page, Some(at), "left", "The fold of piece 1 would leave the board.");
    // Two neighbours in squares whose swap brings neither beside its own colour.
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
        "After the swap neither piece is beside another of its colour.",
    );
    tried(page, Some((0, 0)), "up", "The piece at A1 cannot go up: the board ends there.");
    open(page, "step-over");
    play(page, "2,2U", 1, true);
    tried(page, Some((2, 2)), "down", "The number at C3 is already used.");
    open(page, "stopper");
    play(page, "R", 1, true);
    tried(page, None, "right", "No block can go right.");
}

/// The whole plan is in the tree, also of a search that is too long to be drawn completely.
pub(crate) fn the_plan_is_whole_in_the_tree(page: &mut Page) {
    let code = code(page, "four-colours");
    page.go(&format!("#/search/{code}?a=bfs"));
    page.wait_for_text(".treebox", "positions are drawn");
    page.click(".to-end");
    page.wait_for_text(".state", "5 moves, proved shortest");
    page.wait("all of the plan is drawn", "document.querySelectorAll('.dots .plan').length === 6");
}

/// Stores copied text in `copied`.
fn catch_copies(page: &mut Page) {
    page.value("navigator.clipboard.writeText = async (words) => { window.copied = words; }; 0");
}

/// "Copy link" shares the puzzle, not the solved board; the position is a separate choice.
pub(crate) fn the_puzzle_is_shared(page: &mut Page) {
    let code = code(page, "first-slide");
    page.go(&format!("#/play/{code}?name=ignored"));
    catch_copies(page);
    page.wait(
        "there is no position to share yet",
        "document.querySelector('#share-position').hidden",
    );
    play(page, "R", 1, true);
    play(page, "D", 2, true);
    page.wait("it is solved", "document.querySelector('.solved-card')");
    page.click("#share");
    page.wait(
        "the link is that of the level",
        &format!("copied?.includes('#/play/{code}?name=First+slide')"),
    );
    page.click("#share-position");
    page.wait("the position is another one", &format!("!copied.includes({code:?})"));
    // A board that is solved before the first move gets no star.
    let solved = page.value("copied.slice(copied.indexOf('#'))");
    page.value("localStorage.clear()");
    page.go(solved.as_str().expect("a link"));
    page.wait_for_text(".notice", "already solved");
    assert_eq!(page.value("document.querySelector('.solved-card')"), json!(null));
    // A daily level that was not generated here keeps its title.
    let unknown = page.value(
        "import('/assets/api/index.js').then((api) => api.board({ game: 'tiles', rows: 2, cols: 3, cells: ['a', '.', '.', '.', '.', 'A'] })) \
         .then(({ position }) => position.code)",
    );
    page.go(&format!("#/play/{}?day=2026-02-03", unknown.as_str().expect("a code")));
    page.wait_for_text("h1", "Level of the day");
    page.wait_for_text(".title .muted", "February");
    // Also after a move and a reload.
    page.wait("something can be moved", "document.querySelector('.frame-arrow:not(:disabled)')");
    page.click(".frame-arrow:not(:disabled)");
    page.wait_for_text(".figures", "1 move");
    page.reload();
    page.wait_for_text("h1", "Level of the day");
}

/// The shared result of a daily level has a square per move, and no moves.
pub(crate) fn a_daily_result_has_no_spoiler(page: &mut Page) {
    page.go("#/");
    let code = page.value(
        "Promise.all([import('/assets/model/daily.js'), import('/assets/api/index.js')]).then(async ([{ today }, api]) => { \
         const board = { game: 'tiles', rows: 2, cols: 3, cells: ['a', '.', '.', '.', '.', 'A'] }; \
         const { code } = (await api.board(board)).position; \
         localStorage.setItem('quadrille.daily', JSON.stringify({ [today()]: { tiles: { ...board, code } } })); return code; })",
    );
    page.go(&format!("#/play/{}", code.as_str().expect("a code")));
    page.wait_for_text("h1", "Level of the day");
    catch_copies(page);
    play(page, "R", 1, true);
    play(page, "D", 2, true);
    page.wait_for_text(".solved-card", "the shortest possible");
    page.wait_for_text(".solved-card .onward", "Other levels of this day");
    page.click("#copy-result");
    page.wait("two best moves are two green squares", "copied?.includes('🟩🟩 2 moves\\n')");
    page.wait("with the day in the link", "/day=\\d{4}-\\d\\d-\\d\\d$/.test(copied)");
    // Help is part of the result.
    page.click("[data-act=restart]");
    page.wait_for_text(".figures", "0 moves");
    page.click("[data-act=hint]");
    page.wait_for_text(".notice", "Press Hint again");
    play(page, "R", 1, true);
    play(page, "D", 2, true);
    page.wait_for_text(".solved-card", "with 1 hint");
    page.click("#copy-result");
    page.wait("the hint is named", "copied?.includes('🟩🟩 2 moves, with 1 hint\\n')");
}

/// Looking at a solution in any way prevents a gold star, now and later.
pub(crate) fn a_solution_that_was_seen_is_help(page: &mut Page) {
    let solved = |page: &mut Page| {
        page.wait(
            "it is solved",
            "document.querySelector('.solved-box:not([hidden]) .solved-card')",
        );
        page.value("document.querySelector('.solved-card').dataset.mark")
    };
    let play_it = |page: &mut Page| {
        play(page, "R", 1, true);
        play(page, "D", 2, true);
    };
    // The last chip of the best solution, which is shown only on request.
    open(page, "first-slide");
    play_it(page);
    assert_eq!(solved(page), json!("star"), "alone");
    assert_eq!(page.value("document.querySelectorAll('.bestline .chip').length"), json!(0));
    page.click("#show-best");
    page.click(".bestline .chip:last-child");
    page.click("[data-act=restart]");
    page.wait_for_text(".figures", "0 moves");
    page.click(".bestline .chip:last-child");
    page.wait_for_text(".figures", "2 moves");
    assert_eq!(solved(page), json!("hollow"), "by clicking the solution");
    page.go("#/pack/classics");
    page.wait_for_text(".level .mark", "★");
    // A solution that was watched.
    page.value("localStorage.clear()");
    open(page, "first-slide");
    page.click("[data-act=solve]");
    page.wait_for_text(".planbar .count", "/ 2");
    page.key("Escape");
    page.wait("the plan is closed", "document.querySelector('.planbar').hidden");
    play_it(page);
    assert_eq!(solved(page), json!("hollow"), "after watching");
    page.wait_for_text(".solved-card", "after seeing a solution");
    // Also after a reload.
    open(page, "first-slide");
    play_it(page);
    assert_eq!(solved(page), json!("hollow"), "on another visit");
}

/// If the generator cannot fulfil a request in time, it gives the nearest level and shows the
/// difference.
pub(crate) fn a_new_level_comes_in_time(page: &mut Page) {
    page.go("#/new?game=squares&difficulty=expert");
    // An engine that never finds an expert level.
    page.value(
        "Promise.all([import('/assets/api/server.js'), import('/assets/api/index.js')]).then(([{ server }, { use }]) => { window.budgets = []; \
         use({ ask: server.ask, async *stream(question, values, signal) { \
           if (question === 'generate') budgets.push(Number(values.max_time)); \
           if (values.difficulty === 'expert') return yield { name: 'done', data: { found: 0 } }; \
           yield* server.stream(question, values, signal); } }); return 0; })",
    );
    page.click("#make");
    page.wait_for_text("h1", "New 1");
    page.wait_for_text("#toast", "No level rated “Expert” was found");
    let seconds = page.value("budgets.reduce((sum, one) => sum + one, 0)");
    assert!(seconds.as_f64().is_some_and(|sum| sum <= 10.0), "{seconds} seconds in all");
}

/// A move that changes nothing is not counted, and says so. All vanishing pieces are ringed.
pub(crate) fn swaps_of_alike_do_not_count(page: &mut Page) {
    page.go("#/learn/squares/2");
    page.wait_for_text(".figures", "0 moves");
    let from = page.cell(0, 2);
    page.press(from, Some((from.0 + 90.0, from.1)));
    page.wait_for_text(".boardbox .bubble:not([hidden])", "change nothing");
    assert!(page.text(".figures .big").starts_with("0 moves"));
    page.go("#/learn/squares/1");
    page.wait_for_text(".figures", "0 moves");
    let from = page.cell(0, 1);
    page.point_at(from);
    page.drag(from, (from.0 + 60.0, from.1));
    page.wait(
        "both squares are ringed",
        "document.querySelectorAll('.table .vanishing').length === 8",
    );
    page.let_go(from);
}

/// A script with an error has no figures, and not those of the previous version.
pub(crate) fn a_broken_script_is_not_measured(page: &mut Page) {
    let code = code(page, "twins");
    crate::analysis::open_script(page, &code);
    let measured = "[...document.querySelectorAll('.trial tbody tr')].length >= 3 && /\\d/.test(document.querySelector('.trial tr.now .number')?.textContent)";
    page.wait("it is measured", measured);
    crate::analysis::write(page, "fn estimate(board) { board.nothing }");
    page.wait_for_text(".script-verdict", "Line 1");
    page.wait("its figures are gone", "!document.querySelector('.trial tbody')");
    std::thread::sleep(Duration::from_millis(1200));
    assert_eq!(page.value("document.querySelector('.trial tbody')"), json!(null), "none come");
    assert_eq!(page.value("document.querySelector('#script-watch').disabled"), json!(true));
    crate::analysis::write(page, "fn estimate(board) { 0 }");
    page.wait("it is measured again", measured);
}

/// A race and its explanation use the same names and counts.
pub(crate) fn a_race_is_explained_in_its_own_terms(page: &mut Page) {
    let code = code(page, "twins");
    page.go(&format!("#/search/{code}?a=astar&b=bfs"));
    page.click(".to-end");
    page.wait_for_text(".result", "steps, Breadth-first ");
    page.click("#explain");
    page.wait_for_text(".explain li", "Breadth-first");
    let differ = page.value(
        "(() => { const race = [...document.querySelectorAll('.run')].map((run) => run.querySelector('.numbers dd').textContent); \
         const rows = [...document.querySelectorAll('.explain table:first-of-type tbody')][0]; \
         const explained = [...rows.querySelectorAll('tr')].map((row) => row.querySelector('td').textContent); \
         return [race, explained, /zero/.test(document.querySelector('.explain').textContent)]; })()",
    );
    assert_eq!(differ[0], differ[1], "counts");
    assert_eq!(differ[2], json!(false), "breadth-first search is not called after an estimate");
}

/// A text that is not a level gets one sentence with all games, and the dialog asks for the game.
pub(crate) fn no_level_is_one_sentence(page: &mut Page) {
    page.go("#/edit?game=tiles");
    page.click("#paste");
    page.value("document.querySelector('dialog textarea').value = 'hello world'");
    page.click("dialog [type=submit]");
    page.wait_for_text("dialog .answer", "Sokoban");
    let words = page.text("dialog .answer");
    assert!(words.matches("hello").count() == 0 && words.len() < 240, "{words}");
    page.value("(() => { const list = document.querySelector('dialog select'); list.value = 'tiles'; list.dispatchEvent(new Event('change')); })()");
    page.wait_for_text("dialog .answer", "hello");
    page.inspect("the dialog with a game");
}

/// On a phone the tree is visible while the film plays, the table of methods has its headers, and
/// tapped buttons look as before.
pub(crate) fn small_screens_lose_nothing(page: &mut Page) {
    let code = code(page, "twins");
    page.go(&format!("#/search/{code}?a=astar"));
    page.wait("the middle of the tree is seen", "(() => { const box = document.querySelector('.tree').getBoundingClientRect(); return box.height > 100 && box.top + box.height / 2 < innerHeight; })()");
    page.go(&format!("#/compare/{code}"));
    page.click("#start");
    page.wait_for_text("[role=status]", "methods found a solution");
    let heads = page.value(
        "(() => { const seen = (row) => [...row.children].filter((cell) => cell.getClientRects().length > 0).map((cell) => Math.round(cell.getBoundingClientRect().right)); \
         return [seen(document.querySelector('.results thead tr')).length, seen(document.querySelector('.results tbody tr')).length]; })()",
    );
    assert_eq!(heads[0], heads[1], "every column has its head");
    assert!(heads[0].as_u64() >= Some(4));
    let gaps = page.value(
        "(() => { const box = (head) => { const words = document.createRange(); words.selectNodeContents(head); return words.getBoundingClientRect(); }; \
         const boxes = [...document.querySelectorAll('.results thead th')].slice(1).filter((head) => head.getClientRects().length > 0).map(box); \
         return boxes.slice(1).map(({ left }, index) => left - boxes[index].right); })()",
    );
    let apart = gaps.as_array().expect("gaps").iter().all(|gap| gap.as_f64() >= Some(4.0));
    assert!(apart, "heads of columns do not touch: {gaps}");
    page.go(&format!("#/search/{code}?a=bfs&b=astar"));
    page.wait("both are there", "document.querySelectorAll('.run .tree').length === 2");
    let cut = "[...document.querySelectorAll('.run label')].filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth).map((one) => one.textContent)";
    assert_eq!(page.value(cut), json!([]), "no label is cut off");
    let hovers = page.value(
        "[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule.selectorText?.includes(':hover')).length",
    );
    assert_eq!(hovers, json!(0), "colours of the mouse are for screens with a mouse");
}

/// Solved lessons have green bars; a search for a hint has a limit; games on the start page are
/// links.
pub(crate) fn small_things_are_right(page: &mut Page) {
    page.go("#/learn/tiles/3");
    page.wait("no lesson is solved yet", "document.querySelectorAll('.dots li').length === 4 && !document.querySelector('.dots .solved')");
    page.value("localStorage.setItem('quadrille.lessons', JSON.stringify({ tiles: [1, 4] }))");
    page.reload();
    page.wait("the first and the last are", "[...document.querySelectorAll('.dots li')].map((one) => one.className).join() === 'solved,,now,solved'");
    page.go("#/");
    let links = page.value(
        "[...document.querySelectorAll('.gamecard')].every((card) => card.querySelector('h3 a')?.getAttribute('href') === card.querySelector('a.picture')?.getAttribute('href'))",
    );
    assert_eq!(links, json!(true));
    // A dialog dims everything behind it, including the gutter of the scroll bar.
    page.key("?");
    page.wait("help is open", "document.querySelector('dialog[open]')");
    assert_ne!(
        page.value("getComputedStyle(document.documentElement).backgroundColor"),
        json!("rgba(0, 0, 0, 0)")
    );
    let code = code(page, "twins");
    page.value("localStorage.setItem('quadrille.check', 'false')");
    page.go(&format!("#/play/{code}"));
    page.value(
        "Promise.all([import('/assets/api/server.js'), import('/assets/api/index.js')]).then(([{ server }, { use }]) => { \
         use({ ask: server.ask, stream(question, values, signal) { window.limit = values.max_time; return server.stream(question, values, signal); } }); return 0; })",
    );
    page.click("[data-act=hint]");
    page.wait("a hint is looked for, for a while", "limit > 0 && limit <= 20");
}
