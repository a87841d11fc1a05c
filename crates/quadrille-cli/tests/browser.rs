//! The page in a real browser: a headless Chromium drives the built command, at the width of a desk and of a phone.
//!
//! Without a Chromium or axe-core, which checks accessibility, the tests are ignored with that reason; where `CI` is set they
//! fail. `.ci/run` installs both.

mod browser_support;

use browser_support::{Page, Screen};
use libtest_mimic::{Arguments, Completion, Trial};
use serde_json::{Value, json};

fn main() {
    let tests =
        [("at_a_desk", DESK, at_a_desk as fn(&mut Page)), ("on_a_phone", PHONE, on_a_phone)];
    let trials = tests.map(|(name, screen, test)| {
        Trial::ignorable_test(name, move || match Page::open(screen) {
            Ok(mut page) => {
                test(&mut page);
                Ok(Completion::Completed)
            }
            Err(missing) if std::env::var_os("CI").is_some() => Err(missing.into()),
            Err(missing) => Ok(Completion::ignored_with(missing)),
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit();
}

const DESK: Screen = Screen { width: 1280, height: 800, touch: false, dark: false };
const PHONE: Screen = Screen { width: 360, height: 740, touch: true, dark: true };

/// A level of each game, with a shortest plan: rows, columns and directions are those of the moves.
const LEVELS: [(&str, &str); 4] = [
    ("stopper", "R D R U L"),
    ("step-over", "2,2U 3,1U 1,3L"),
    ("two-swaps", "0,2d 0,2r"),
    ("four-folds", "1L 1R 1U 1D"),
];

/// The code of a level that comes with the program.
fn code(page: &mut Page, name: &str) -> String {
    let code = page.value(&format!(
        "fetch('/api/packs').then((answer) => answer.json()).then((packs) => \
         packs.flatMap((pack) => pack.levels).find((level) => level.name === {name:?}).code)"
    ));
    code.as_str().expect("the level is in a pack").to_string()
}

/// What stands in every cell, as the page shows it.
fn board(page: &mut Page) -> String {
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

/// Where a move takes hold: the cell that it names, or the first cell of the piece that it names.
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

/// Plays a move as a person would: a key or a swipe where everything goes, else a pick and a key, or a swipe from the cell.
fn play(page: &mut Page, mv: &str, played: usize, by_keys: bool) {
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
            page.wait("it is picked", "document.querySelector('.board .picked')");
        }
        page.key(key);
    } else {
        page.press(from, Some((from.0 + 60.0 * across, from.1 + 60.0 * down)));
    }
    let moves = format!("{played} move");
    page.wait_for_text(".figures", &moves);
}

fn play_to_the_end(page: &mut Page, by_keys: bool) {
    for (name, plan) in LEVELS {
        let code = code(page, name);
        page.go(&format!("#/play/{code}"));
        page.wait_for_text("h1", name);
        page.wait_for_text(".outlook", "solvable in");
        let start = board(page);
        for (index, mv) in plan.split(' ').enumerate() {
            play(page, mv, index + 1, by_keys);
            if index == 0 {
                // One move back and forth again: the board is what it was.
                let after = board(page);
                assert_ne!(after, start, "{name}: {mv} changes the board");
                page.click(".tool[title^=Undo]");
                page.wait_for_text(".figures", "0 moves");
                assert_eq!(board(page), start, "{name}: undo");
                page.click(".tool[title^=Redo]");
                page.wait_for_text(".figures", "1 move");
                assert_eq!(board(page), after, "{name}: redo");
            }
        }
        page.wait_for_text(".praise", "as short as can be");
    }
    page.inspect("a solved level");
    page.go("#/");
    page.wait("four levels have a star", "[...document.querySelectorAll('.level .mark')].filter((mark) => mark.textContent === '★').length === 4");
}

fn take_hints(page: &mut Page) {
    let code = code(page, "step-over");
    page.go(&format!("#/play/{code}"));
    page.click(".tool[title^=Hint]");
    page.wait("the hint is on the board", "document.querySelector('.board .hint')");
    page.wait_for_text(".notice", "then 2 more");
    page.inspect("a hint");
    page.click(".tool[title^=Hint]");
    page.wait_for_text(".figures", "1 move");
    page.wait_for_text(".outlook", "solvable in 2");
}

fn solve_and_watch(page: &mut Page) {
    let code = code(page, "four-colours");
    page.go(&format!("#/play/{code}"));
    page.click(".tool[title^=Solve]");
    page.wait_for_text(".planbar", "proved shortest");
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

/// The address is the position, for others too, and back and forward lead through views without loss.
fn share_and_return(page: &mut Page) {
    let code = code(page, "stopper");
    page.go(&format!("#/play/{code}"));
    page.wait_for_text("h1", "stopper");
    play(page, "R", 1, true);
    play(page, "D", 2, true);
    let shown = board(page);
    let address = page.value("location.hash");
    let address = address.as_str().expect("an address");
    assert_ne!(address, format!("#/play/{code}"));
    page.click("#tabs a[href*=search]");
    page.wait("searches are shown", "document.getElementById('view').dataset.view === 'search'");
    page.value("history.back()");
    page.wait_for_text(".figures", "2 moves");
    assert_eq!(board(page), shown);
    page.value("history.forward()");
    page.wait("searches are shown", "document.getElementById('view').dataset.view === 'search'");
    // Somebody else, who has played nothing, opens the address.
    page.value("localStorage.clear()");
    page.go(address);
    page.wait_for_text(".figures", "0 moves");
    assert_eq!(board(page), shown);
}

fn watch_search(page: &mut Page) {
    let code = code(page, "four-colours");
    page.go(&format!("#/search/{code}?a=astar"));
    page.click("[aria-label='To the end']");
    page.wait_for_text(".state", "5 moves, proved shortest");
    page.wait("the plan is in the tree", "document.querySelectorAll('.dots .plan').length === 6");
    page.click("[aria-label='To the start']");
    page.click("[aria-label='One step forth']");
    page.wait_for_text(".player .count", "1 / ");
    page.wait_for_text(".numbers dd", "1");
    page.inspect("a search");
    page.click("#race");
    page.wait("two searches are side by side", "document.querySelectorAll('.lane').length === 2");
    page.click("[aria-label='To the end']");
    page.wait_for_text(".result", "fewer expansions; both plans have 5 moves");
    page.inspect("a race");
}

fn compare_methods(page: &mut Page) {
    let code = code(page, "twins");
    page.go(&format!("#/compare/{code}"));
    page.inspect("methods before the start");
    page.click("#start");
    page.wait_for_text("[role=status]", "methods found a plan. The shortest has 6 moves");
    let rows = page.value("document.querySelectorAll('.results tbody tr').length");
    assert!(rows.as_u64() >= Some(10), "{rows} methods");
    page.wait("the chart is drawn", "document.querySelector('.labcharts img')?.naturalWidth > 0");
    page.inspect("methods");
    // Breadth-first search is busy with this one until it is stopped.
    let code = self::code(page, "app-41");
    page.go(&format!("#/compare/{code}"));
    page.click("#start");
    page.click_button("Stop");
    page.wait(
        "it has ended",
        "document.querySelector('#start').textContent.includes('Compare again')",
    );
}

fn draw_and_share(page: &mut Page) {
    page.go("#/edit?game=tiles");
    for _ in 0..3 {
        page.click("[aria-label='Rows: one fewer']");
        page.click("[aria-label='Columns: one fewer']");
    }
    page.click(".brush[data-glyph='a']");
    let at = page.cell(0, 0);
    page.press(at, None);
    page.wait_for_text(".problems", "goal");
    page.wait("the problem is shown in place", "document.querySelector('.board .problem')");
    page.inspect("a drawing with a problem");
    page.click(".brush[data-glyph='A']");
    let at = page.cell(2, 2);
    page.press(at, None);
    page.wait_for_text(".solution", "Solvable in 2 moves, proved shortest");
    page.click(".tool[title^=Undo]");
    page.wait("it is no level again", "document.querySelector('.problems li')");
    page.click(".tool[title^=Redo]");
    page.wait_for_text(".solution", "Solvable in 2 moves");
    // A block on a goal is both: it is solved as soon as it is drawn.
    page.click(".brush[data-glyph='a']");
    let at = page.cell(2, 2);
    page.press(at, None);
    page.wait_for_text(".problems", "2 blocks");
    page.click(".tool[title^=Undo]");
    page.wait_for_text(".solution", "Solvable in 2 moves");
    page.click(".panel details summary");
    page.wait_for_text(".exported", ". . A");
    page.inspect("a drawing");
    let link = page.value("document.querySelector('.panel a.primary').getAttribute('href')");
    page.go(link.as_str().expect("the address of the level"));
    page.wait("it is the level that was drawn", "document.querySelector('.panel pre').textContent.replaceAll(/ +/g, ' ') === 'a . .\\n. . .\\n. . A'");
    play(page, "D", 1, true);
    play(page, "R", 2, true);
    page.wait_for_text(".praise", "as short as can be");
}

fn paste_a_level(page: &mut Page) {
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

/// What goes wrong is said, and leads somewhere.
fn fail_kindly(page: &mut Page) {
    page.go("#/play/tiles1-nonsense");
    page.wait("it says so", "document.querySelector('.failure')");
    page.inspect("a failure");
    page.expect_refusals();
    page.click_button("To the levels");
    page.wait("the levels are there", "document.querySelectorAll('.level').length > 8");
    page.value("localStorage.setItem('quadrille.progress', '{\"version\":1,\"levels\":{\"x\":7,\"y\":{\"moves\":[1]}}')");
    page.go("#/");
    page.wait(
        "the levels are there all the same",
        "document.querySelectorAll('.level').length > 8",
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

/// A server that is gone is told, and what has been played stays.
fn lose_the_server(page: &mut Page) {
    let code = code(page, "stopper");
    page.go(&format!("#/play/{code}"));
    page.wait_for_text(".outlook", "solvable in 5");
    play(page, "R", 1, true);
    page.wait_for_text(".outlook", "solvable in 4");
    page.lose_server();
    page.click(".tool[title^=Solve]");
    page.wait_for_text(".notice", "The server does not answer.");
    page.click(".tool[title^=Undo]");
    page.wait_for_text(".figures", "0 moves");
    page.click("#tabs a[href*=compare]");
    page.wait_for_text(".failure", "The server is gone");
    page.inspect("a page without a server");
    page.expect_refusals();
}

/// Asks a module of the page for something.
fn ask(page: &mut Page, module: &str, question: &str) -> Value {
    page.value(&format!("import('/assets/{module}').then((asked) => {question})"))
}

/// What the modules of the page work out without a server.
fn think(page: &mut Page) {
    page.go("#/");
    for damaged in
        ["", "{", "[]", "null", r#"{"version":2,"levels":{}}"#, r#"{"version":1,"levels":null}"#]
    {
        let read = ask(page, "progress.js", &format!("asked.readProgress({damaged:?})"));
        assert_eq!(read, Value::Null, "{damaged}");
    }
    let text = r#"{"version":1,"levels":{"a":{"moves":["U","L"],"played":9,"best":-1},"b":{"moves":[1]},"c":7}}"#;
    let read =
        ask(page, "progress.js", &format!("Object.fromEntries(asked.readProgress({text:?}))"));
    assert_eq!(
        read,
        json!({ "a": { "moves": ["U", "L"], "played": 2 } }),
        "what is damaged is left out"
    );

    let event = ask(page, "api.js", r#"asked.parseEvent('event: done\ndata: {"a":\ndata: 1}')"#);
    assert_eq!(event, json!({ "name": "done", "data": { "a": 1 } }));
    assert_eq!(ask(page, "api.js", "asked.parseEvent(': still there')"), Value::Null);

    for (played, fewest, words) in [
        (5, "null", "the shortest plan is not known"),
        (5, "{ moves: 5, proved: true }", "as short as can be"),
        (7, "{ moves: 5, proved: true }", "2 more than needed (shortest: 5)"),
        (4, "{ moves: 5, proved: false }", "better than the best known, 5"),
    ] {
        let praise = ask(page, "praise.js", &format!("asked.praise({played}, {fewest}).words"));
        assert_eq!(praise, json!(words));
    }

    // Two blocks glide to the right in their line and keep their order; nothing else moves.
    let cells = |letters: &str| {
        let cell = |letter: char| match letter {
            '.' => json!({ "ground": "floor", "target": null, "piece": null }),
            _ => {
                json!({ "ground": "floor", "target": null, "piece": { "shape": "block", "colour": 1, "label": letter } })
            }
        };
        letters.chars().map(cell).collect::<Vec<_>>()
    };
    let boards = format!(
        "{{ rows: 2, cols: 4, cells: {} }}, {{ rows: 2, cols: 4, cells: {} }}",
        json!(cells("a.b....c")),
        json!(cells("..ab...c"))
    );
    let stages = ask(
        page,
        "motion.js",
        &format!(
            "asked.stagesOf({boards}, {{ kind: 'all', direction: 'right' }}).map((stage) => stage.glides)"
        ),
    );
    assert_eq!(stages, json!([[{ "from": 0, "to": 2 }, { "from": 2, "to": 3 }]]));

    let film = ask(
        page,
        "searchfilm.js",
        "(() => { const film = new asked.SearchFilm(); film.add({ batch: [ \
         { t: 'expand', node: 0, g: 0, h: 2 }, { t: 'generate', node: 1, parent: 0, move: 'U', g: 1, h: 1 }, { t: 'generate', node: 2, parent: 0, move: 'D', g: 1, h: 1 }, \
         { t: 'expand', node: 1, g: 1, h: 1 }, { t: 'duplicate', node: 0, parent: 1 }, { t: 'generate', node: 3, parent: 1, move: 'L', g: 2, h: 0 } ] }); \
         const after = (steps) => film.figuresAt(steps).counts; \
         return [film.length, after(1).generated, after(2).generated, after(2).duplicates, after(1).expanded, film.movesTo(3)]; })()",
    );
    assert_eq!(film, json!([2, 2, 4, 1, 1, ["U", "L"]]), "going back in a film counts anew");
}

fn at_a_desk(page: &mut Page) {
    page.go("#/");
    page.inspect("the levels");
    play_to_the_end(page, true);
    take_hints(page);
    solve_and_watch(page);
    share_and_return(page);
    watch_search(page);
    compare_methods(page);
    draw_and_share(page);
    paste_a_level(page);
    fail_kindly(page);
    think(page);
    lose_the_server(page);
    page.assert_content();
}

fn on_a_phone(page: &mut Page) {
    page.go("#/");
    page.inspect("the levels");
    play_to_the_end(page, false);
    take_hints(page);
    solve_and_watch(page);
    watch_search(page);
    compare_methods(page);
    draw_and_share(page);
    paste_a_level(page);
    fail_kindly(page);
    page.assert_content();
}
