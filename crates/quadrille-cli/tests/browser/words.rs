//! Texts in both languages, functions of modules without an engine, and sizes.

use crate::support::{Engine, Page};
use crate::tour::code;
use serde_json::{Value, json};

/// Cases that the terminal and the page share.
const CASES: &str = include_str!("../cases/picking.json");

/// Evaluates an expression with a module of the page.
fn ask(page: &mut Page, module: &str, question: &str) -> Value {
    page.value(&format!("import('/assets/{module}').then((module) => {question})"))
}

/// The page uses the browser's language, and every text exists in both.
pub(crate) fn portuguese(page: &mut Page) {
    page.go("#/");
    page.wait_for_text("h1", "Quebra-cabeças em grelha");
    assert_eq!(page.value("document.documentElement.lang"), json!("pt"));
    page.inspect("the front door in Portuguese");
    let missing = page.value(
        "Promise.all([import('/assets/texts/en.js'), import('/assets/texts/pt.js')]).then(([{ default: en }, { default: pt }]) => { \
         const compare = (one, other, path) => typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other) ? [path] : \
         one && typeof one === 'object' ? [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => compare(one[key], other[key], `${path}.${key}`)) : []; \
         return compare(en, pt, '').filter((path) => !path.startsWith('.assignment.shipped')); })",
    );
    assert_eq!(missing, json!([]), "texts that differ between the languages");
    let english = page.value(
        "Promise.all([import('/assets/api/index.js'), import('/assets/texts/index.js'), import('/assets/model/catalogue.js')]).then(async ([api, { translated }, { games }]) => { \
         const missing = []; for (const { name } of games()) for (const { word } of (await api.words(name)).words) \
         if (!/^(steps|distance|in_line|sum|least|infinity|log2)\\(/.test(word) && !(translated('words', `${name}/${word}`) ?? translated('words', word))) missing.push(word); \
         return missing; })",
    );
    assert_eq!(english, json!([]), "words of scripts");
    // Names of files have plain letters.
    page.go("#/assignment/tiles-heuristic");
    page.wait_for_text(".handin", "uma-heuristica-para-match-the-tiles.heuristic");
    page.wait("words are listed", "document.querySelectorAll('.wordlist dt').length > 9");
    let words = "[...document.querySelectorAll('.wordlist dt')].map((one) => one.textContent)";
    page.wait("functions are not parts of a board", &format!("!{words}.some((word) => /^board.(steps|sum|log2)/.test(word)) && {words}.includes('log2(…)')"));
    let code = code(page, "stopper");
    page.go(&format!("#/play/{code}"));
    page.wait_for_text(".outlook", "faltam 5");
    page.wait_for_text(".rules", "todos os blocos deslizam");
    page.inspect("a game in Portuguese");
    // A month is written with one capital.
    page.go("#/daily/2026-11-03");
    page.wait_for_text(".calendar strong", "novembro de 2026");
    let form =
        page.value("getComputedStyle(document.querySelector('.calendar strong')).textTransform");
    assert_eq!(form, json!("none"));
    // The engine's messages about a drawn board are translated, too.
    page.go("#/edit?game=tiles&fresh=1");
    page.wait_for_text(".problems", "Não há nenhum bloco no tabuleiro.");
    page.wait_for_text(".problems", "Acrescenta um bloco e um alvo da sua cor.");
    // The chosen language is remembered.
    page.value("localStorage.setItem('quadrille.language', 'en')");
    page.go("#/");
    page.wait_for_text("h1", "Puzzles on a grid");
    page.value("localStorage.removeItem('quadrille.language')");
}

/// On a phone in landscape every board is completely visible beside the panel; one of nine by nine
/// is larger than 300 pixels.
pub(crate) fn boards_fit_sideways(page: &mut Page) {
    let seen = "(() => { const box = (what) => document.querySelector(what).getBoundingClientRect(); const board = box('.table .board'); \
         return [board.width, board.left >= 0 && board.top >= 0 && board.bottom <= innerHeight && board.right <= box('.panel').left]; })()";
    for name in ["app-41", "twins", "four-colours", "four-folds"] {
        let code = code(page, name);
        page.go(&format!("#/play/{code}"));
        let shown = page.value(seen);
        assert_eq!(shown[1], json!(true), "{name} is not seen whole");
        let least = if name == "app-41" { 300.0 } else { 200.0 };
        assert!(shown[0].as_f64().is_some_and(|side| side > least), "{name}: {shown} pixels");
    }
    page.inspect("a board sideways");
    let code = code(page, "twins");
    for address in [format!("#/search/{code}?a=astar"), format!("#/search/{code}?a=astar&b=bfs")] {
        page.go(&address);
        page.wait(
            "the board is seen without scrolling",
            "document.querySelector('.sideboard .board')?.getBoundingClientRect().bottom <= innerHeight",
        );
        page.inspect("a search sideways");
    }
    for game in ["tiles", "zhed", "squares", "fold", "sokoban"] {
        for step in 1..=3 {
            page.go(&format!("#/learn/{game}/{step}"));
            assert_eq!(page.value(seen)[1], json!(true), "{game}, step {step} is not seen whole");
        }
    }
}

/// Every module of a view is preloaded; modules that the site loads later are not.
fn announces_its_modules(page: &mut Page) {
    let unannounced = page.value(
        "(() => { const announced = [...document.querySelectorAll('link[rel=modulepreload], script')].map((one) => one.href ?? one.src); \
         return performance.getEntriesByType('resource').map((one) => one.name).filter((name) => \
           name.endsWith('.js') && !/engine.(install|module|worker)/.test(name) && !announced.includes(name)); })()",
    );
    assert_eq!(unannounced, json!([]), "every module of a view is announced before it is needed");
}

/// The first screen loads less than 110 kB compressed, including the font of titles; the engine of
/// the site, which follows, is less than 1.3 MB with brotli, which takes seven tenths of gzip, the
/// only compression that a browser can measure here.
pub(crate) fn every_screen_is_small_enough(page: &mut Page) {
    page.go("#/");
    let bytes = page.value(
        "(async () => { const addresses = [location.href.split('#')[0], ...performance.getEntriesByType('resource').map((one) => one.name).filter((name) => !name.endsWith('.wasm'))]; \
         let sum = 0; for (const address of new Set(addresses)) { \
         const answer = await fetch(address); const packed = answer.body.pipeThrough(new CompressionStream('gzip')); \
         sum += (await new Response(packed).arrayBuffer()).byteLength; } return sum; })()",
    );
    assert!(bytes.as_u64().is_some_and(|bytes| bytes < 110_000), "{bytes} bytes");
    if page.engine() == Engine::Site {
        let engine = page.value(
            "(async () => { const answer = await fetch('engine/engine.wasm'); const packed = answer.body.pipeThrough(new CompressionStream('gzip')); \
             return (await new Response(packed).arrayBuffer()).byteLength; })()",
        );
        assert!(engine.as_u64().is_some_and(|bytes| bytes < 1_800_000), "{engine} bytes");
    }
    announces_its_modules(page);
    page.go("#/play/tiles1-IgIAEuYDAQACBShqQA");
    page.reload();
    page.wait("the board is there", "document.querySelector('.board .piece')");
    announces_its_modules(page);
    for hash in [
        "#/new",
        "#/mine",
        "#/daily",
        "#/edit",
        "#/edit?game=sokoban&fresh=1",
        "#/pack/tiles",
        "#/learn/fold/2",
        "#/learn/sokoban/2",
        "#/assignment",
    ] {
        page.go(hash);
        page.inspect(hash);
    }
}

/// Functions of the page's modules without an engine.
pub(crate) fn modules(page: &mut Page) {
    page.go("#/");
    for damaged in
        ["", "{", "[]", "null", r#"{"version":2,"levels":{}}"#, r#"{"version":1,"levels":null}"#]
    {
        let read = ask(page, "model/progress.js", &format!("module.readProgress({damaged:?})"));
        assert_eq!(read, Value::Null, "{damaged}");
    }
    let text = r#"{"version":1,"levels":{"a":{"moves":["U","L"],"played":9,"best":-1},"b":{"moves":[1]},"c":7}}"#;
    let read = ask(
        page,
        "model/progress.js",
        &format!("Object.fromEntries(module.readProgress({text:?}))"),
    );
    assert_eq!(
        read,
        json!({ "a": { "moves": ["U", "L"], "played": 2 } }),
        "what is damaged is left out"
    );

    let event =
        ask(page, "api/server.js", r#"module.parseEvent('event: done\ndata: {"a":\ndata: 1}')"#);
    assert_eq!(event, json!({ "name": "done", "data": { "a": 1 } }));
    assert_eq!(ask(page, "api/server.js", "module.parseEvent(': still there')"), Value::Null);

    for (played, fewest, helped, mark) in [
        (5, "null", 0, "check"),
        (5, "{ moves: 5, proved: true }", 0, "star"),
        (5, "{ moves: 5, proved: true }", 2, "hollow"),
        (7, "{ moves: 5, proved: true }", 0, "check"),
        // A result that is not proved gets no star.
        (4, "{ moves: 5, proved: false }", 0, "check"),
        (5, "{ moves: 5, proved: false }", 0, "check"),
    ] {
        let praise = ask(
            page,
            "model/praise.js",
            &format!("module.praise({played}, {fewest}, {helped}).mark"),
        );
        assert_eq!(praise, json!(mark), "{played} {fewest} {helped}");
    }

    // A box is not a filled cell, and the player has no letter.
    for (piece, words) in [
        ("{ shape: 'block', label: '', colour: 0 }", "box"),
        ("{ shape: 'block', label: '', colour: 22 }", "filled"),
        ("{ shape: 'block', label: 'a', colour: 0 }", "block a"),
        ("{ shape: 'disc', label: '@', colour: 1 }", "player"),
    ] {
        let said = ask(page, "board/board.js", &format!("module.describe({{ piece: {piece} }})"));
        assert_eq!(said, json!(words));
    }

    // A plan also holds for the positions along it, a bound decreases by one per move, and no
    // knowledge is lost.
    let facts = ask(
        page,
        "model/knowledge.js",
        "(() => { const known = new module.Knowledge(); \
         known.learn('a', { plan: ['U', 'L', 'D'], least: 2 }); known.follow('a', 'U', 'b'); known.follow('a', 'R', 'c'); \
         known.learn('a', { plan: ['L', 'L', 'L', 'L'] }); const before = known.of('a').plan.length; \
         known.learn('a', { least: 3 }); known.learn('b', { plan: ['L', 'D'], proved: true }); \
         return [known.of('b').plan, known.of('c').least, before, known.of('a').proved, known.costOf('a', 'b')]; })()",
    );
    assert_eq!(facts, json!([["L", "D"], 1, 3, true, 0]));

    // The steps of a move have delays; a move that only moved pieces is undone in reverse, any
    // other fades.
    let stages = ask(
        page,
        "board/motion.js",
        "(() => { const board = (glyphs, steps) => ({ rows: 1, cols: 4, cells: [...glyphs].map((glyph) => ({ glyph })), steps }); \
         const step = (more) => ({ glides: [], fills: [], vanishes: [], changes: [], ...more }); \
         const slid = [board('a...'), board('..a.', [step({ glides: [{ from: 0, to: 2 }] })])]; \
         const filled = [board('2...'), board('*xx.', [step({ changes: [0], fills: [{ cell: 1, rank: 0 }, { cell: 2, rank: 1 }] })])]; \
         const all = { kind: 'all', direction: 'right' }; const cell = { kind: 'cell', direction: 'right' }; \
         return [module.stagesOf(...slid, all)[0].glides, module.stagesOf(...slid.toReversed(), all, true)[0].glides, \
           module.stagesOf(...filled, cell)[0].fills.map(({ delay }) => delay), module.stagesOf(...filled.toReversed(), cell, true)[0].fades, \
           module.stagesOf(slid[0], slid[0], null).length]; })()",
    );
    assert_eq!(
        stages,
        json!([[{ "from": 0, "to": 2 }], [{ "from": 2, "to": 0 }], [0, 0.5], [0, 1, 2], 0])
    );

    // Cases that the terminal and the page share.
    let came = page.value(&format!(
        "Promise.all([import('/assets/api/index.js'), import('/assets/model/selection.js')]).then(async ([api, {{ Selection }}]) => {{ \
         const came = []; for (const {{ name, game, board, near, steps }} of {CASES}) {{ \
         const rows = board.map((row) => row.split(' ')); const cols = rows[0].length; \
         const {{ position }} = await api.board({{ game, rows: rows.length, cols, cells: rows.flat() }}); \
         const cell = (words) => words.split(',').map(Number).reduce((row, col) => row * cols + col); \
         const kind = {{ tiles: 'all', fold: 'piece' }}[game] ?? 'cell'; \
         const selection = new Selection(position, kind, near ? cell(near) : null); \
         for (const [words, wanted] of steps) {{ const [act, one, other] = words.split(' '); \
         const choice = {{ go: () => selection.go(one), pick: () => selection.pick(), next: () => selection.cycle(1), previous: () => selection.cycle(-1), \
         click: () => selection.click(cell(one)), drag: () => selection.drag(cell(one), other) }}[act](); \
         const at = selection.cursor; const result = choice.play ? `play ${{choice.play.text}}` : choice.moved ? `moved ${{Math.floor(at / cols)}},${{at % cols}}` : 'nothing'; \
         if (result !== wanted) came.push([name, words, wanted, result]); }} }} return came; }})"
    ));
    assert_eq!(came, json!([]), "cases that the terminal and the page share");

    // The outline of adjacent cells has no seams: four cells in a square are one loop of four
    // corners.
    let loops =
        ask(page, "board/outline.js", "module.outline([0, 1, 3, 4], 3).split('M').length - 1");
    assert_eq!(loops, json!(1));
    assert_eq!(
        ask(page, "board/outline.js", "module.outline([0, 1, 3, 4], 3).split('A').length - 1"),
        json!(4)
    );

    let film = ask(
        page,
        "model/search-film.js",
        "(() => { const film = new module.SearchFilm(); film.add({ batch: [ \
         { t: 'expand', node: 0, g: 0, h: 2 }, { t: 'generate', node: 1, parent: 0, move: 'U', g: 1, h: 1 }, { t: 'generate', node: 2, parent: 0, move: 'D', g: 1, h: 1 }, \
         { t: 'expand', node: 1, g: 1, h: 1 }, { t: 'duplicate', node: 0, parent: 1 }, { t: 'generate', node: 3, parent: 1, move: 'L', g: 2, h: 0 } ] }); \
         film.end({ plan: ['U', 'L', 'L'], stats: { expanded: 2 } }); \
         const after = (steps) => film.tallyAt(steps).counts; \
         return [film.length, after(1).generated, after(2).generated, after(2).duplicates, after(1).expanded, film.movesTo(3), film.planNodes().size, film.takenAt(0), film.takenAt(2).id]; })()",
    );
    assert_eq!(
        film,
        json!([2, 2, 4, 1, 1, ["U", "L"], 4, null, 1]),
        "the plan is whole, and going back counts anew"
    );
}
