//! Intermediate results of the solver, and the views of a search.

mod assignment;
mod scripts;

pub(crate) use assignment::{
    a_puzzle_is_written, an_assignment_fits_a_phone, an_assignment_is_worked_on,
};
pub(crate) use scripts::{a_script_is_written, open_script, write};

use crate::support::{Engine, Page};
use crate::tour::{HINT, board, code};
use serde_json::json;

/// Replaces the engine by one that a test controls. `tell(…)` sends an event to the waiting search;
/// `begun` counts searches, `ended` those that were stopped.
fn take_over(page: &mut Page) {
    let engine = match page.engine() {
        Engine::Server => "import('/assets/api/server.js').then(({ server }) => server)",
        Engine::Site => "import('/engine/browser.js').then(({ browser }) => browser)",
    };
    page.value(&format!(
        "(async () => {{ const real = await {engine}; const {{ use }} = await import('/assets/api/index.js'); \
         window.begun = 0; window.ended = 0; const waiting = []; let wake = () => {{}}; \
         window.tell = (name, data) => {{ waiting.push({{ name, data }}); wake(); }}; \
         use({{ ask: real.ask, async *stream(question, values, signal) {{ \
           if (question !== 'solve') return yield* real.stream(question, values, signal); \
           begun += 1; waiting.length = 0; \
           signal.addEventListener('abort', () => {{ ended += 1; wake(); }}); \
           for (;;) {{ \
             while (waiting.length > 0) {{ const event = waiting.shift(); yield event; if (event.name === 'done') return; }} \
             signal.throwIfAborted(); \
             await new Promise((resolve) => {{ wake = resolve; }}); }} }} }}); }})()"
    ));
}

/// A plan with one move too many, and the shortest one.
fn two_plans(page: &mut Page, code: &str) -> (Vec<String>, Vec<String>) {
    let plans = page.value(&format!(
        "import('/assets/api/index.js').then(async (api) => {{ const signal = new AbortController().signal; \
         const start = await api.position({code:?}); const {{ plan }} = await api.solve({{ code: {code:?} }}, signal); \
         for (const move of start.moves) {{ \
           const {{ positions }} = await api.play({code:?}, [move.text]); \
           const rest = (await api.solve({{ code: positions.at(-1).code }}, signal)).plan; \
           if (rest && rest.length + 1 > plan.length) return [[move.text, ...rest], plan]; }} }})"
    ));
    let plan = |index: usize| {
        let moves = plans[index].as_array().expect("a plan").iter();
        moves.map(|mv| mv.as_str().expect("a move").to_string()).collect::<Vec<_>>()
    };
    (plan(0), plan(1))
}

/// A plan is shown at once, while the search for a better one and for the proof continues.
pub(crate) fn plans_come_as_they_are_found(page: &mut Page) {
    page.go("#/");
    let code = code(page, "twins");
    let (long, short) = two_plans(page, &code);
    let (more, less) = (long.len(), short.len());
    page.value("localStorage.setItem('quadrille.check', 'false')");
    page.go(&format!("#/play/{code}"));
    take_over(page);
    page.click("[data-act=hint]");
    page.wait("a search runs", "begun === 1");
    page.value(&format!(
        "tell('plan', {})",
        json!({ "plan": long, "cost": more, "lower_bound": 2 })
    ));
    page.wait_for_text(".notice", &format!("{more} moves found, proving: at least 2…"));
    page.wait("the hint is there at once", HINT);
    page.value("tell('progress', { expanded: 9, generated: 9, bytes: 9, lower_bound: 3, best: 9, seconds: 1 })");
    page.wait_for_text(".notice", "at least 3…");
    // The move of the hint is played; the search continues, and the next hint needs no other
    // search.
    page.click("[data-act=hint]");
    page.wait_for_text(".figures", "1 move");
    page.wait_for_text(".notice", &format!("{} moves found, proving: at least 2…", more - 1));
    page.click("[data-act=hint]");
    page.wait("the next hint is there", HINT);
    assert_eq!(page.value("[begun, ended]"), json!([1, 0]), "one search, which goes on");
    page.click_button("Stop");
    page.wait_for_text(".notice", &format!("The solution with {} moves is kept", more - 1));
    assert_eq!(page.value("[begun, ended]"), json!([1, 1]));
    page.click("[data-act=hint]");
    page.wait_for_text(".figures", "2 moves");
    assert_eq!(page.value("begun"), json!(1), "what was found is used");
    // A move off the plan needs another search.
    page.key("u");
    page.key("u");
    page.wait_for_text(".figures", "0 moves");

    // A watched plan improves while it is watched.
    page.click("[data-act=solve]");
    page.wait_for_text(".planbar .planhead", &format!("Solution: {more} moves"));
    page.wait("the proof goes on", "begun === 2");
    page.value(&format!(
        "tell('plan', {})",
        json!({ "plan": short, "cost": less, "lower_bound": 4 })
    ));
    page.wait_for_text(
        ".planbar .proof",
        &format!("A shorter one was found: {less} (at least 4 are needed)"),
    );
    page.click_button("Show it");
    page.wait_for_text(".planbar .planhead", &format!("Solution: {less} moves"));
    page.value(&format!(
        "tell('done', {})",
        json!({ "outcome": "solved", "plan": short, "cost": less, "optimal": true, "lower_bound": less, "stop": null, "stats": { "expanded": 9, "seconds": 1 } })
    ));
    page.wait_for_text(".planbar .proof", "Shortest possible, proved");
    page.value("localStorage.removeItem('quadrille.check')");
}

/// The values of the heuristics for the position, in Play and in Search, with their parts.
pub(crate) fn heuristics_are_seen(page: &mut Page) {
    page.go("#/");
    let code = code(page, "twins");
    page.go(&format!("#/play/{code}"));
    let known = page.value(&format!(
        "import('/assets/api/index.js').then((api) => api.values({code:?}, 'collinear,relaxed')) \
         .then(({{ values }}) => values.map((one) => [one.name, String(one.value)]))"
    ));
    page.value("document.querySelector('.panel .values').closest('details.card').open = true");
    page.click(".panel .values summary");
    page.wait("they are listed", "document.querySelectorAll('.panel .values dt').length > 3");
    let shown = "[...document.querySelectorAll('.values dl > div')].map((row) => [row.querySelector('dt').textContent.split(' ')[0], row.querySelector('dd').firstChild.textContent])";
    let rows = page.value(shown);
    for row in known.as_array().expect("values") {
        assert!(rows.as_array().expect("rows").contains(row), "{row} in {rows}");
    }
    page.wait(
        "with their parts",
        "document.querySelector('.panel .values .parts').textContent.length > 5",
    );
    page.inspect("values of heuristics");
    page.key("ArrowRight");
    page.wait_for_text(".figures", "1 move");
    page.wait(
        "they are those of the position",
        &format!("JSON.stringify({shown}) !== {:?}", rows.to_string()),
    );
    page.go(&format!("#/search/{code}?a=astar"));
    page.click(".to-end");
    page.wait_for_text(".state", "6 moves, proved shortest");
    page.click(".nodebox .student > summary");
    page.click(".nodebox .values summary");
    page.wait_for_text(".nodebox .values dt", "(in use)");
}

/// Every method of the command can be typed, and is in the address.
pub(crate) fn methods_can_be_typed(page: &mut Page) {
    page.go("#/");
    let code = code(page, "twins");
    let ends = |page: &mut Page, name: &str| {
        page.click(".to-end");
        page.wait_for_text(".state", "6 moves");
        let shown = page.value("document.querySelector('.method .typed').value");
        assert_eq!(shown, json!(name));
    };
    page.go(&format!("#/search/{code}?a=wastar(5)"));
    ends(page, "wastar(5)");
    page.go(&format!("#/search/{code}?a=astar&ha=max(collinear,relaxed)"));
    ends(page, "astar with max(collinear,relaxed)");
    page.go(&format!("#/search/{code}?ha=max(collinear,relaxed)"));
    ends(page, "astar with max(collinear,relaxed)");
    let typed = |page: &mut Page, words: &str| {
        page.click(".typing summary");
        page.value(&format!(
            "(() => {{ const field = document.querySelector('.typed'); field.value = {words:?}; field.dispatchEvent(new Event('change')); }})()"
        ));
    };
    typed(page, "beam(8) with collinear+relaxed without dead-ends");
    page.wait(
        "the address has it",
        "new URLSearchParams(location.hash.split('?')[1]).get('a') === 'beam(8) with collinear+relaxed without dead-ends'",
    );
    page.click(".to-end");
    page.wait_for_text(".state", "moves");
    page.inspect("a method that was typed");
    typed(page, "astar with nonsense");
    page.wait_for_text(".state", "nonsense");
    page.wait_for_text(".state", "correct what was typed");
    page.expect_refusals();
}

/// The picture of a search can be zoomed, moved and reset; the board shows how often each cell was
/// changed.
pub(crate) fn zoom_and_heat(page: &mut Page) {
    page.go("#/");
    let code = code(page, "step-over");
    page.go(&format!("#/search/{code}?a=bfs"));
    page.click(".to-end");
    page.wait_for_text(".state", "3 moves, proved shortest");
    let side = "document.querySelector('.tree').viewBox.baseVal";
    let whole = page.value(&format!("[{side}.x, {side}.width]"));
    page.click(".zoom [aria-label='Zoom in']");
    page.click(".zoom [aria-label='Zoom in']");
    page.wait("a part is seen", &format!("Math.abs({side}.width / {} - 0.49) < 0.01", whole[1]));
    let from = page.value("(() => { const box = document.querySelector('.tree').getBoundingClientRect(); return [box.x + 40, box.y + 40]; })()");
    let at = (from[0].as_f64().expect("x"), from[1].as_f64().expect("y"));
    let before = page.value(&format!("{side}.x"));
    page.press(at, Some((at.0 + 60.0, at.1)));
    page.wait("it is moved", &format!("{side}.x < {before} - 5"));
    page.click(".zoom [aria-label='Zoom out']");
    page.wait("it is larger again", &format!("{side}.width > {} * 0.6", whole[1]));
    page.click(".zoom [aria-label='Show all']");
    page.wait(
        "all is seen",
        &format!("Math.abs({side}.width - {}) + Math.abs({side}.x - {}) < 0.1", whole[1], whole[0]),
    );

    assert_eq!(page.value("document.querySelectorAll('.sideboard .heat').length"), json!(0));
    page.click("#heat");
    page.wait("cells are warm", "document.querySelectorAll('.sideboard .heat').length > 1");
    // The number of times that its number was sent, in the drawn positions.
    let warm = "Math.max(...[...document.querySelectorAll('.sideboard .heat')].map((one) => Number(one.getAttribute('fill-opacity'))))";
    assert_eq!(page.value(warm), json!(0.72), "the warmest has all of the colour");
    page.key("Home");
    page.wait("at the start none is", "document.querySelectorAll('.sideboard .heat').length === 0");
    page.click("#heat");
}

/// A method that reasons about the level as a whole shows its plan and its bound converge.
pub(crate) fn plan_and_bound_close_in(page: &mut Page) {
    page.go("#/");
    let code = code(page, "app-41");
    page.go(&format!("#/search/{code}?a=best"));
    page.wait_for_text(".treebox", "it reasons about the level as a whole");
    page.click(".to-end");
    page.wait_for_text(".state", "proved shortest");
    let moves = page.text(".state");
    let moves: u32 = moves.split(' ').next().and_then(|word| word.parse().ok()).expect("moves");
    page.wait_for_text(".closing text", &format!("best solution so far {moves}"));
    page.wait_for_text(".closing text", &format!("proved: at least {moves}"));
    // Both lines end at the same height: that is the proof.
    let ends = page.value(
        "['.plan-line', '.bound-line'].map((line) => { const path = document.querySelector(`.closing ${line}`); \
         return path.getPointAtLength(path.getTotalLength()).y.toFixed(1); })",
    );
    assert_eq!(ends[0], ends[1]);
    assert_eq!(page.value("document.querySelector('.treepane').hidden"), json!(true));
    page.inspect("a plan and a bound");
}

/// Generating a level can be cancelled, and shows its progress.
pub(crate) fn making_can_be_cancelled(page: &mut Page) {
    page.go("#/new?game=squares&rows=9&cols=9&least_moves=60");
    page.click("#make");
    page.wait_for_text(".notice", "boards tried");
    page.wait_for_text("#make", "Cancel");
    page.click("#make");
    page.wait_for_text(".notice", "Cancelled.");
    page.wait_for_text("#make", "Make a level");
    assert!(page.value("location.hash").as_str().is_some_and(|hash| hash.starts_with("#/new")));
}

/// An undo and another move start a variation; every line leads to its own board, also after
/// leaving and returning.
pub(crate) fn walk_variations(page: &mut Page) {
    use crate::tour::play;
    let code = code(page, "stopper");
    page.go(&format!("#/play/{code}"));
    play(page, "R", 1, true);
    play(page, "D", 2, true);
    let first = board(page);
    page.key("u");
    page.wait_for_text(".figures", "1 move");
    play(page, "U", 2, true);
    let second = board(page);
    assert_ne!(first, second);
    // Every move of the line gets its mark, however fast it was played.
    let marked = "[...document.querySelectorAll('.moves li:not(.variation) > .move')].every((move) => /^\\d+\\. .+: /.test(move.title))";
    let shown = |page: &mut Page, line: &str, beside: &str| {
        page.wait(
            "the line and its variation are shown",
            &format!(
                "document.querySelector('.moves [aria-current]')?.title.includes('({line})') && \
                 document.querySelectorAll('.variation .move').length === 1 && \
                 document.querySelector('.variation .move').title.includes('({beside})')"
            ),
        );
        page.wait("its moves are marked", marked);
    };
    let enter_variation = |page: &mut Page| page.click(".variation .move");
    shown(page, "U", "D");
    enter_variation(page);
    shown(page, "D", "U");
    assert_eq!(board(page), first, "the first line leads where it led");
    enter_variation(page);
    shown(page, "U", "D");
    assert_eq!(board(page), second);
    page.wait("it is kept", "sessionStorage.getItem('quadrille.proved')?.includes('tiles')");
    page.reload();
    shown(page, "U", "D");
    assert_eq!(board(page), second, "it survives leaving and coming back");
    enter_variation(page);
    shown(page, "D", "U");
    assert_eq!(board(page), first);
}
