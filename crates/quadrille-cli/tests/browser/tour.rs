//! The actions of a player: start, learn, play, get help, share, review.

use crate::support::Page;
use serde_json::{Value, json};
use std::sync::OnceLock;

/// A level of each game, with a shortest plan: rows, columns and directions are those of the moves.
const LEVELS: [(&str, &str, &str); 5] = [
    ("stopper", "Stopper", "R D R U L"),
    ("step-over", "Step over", "2,2U 3,1U 1,3L"),
    ("two-swaps", "Two swaps", "0,2d 0,2r"),
    ("four-folds", "Four folds", "1L 1R 1U 1D"),
    ("round-the-box", "Round the box", "R U R U L L"),
];

/// A hint is shown: on the board, or by the arrow beside it if all pieces move.
pub(crate) const HINT: &str = "document.querySelector('.board .hint, .arrow.hinted')";

/// The code of a level that ships with the program.
pub(crate) fn code(page: &mut Page, name: &str) -> String {
    static CODES: OnceLock<Value> = OnceLock::new();
    let codes = CODES.get_or_init(|| {
        page.go("#/");
        page.value(
            "import('/assets/api/index.js').then((api) => api.packs()).then((packs) => \
             Object.fromEntries(packs.flatMap((pack) => pack.levels).reverse().map((level) => [level.name, level.code])))",
        )
    });
    codes[name].as_str().expect("the level is in a pack").to_string()
}

/// The content of every cell, as the page shows it.
pub(crate) fn board(page: &mut Page) -> String {
    page.text(".panel pre")
}

fn direction(letter: char) -> (&'static str, f64, f64) {
    match letter.to_ascii_uppercase() {
        'U' => ("ArrowUp", 0.0, -1.0),
        'D' => ("ArrowDown", 0.0, 1.0),
        'L' => ("ArrowLeft", -1.0, 0.0),
        _ => ("ArrowRight", 1.0, 0.0),
    }
}

/// The cell that a move starts from: the cell that it names, or the first cell of its piece.
fn hold(page: &mut Page, what: &str) -> (u32, u32) {
    if let Some((row, col)) = what.split_once(',') {
        return (row.parse().expect("a row"), col.parse().expect("a column"));
    }
    let text = board(page);
    for (row, line) in text.lines().enumerate() {
        if let Some(col) = line.split_whitespace().position(|cell| cell == what) {
            return (row as u32, col as u32);
        }
    }
    panic!("there is no piece {what} in\n{text}")
}

/// Plays a move as a person would: a key or a swipe if all pieces move, otherwise a pick and a key,
/// or a drag from the cell.
pub(crate) fn play(page: &mut Page, mv: &str, played: usize, by_keys: bool) {
    let (what, letter) = mv.split_at(mv.len() - 1);
    let (key, across, down) = direction(letter.chars().next().expect("a direction"));
    let from = match what {
        "" => page.cell(1, 1),
        _ => {
            let (row, col) = hold(page, what);
            page.cell(row, col)
        }
    };
    if by_keys {
        if !what.is_empty() {
            page.press(from, None);
            page.wait("it is picked", "document.querySelector('.board .cursor.picked')");
        }
        page.key(key);
    } else {
        page.press(from, Some((from.0 + 60.0 * across, from.1 + 60.0 * down)));
    }
    let moves = format!("{played} move");
    page.wait_for_text(".figures", &moves);
}

/// The start page leads to a game with one click, and to Search and Compare without a level.
pub(crate) fn front_door(page: &mut Page) {
    page.go("#/");
    page.wait("the doors are there", "document.querySelectorAll('.door').length >= 5");
    page.wait("the games are there", "document.querySelectorAll('.gamecard').length >= 5");
    page.inspect("the front door");
    page.click("#tabs [data-tab=search]");
    page.wait(
        "a search is shown",
        "document.getElementById('view').dataset.view === 'search' && location.hash.includes('/search/')",
    );
    page.click("#tabs [data-tab=home]");
    page.click(".gamecard a[href*='pack']");
    page.wait("a pack is open", "document.querySelectorAll('.level').length > 2");
    page.inspect("a pack");
    // The last level of a pack leads to the next pack.
    let last = page.value(
        "import('/assets/model/levels.js').then(({ allPacks, neighbour }) => { \
         const pack = allPacks()[0]; const level = pack.levels.findLast((one) => one.game === 'tiles'); \
         return [level.code, neighbour(level, 1).pack.name]; })",
    );
    assert_eq!(last[1], json!("documents"), "after the last level of the classics");
}

pub(crate) fn play_to_the_end(page: &mut Page, by_keys: bool) {
    for (name, title, plan) in LEVELS {
        let code = code(page, name);
        page.go(&format!("#/play/{code}"));
        page.wait_for_text("h1", title);
        page.wait_for_text(".outlook", "to go");
        let start = board(page);
        for (index, mv) in plan.split(' ').enumerate() {
            play(page, mv, index + 1, by_keys);
            if index == 0 {
                // Undo and redo restore the board.
                let after = board(page);
                assert_ne!(after, start, "{name}: {mv} changes the board");
                page.click("[data-act=undo]");
                page.wait_for_text(".figures", "0 moves");
                assert_eq!(board(page), start, "{name}: undo");
                page.click("[data-act=redo]");
                page.wait_for_text(".figures", "1 move");
                assert_eq!(board(page), after, "{name}: redo");
            }
        }
        page.wait_for_text(".solved-card", "the shortest possible");
        page.wait(
            "there are no mistakes to learn from",
            "document.querySelector('.movescard .cardhead button').hidden",
        );
        page.wait("goals shine", "document.querySelector('.table .won')");
    }
    page.inspect("a solved level");
    if by_keys {
        // Enter opens the next level.
        let before = page.value("location.hash");
        page.key("Enter");
        page.wait("the next level is open", &format!("location.hash !== {before}"));
    }
    page.go("#/pack/classics");
    page.wait("a level of each game has a star", "[...document.querySelectorAll('.level .mark')].filter((mark) => mark.textContent === '★').length === 5");
}

/// Every lesson of every game can be solved by its hints, and the next one follows.
pub(crate) fn learn(page: &mut Page) {
    page.go("#/");
    let lessons = page.value(
        "import('/assets/model/lessons.js').then(({ lessonCount }) => \
         import('/assets/model/catalogue.js').then(({ games }) => games().map((game) => [game.name, lessonCount(game.name)])))",
    );
    for game in lessons.as_array().expect("the games") {
        let (id, count) = (game[0].as_str().expect("an id"), game[1].as_u64().expect("a count"));
        assert!((2..=5).contains(&count), "{id} has {count} lessons");
        page.go(&format!("#/learn/{id}"));
        for step in 1..=count {
            page.wait_for_text(".title", &format!("Step {step} of {count}"));
            assert!(page.text(".lesson .sentence").len() > 20, "{id} {step} says something");
            if step == 1 {
                page.inspect("a lesson");
            }
            // Twice for each move: to show it, then to play it.
            page.wait(
                "the lesson is solved by its hints",
                "(() => { if (document.querySelector('.solved-card .onward')) return true; \
                 const hint = document.querySelector('[data-act=hint]'); if (!hint.disabled) hint.click(); return false; })()",
            );
            let is_free = page.value(
                "(() => { const box = (what) => document.querySelector(what).getBoundingClientRect(); const [card, board] = [box('.solved-card'), box('.table .board')]; \
                 return card.top >= board.bottom - 30 || card.left >= board.right; })()",
            );
            assert_eq!(is_free, json!(true), "the card stands beside the board or below it: {id}");
            page.click(".solved-card .onward");
        }
        page.wait("a level that is worth solving follows", "/^#.(play|new)/.test(location.hash)");
    }
}

pub(crate) fn take_hints(page: &mut Page) {
    let code = code(page, "step-over");
    page.go(&format!("#/play/{code}"));
    page.click("[data-act=hint]");
    page.wait("the hint is on the board", "document.querySelector('.board .hint')");
    page.wait("with what it will do", "document.querySelector('.table .board .ghost')");
    page.wait_for_text(".notice", "Then 2 more");
    page.inspect("a hint");
    page.click("[data-act=hint]");
    page.wait_for_text(".figures", "1 move");
    page.wait_for_text(".outlook", "2 to go");
}

pub(crate) fn solve_and_watch(page: &mut Page) {
    let code = code(page, "four-colours");
    page.go(&format!("#/play/{code}"));
    page.click("[data-act=solve]");
    page.wait_for_text(".planbar", "Shortest possible, proved");
    page.wait_for_text(".planbar .count", "5 / 5");
    page.inspect("a plan");
    // The time line is dragged back to its start.
    let ends = page.value(
        "(() => { const box = document.querySelector('.planbar .timeline').getBoundingClientRect(); \
         return [box.right - 9, box.y + box.height / 2, box.left + 5]; })()",
    );
    let place = |index: usize| ends[index].as_f64().expect("a coordinate");
    page.press((place(0), place(1)), Some((place(2), place(1))));
    page.wait_for_text(".planbar .count", "0 / 5");
    page.click_button("Back to my game");
    page.wait("the plan is gone", "document.querySelector('.planbar').hidden");
    assert!(page.text(".figures").contains("0 moves"), "the game is as it was");
}

/// The address contains the position, and back and forward go through views without loss.
pub(crate) fn share_and_return(page: &mut Page) {
    let code = code(page, "stopper");
    page.go(&format!("#/play/{code}"));
    page.wait_for_text("h1", "Stopper");
    play(page, "R", 1, true);
    play(page, "D", 2, true);
    let shown = board(page);
    let address = page.value("location.hash");
    let address = address.as_str().expect("an address");
    assert_ne!(address, format!("#/play/{code}"));
    page.click("#tabs [data-tab=search]");
    page.wait("searches are shown", "document.getElementById('view').dataset.view === 'search'");
    page.value("history.back()");
    page.wait_for_text(".figures", "2 moves");
    assert_eq!(board(page), shown);
    page.value("history.forward()");
    page.wait("searches are shown", "document.getElementById('view').dataset.view === 'search'");
    // Another player, without progress, opens the address.
    page.value("localStorage.clear()");
    page.go(address);
    page.wait_for_text(".figures", "0 moves");
    assert_eq!(board(page), shown);
}

/// The first mistake must be found again before a better move is shown.
pub(crate) fn find_the_mistake(page: &mut Page) {
    let code = code(page, "twins");
    page.go(&format!("#/play/{code}"));
    page.wait_for_text(".outlook", "6 to go");
    // A best move, a worse one, and another.
    let plan = page.value(&format!(
        "import('/assets/api/index.js').then((api) => api.solve({{ code: {code:?} }}, new AbortController().signal)).then((report) => report.plan[0])"
    ));
    play(page, plan.as_str().expect("a move"), 1, true);
    page.wait_for_text(".outlook", "5 to go");
    let mut wrong = String::new();
    for mv in ["U", "D", "L", "R"] {
        let (key, ..) = direction(mv.chars().next().expect("a letter"));
        page.key(key);
        page.wait("the key was heard", "document.querySelector('.figures').textContent.includes('2 moves') || !document.querySelector('.bubble').hidden");
        if !page.text(".figures").contains("2 moves") {
            continue;
        }
        page.wait(
            "it is judged",
            "/to go|dead end/.test(document.querySelector('.outlook').textContent)",
        );
        if !page.text(".outlook").contains("4 to go") {
            wrong = page.text(".moves [aria-current]");
            break;
        }
        page.key("u");
        page.wait_for_text(".figures", "1 move");
    }
    assert!(!wrong.is_empty(), "there is a move that costs something");
    page.key("g");
    page.wait_for_text(".notice", "Move 2");
    page.wait_for_text(".figures", "1 move");
    assert_eq!(
        page.value("document.querySelector('.bestline').hidden"),
        json!(true),
        "nothing is shown yet"
    );
    page.inspect("a mistake");
    page.click("#show-better");
    page.wait("a better move is shown", HINT);
    page.key("i");
    page.wait_for_text(".figures", "2 moves");
    page.wait_for_text(".notice", "best move");
    page.click("#next-mistake");
    page.wait_for_text(".notice", "Every move");
}

/// By default a player sees neither the number of moves left nor which moves were wrong.
pub(crate) fn nothing_is_given_away(page: &mut Page) {
    let code = code(page, "twins");
    page.go("#/");
    page.value("localStorage.setItem('quadrille.check', 'null')");
    page.go(&format!("#/play/{code}"));
    page.wait_for_text(".figures", "0 moves");
    page.key("ArrowUp");
    page.wait_for_text(".figures", "1 move");
    std::thread::sleep(std::time::Duration::from_millis(600));
    let shown = page.value(
        "[document.querySelector('.outlook').textContent, document.querySelectorAll('.moves sup').length, document.querySelector('#check').checked]",
    );
    assert_eq!(shown, json!(["", 0, false]));
    page.click("#check");
    page.wait_for_text(".outlook", "to go");
}

/// The first lesson of a game demonstrates a move for this device, until the player acts.
pub(crate) fn a_newcomer_is_shown_how(page: &mut Page) {
    for (game, words) in
        [("tiles", "Press →, or drag right"), ("fold", "Drag it right, or click it")]
    {
        page.go(&format!("#/learn/{game}"));
        page.wait_for_text(".gesture", words);
        page.wait("a pointer makes the move", "document.querySelector('.table .demo')");
        page.inspect("a first lesson");
        page.key("Escape");
        page.wait("it goes away", "!document.querySelector('.table .demo')");
    }
    page.go("#/learn/fold/2");
    page.wait("later ones do not", "document.querySelector('.gesture')?.hidden");
}

/// A tap on a distant cell walks there by a shortest path; a hint and a drag start at the player.
pub(crate) fn a_player_walks_by_tap(page: &mut Page) {
    page.go("#/learn/sokoban/2");
    page.wait_for_text(".figures", "0 moves");
    page.press_cell(1, 1);
    page.wait_for_text(".figures", "3 moves");
    // A wall cannot be walked to.
    page.press_cell(0, 3);
    page.wait_for_text(".boardbox .bubble:not([hidden])", "no free way");
    assert!(page.text(".figures .big").starts_with("3 moves"));
}
