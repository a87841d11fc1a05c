//! The look of the page and its settings: type, theme, letters, names of cells, sound; the win;
//! pushing by hand; levels for a search; explained terms.

use crate::support::Page;
use crate::tour::{code, play};
use serde_json::json;

/// Titles have their own font, which is small and part of the page.
pub(crate) fn titles_have_a_face(page: &mut Page) {
    page.go("#/");
    page.wait("the face is there", "document.fonts.check('600 20px Rubik') && [...document.fonts].some((face) => face.family === 'Rubik' && face.status === 'loaded')");
    let bytes = page.value(
        "fetch('assets/style/fonts/rubik.woff2').then((file) => file.arrayBuffer()).then((content) => content.byteLength)",
    );
    assert!(bytes.as_u64().is_some_and(|bytes| bytes < 30_000), "{bytes} bytes");
    let license = page
        .value("fetch('assets/style/fonts/rubik-license.txt').then((file) => file.text())")
        .to_string();
    assert!(license.contains("SIL Open Font License"), "the licence is beside it");
}

fn choose(page: &mut Page, name: &str, value: &str) {
    page.click("#settings");
    page.wait("the settings are open", "document.querySelector('dialog.settings[open]')");
    page.value(&format!(
        "(() => {{ const list = document.querySelector('[data-name={name}] select'); list.value = {value:?}; list.dispatchEvent(new Event('change')); }})()"
    ));
    page.inspect("the settings");
    page.click_button("Close");
}

/// Settings apply at once and after a reload.
pub(crate) fn settings_hold(page: &mut Page) {
    page.go("#/");
    let paper = "getComputedStyle(document.documentElement).colorScheme";
    choose(page, "theme", "dark");
    assert_eq!(page.value(paper), json!("dark"));
    page.reload();
    assert_eq!(page.value(paper), json!("dark"), "it is kept");
    page.inspect("the front door in the dark by choice");
    choose(page, "theme", "light");
    assert_eq!(page.value(paper), json!("light"));
    let code = code(page, "stopper");
    page.go(&format!("#/play/{code}"));
    let letter = "getComputedStyle(document.querySelector('.table .piece .letter')).display";
    assert_ne!(page.value(letter), json!("none"));
    choose(page, "letters", "off");
    assert_eq!(page.value(letter), json!("none"), "the letters are gone");
    choose(page, "motion", "off");
    play(page, "R", 1, true);
    assert_eq!(page.value("document.querySelector('.table .board').getAnimations({ subtree: true }).filter((one) => one.effect.target.matches('.piece')).length"), json!(0));
}

/// Cells are named from 1 for players, or as in the command by choice.
pub(crate) fn cells_are_named_as_players_count(page: &mut Page) {
    let zhed = code(page, "step-over");
    page.go(&format!("#/play/{zhed}"));
    play(page, "2,2U", 1, true);
    let title = "document.querySelector('.moves .move').title";
    page.wait("the move is listed", title);
    let shown = page.value(title).to_string();
    assert!(shown.contains("C3↑ (2,2U)"), "{shown}");
    page.go("#/edit?game=tiles&fresh=1");
    let edge =
        "[...document.querySelectorAll('.table .number')].map((one) => one.textContent).join(' ')";
    assert_eq!(page.value(edge), json!("A B C D E F 1 2 3 4 5 6"));
    choose(page, "notation", "command");
    page.reload();
    assert_eq!(page.value(edge), json!("0 1 2 3 4 5 0 1 2 3 4 5"));
}

/// A win is shown on the board of every game: the frame and the pieces on goals turn gold.
pub(crate) fn every_game_lights_up(page: &mut Page) {
    for game in ["tiles", "zhed", "squares", "fold", "sokoban"] {
        page.go(&format!("#/learn/{game}"));
        page.wait(
            "the lesson is solved by its hints",
            "(() => { if (document.querySelector('.solved-card')) return true; \
             const hint = document.querySelector('[data-act=hint]'); if (hint && !hint.disabled) hint.click(); return false; })()",
        );
        let won =
            page.value("document.querySelector('.table .board > svg').classList.contains('won')");
        assert_eq!(won, json!(true), "{game}");
        // The card does not cover the board.
        let hidden = page.value("(() => { const board = document.querySelector('.table .board').getBoundingClientRect(); \
             const card = document.querySelector('.solved-card').getBoundingClientRect(); \
             return card.left < board.right && card.right > board.left && card.top < board.bottom - 1 && card.bottom > board.top; })()");
        assert_eq!(hidden, json!(false), "{game}: the card hides the board");
        if game == "zhed" {
            page.wait(
                "the goal is gold",
                "(() => { const probe = document.createElement('i'); probe.style.color = 'var(--gold-bright)'; document.body.append(probe); \
                 const gold = getComputedStyle(probe).color; probe.remove(); \
                 return getComputedStyle(document.querySelector('.table .piece.home .body')).fill === gold; })()",
            );
        }
    }
}

/// Sound is off until it is switched on.
pub(crate) fn sound_is_a_choice(page: &mut Page) {
    page.before_loading("window.tones = 0; window.OscillatorNode = class extends OscillatorNode { constructor(...given) { super(...given); window.tones += 1; } };");
    let code = code(page, "stopper");
    page.go(&format!("#/play/{code}"));
    page.reload();
    play(page, "R", 1, true);
    assert_eq!(page.value("window.tones"), json!(0));
    choose(page, "sound", "on");
    let before = page.value("window.tones");
    play(page, "D", 2, true);
    page.wait("the move is heard", &format!("window.tones > {before}"));
}

/// A box is pushed by dragging it: the player walks behind it and pushes it as far as it was
/// dragged.
pub(crate) fn a_box_is_pushed_by_dragging(page: &mut Page) {
    page.go("#/learn/sokoban/2");
    let from = page.cell(2, 2);
    let to = page.cell(2, 4);
    page.press(from, Some(to));
    page.wait_for_text(".solved-card", "Solved in");
    // A message is shown if the player cannot get behind it.
    page.go("#/learn/sokoban/1");
    let from = page.cell(1, 2);
    let to = page.cell(1, 1);
    page.press(from, Some(to));
    page.wait_for_text(".bubble", "cannot get behind");
}

/// A search and a comparison can be shown on another level, start with an interesting one, and end
/// with the solution on the board; figures are explained.
pub(crate) fn search_is_for_people(page: &mut Page) {
    page.go("#/search");
    page.wait("the film is there", "document.querySelector('.player .count')");
    let moves = page.value(
        "import('/assets/model/levels.js').then(({ levelOf }) => levelOf(location.hash.split(/[/?]/)[2]).known.moves)",
    );
    assert!(moves.as_u64().is_some_and(|moves| (8..=10).contains(&moves)), "{moves} moves");
    page.click(".to-end");
    page.wait(
        "the solution is played on the board",
        "document.querySelector('.sideboard .board svg.won')",
    );
    page.click(".numbers .term");
    page.wait("the figure is explained", "document.querySelector('.tip:popover-open')");
    page.inspect("an explained figure");
    page.key("Escape");
    page.click("#pick-level");
    page.wait("levels are offered", "document.querySelectorAll('dialog.picker .level').length > 3");
    page.inspect("the choice of a level");
    page.click("dialog.picker [data-game=fold]");
    page.click("dialog.picker li:nth-child(2) .level");
    page.wait("it is searched", "location.hash.startsWith('#/search/fold1-')");
    page.wait("the dialog is gone", "!document.querySelector('dialog')");
    page.click(".student > summary");
    page.wait_for_text(".nodefigures dd", "moves from the start");
    page.go("#/compare");
    page.click("#pick-level");
    page.click("dialog.picker [data-game=squares]");
    page.click("dialog.picker li:nth-child(2) .level");
    page.wait("it is compared", "location.hash.startsWith('#/compare/squares1-')");
}

/// On a phone the tree is above the film, and boards keep their size from lesson to lesson.
pub(crate) fn the_tree_comes_first(page: &mut Page) {
    let code = code(page, "stopper");
    for query in ["?a=astar", "?a=astar&b=bfs"] {
        page.go(&format!("#/search/{code}{query}"));
        page.wait("the tree is there", "document.querySelector('.tree')");
        page.wait(
            "the tree is in view above the film",
            "document.querySelector('.treebox').getBoundingClientRect().top < innerHeight / 2 && \
             document.querySelector('.transport').getBoundingClientRect().bottom <= innerHeight + 1",
        );
        page.inspect("a search on a phone");
    }
    let cell = "document.querySelector('.table .board').getBoundingClientRect().width / Number(getComputedStyle(document.querySelector('.table .boardbox')).getPropertyValue('--cols'))";
    for game in ["tiles", "zhed", "fold"] {
        page.go(&format!("#/learn/{game}/1"));
        let first = page.value(cell).as_f64().expect("a size");
        page.go(&format!("#/learn/{game}/3"));
        let third = page.value(cell).as_f64().expect("a size");
        assert!((first - third).abs() < 0.1 * first, "{game}: {first} and {third} pixels");
    }
}

/// A calendar leads to earlier days and shows which were solved; only today's level counts for the
/// streak. The level of the week is numbered by the calendar.
pub(crate) fn days_gone_by(page: &mut Page) {
    page.go("#/");
    let weeks = page.value(
        "import('/assets/model/daily.js').then(({ weekOf, orderOf }) => [...['2026-01-01', '2025-12-29', '2027-01-01', '2026-11-18'].map(weekOf), orderOf('tiles', '2026-W47').seed])",
    );
    assert_eq!(weeks, json!(["2026-W01", "2026-W01", "2026-W53", "2026-W47", 202_647]));
    let code = page.value(
        "import('/assets/api/index.js').then(async (api) => { \
         const board = { game: 'tiles', rows: 2, cols: 3, cells: ['a', '.', '.', '.', '.', 'A'] }; \
         const { position: { code } } = await api.board(board); \
         localStorage.setItem('quadrille.daily', JSON.stringify({ '2026-02-03': { tiles: { ...board, code } } })); return code; })",
    );
    page.go(&format!("#/play/{}", code.as_str().expect("a code")));
    page.wait_for_text(".title", "3 February 2026");
    play(page, "D", 1, true);
    play(page, "R", 2, true);
    page.wait_for_text(".solved-card", "Solved in 2 moves");
    page.go("#/daily/2026-02-03");
    page.wait_for_text(".daysteps strong", "3 February 2026");
    page.wait(
        "the calendar shows it",
        "document.querySelectorAll('.day[aria-current] .dots i').length === 1 && document.querySelectorAll('.day').length === 28",
    );
    page.wait(
        "nothing is counted as of today",
        "localStorage.getItem('quadrille.streak') === null",
    );
    page.wait("a level of the week is made", "document.querySelector('.weekly .daycard button')");
    page.wait_for_text(".statistics dd", "1");
    page.inspect("a day gone by");
    page.click(".daysteps a[href$='2026-02-02']");
    page.wait_for_text(".daysteps strong", "2 February 2026");
    // There are no levels of future days.
    page.go("#/daily/2999-01-01");
    page.wait("it is today", "!document.querySelector('.daysteps').textContent.includes('2999')");
}

/// Packs beside the page are listed and loaded, again without duplicates; files of other sites are
/// not loaded.
pub(crate) fn packs_beside_the_page(page: &mut Page) {
    page.before_loading(
        "{ const plain = window.fetch; \
         const files = { 'packs/gallery.json': JSON.stringify([{ file: 'course.txt', title: 'Week one', about: 'Two boards.' }, { file: 'https://example.org/x.txt', title: 'Elsewhere' }]), \
           'packs/course.txt': 'level one\\na . A\\n. . .\\n\\nlevel two\\na . .\\n. . A\\n' }; \
         window.fetch = (what, how) => { const found = Object.entries(files).find(([name]) => String(what).endsWith(name)); return found ? Promise.resolve(new Response(found[1])) : plain(what, how); }; }",
    );
    page.go("#/gallery");
    page.wait_for_text(".gallery h2", "Week one");
    page.wait_for_text(".gallery", "is on another site");
    page.inspect("packs beside the page");
    page.click_button("Add this pack");
    page.wait("the pack is open", "document.querySelectorAll('.level').length === 2 && location.hash.startsWith('#/pack/own-')");
    page.go("#/gallery");
    page.click_button("Read it again");
    page.wait("it is open again", "location.hash.startsWith('#/pack/own-')");
    let packs = page.value("JSON.parse(localStorage.getItem('quadrille.packs')).length");
    assert_eq!(packs, json!(1), "the same file is one pack");
}

/// Back, with a dialog open, leads to another view without the dialog.
pub(crate) fn a_dialog_closes_with_its_view(page: &mut Page) {
    page.go("#/");
    page.value("location.hash = '#/daily'");
    page.wait("the days are shown", "document.querySelector('.daily')");
    page.click("#settings");
    page.wait("a dialog", "document.querySelector('dialog[open]')");
    page.value("history.back()");
    page.wait(
        "the dialog is gone",
        "document.querySelector('.home') && !document.querySelector('dialog')",
    );
}

/// The gallery has packs from the start, which is played like any other.
pub(crate) fn the_gallery_that_ships(page: &mut Page) {
    page.go("#/gallery");
    page.wait("packs are listed", "document.querySelectorAll('.gallery h2').length >= 4");
    page.wait(
        "each shows some of its boards",
        "[...document.querySelectorAll('.packcards > li')].every((card) => card.querySelectorAll('.board svg').length === 4)",
    );
    page.inspect("the gallery");
    page.click_button("Add this pack");
    page.wait(
        "the pack is open",
        "document.querySelectorAll('.level').length >= 10 && location.hash.startsWith('#/pack/own-')",
    );
}

/// Levels of all games by theme, from the easiest to the hardest; the next level is the next of the
/// theme, and a theme is named after a win, not before it.
pub(crate) fn puzzles_by_theme(page: &mut Page) {
    page.go("#/");
    page.click(".doors a[href='#/themes']");
    page.wait("the themes are there", "document.querySelectorAll('.themecard').length >= 6");
    page.inspect("the themes");
    page.click("[data-theme=forgiving]");
    page.wait("its levels are there", "document.querySelectorAll('.level').length >= 10");
    let order = page.value(
        "import('/assets/model/themes.js').then(({ levelsOf }) => { const all = levelsOf('forgiving'); \
         const scores = all.map((level) => level.difficulty.score); \
         return [scores.every((score, index) => index === 0 || score >= scores[index - 1]), new Set(all.map((level) => level.game)).size > 1, \
           all.slice(0, 2).map((level) => level.code)]; })",
    );
    assert_eq!([&order[0], &order[1]], [&json!(true), &json!(true)], "rising, of several games");
    page.inspect("a theme");
    page.click("header .primary");
    page.wait("the first is played", &format!("location.hash.includes({})", order[2][0]));
    assert_eq!(page.value("document.querySelector('.themes')"), json!(null), "no theme is named");
    page.wait(
        "it is solved by its hints",
        "(() => { if (document.querySelector('.solved-card')) return true; \
         const hint = document.querySelector('[data-act=hint]'); if (hint && !hint.disabled) hint.click(); return false; })()",
    );
    page.wait_for_text(".solved-card .themes", "Nothing to lose");
    page.click(".onward");
    page.wait("the next of the theme", &format!("location.hash.includes({})", order[2][1]));
    page.reload();
    page.click("[aria-label='Previous level']");
    page.wait("also after a reload", &format!("location.hash.includes({})", order[2][0]));
}

/// On a small phone held sideways the bar is one line, words stay in their buttons, and nothing
/// reaches beyond the screen.
pub(crate) fn nothing_overlaps(page: &mut Page) {
    let code = code(page, "stopper");
    for address in
        ["#/", "#/learn/tiles", &format!("#/play/{code}"), "#/search", "#/edit?game=tiles"]
    {
        page.go(address);
        page.wait("it is drawn", "document.querySelector('.board > svg')");
        let outside = page.value(
            "(() => { const box = (one) => one.getBoundingClientRect(); \
             const isSeen = (one) => one.offsetParent && getComputedStyle(one).clipPath === 'none'; \
             const inside = (one, other) => one.left >= other.left - 1 && one.right <= other.right + 1 && one.top >= other.top - 1 && one.bottom <= other.bottom + 1; \
             const bar = document.querySelector('.bar'); const beyond = (one) => box(one).right > innerWidth - 4; \
             return [...[...bar.querySelectorAll('a, button')].filter((one) => isSeen(one) && !inside(box(one), box(bar))), \
               ...[...document.querySelectorAll('.tool span, .bar a span')].filter((one) => isSeen(one) && !inside(box(one), box(one.parentElement))), \
               ...[...document.querySelectorAll('.stage .title button, .panel button, .panel .card')].filter((one) => isSeen(one) && beyond(one)), \
               ...(box(document.querySelector('h1')).top < box(bar).bottom ? [document.querySelector('h1')] : [])].map((one) => one.outerHTML.slice(0, 120)); })()",
        );
        assert_eq!(outside, json!([]), "{address}");
    }
    for view in ["search", "compare"] {
        page.go(&format!("#/{view}/{code}"));
        page.wait("it is drawn", "document.querySelector('.board > svg')");
        let cut = "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('h1'))";
        assert_eq!(page.value(cut), json!(false), "the title of {view} is not cut off");
    }
    page.go(&format!("#/search/{code}"));
    page.wait("the film is there", "document.querySelector('.transport .pace .muted')");
    let beyond = page.value(
        "(() => { const count = document.querySelector('.transport .count'); const pace = document.querySelector('.transport .pace .muted'); \
         count.textContent = '158 320 / 158 320'; pace.textContent = '100 k por segundo'; return pace.getBoundingClientRect().right > innerWidth - 4; })()",
    );
    assert_eq!(beyond, json!(false), "the longest words of the film fit");
    let fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
    page.go(&format!("#/play/{code}"));
    page.click(".mapcard summary");
    page.wait("the map is there", "document.querySelector('.mapcard canvas')");
    page.wait("the map fits its card", fits);
    page.click("[data-act=solve]");
    page.wait_for_text(".planbar .count", "/ 5");
    page.wait("a solution fits its card", fits);
}

/// On a phone the whole tree is seen above the film, the brushes leave room for the board, and the
/// answer to a pasted text is in view.
pub(crate) fn a_phone_shows_what_matters(page: &mut Page) {
    page.browser(
        "Emulation.setDeviceMetricsOverride",
        json!({ "width": 360, "height": 640, "deviceScaleFactor": 1, "mobile": true }),
    );
    page.go("#/");
    page.wait(
        "names of packs leave room for their counts",
        "document.querySelector('.gamecard .ways') && [...document.querySelectorAll('.ways a > span:first-child')].every((name) => name.scrollWidth <= name.clientWidth)",
    );
    page.go("#/search");
    page.wait(
        "the tree is above the film",
        "document.querySelector('.tree')?.getBoundingClientRect().bottom <= document.querySelector('.transport').getBoundingClientRect().top",
    );
    page.go("#/edit?game=tiles&fresh=1");
    page.wait(
        "no brush is cut off",
        "document.querySelectorAll('.brush').length > 10 && document.querySelector('.palette').scrollHeight <= document.querySelector('.palette').clientHeight",
    );
    page.wait(
        "half of the board is in view",
        "(({ top, height }) => top + height / 2 < innerHeight)(document.querySelector('.table .board').getBoundingClientRect())",
    );
    page.click("#paste");
    page.value("document.querySelector('dialog textarea').value = 'hello world'");
    page.click("dialog [type=submit]");
    page.wait_for_text("dialog .answer", "Choose the game");
    page.wait(
        "the answer is in view",
        "document.querySelector('dialog .answer').getBoundingClientRect().bottom <= document.querySelector('dialog').getBoundingClientRect().bottom",
    );
}

/// Beside a long panel the board stays in view, in play and in the editor; assignments say what
/// they ask for.
pub(crate) fn the_board_stays_beside_its_panel(page: &mut Page) {
    let code = code(page, "twins");
    for view in ["play", "edit"] {
        page.go(&format!("#/{view}/{code}"));
        page.wait(
            "the panel is longer than the screen",
            "document.querySelector('.panel').getBoundingClientRect().height > innerHeight",
        );
        page.value("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })");
        page.wait(
            "the board is seen",
            "(({ top, bottom }) => scrollY > 50 && top >= 56 && bottom <= innerHeight)(document.querySelector('.table .board').getBoundingClientRect())",
        );
    }
    page.go("#/assignment");
    page.wait_for_text(".themecard .words", "write an estimate");
}

/// Long names of methods leave the figures of a comparison in view.
pub(crate) fn long_names_leave_room(page: &mut Page) {
    page.go("#/assignment/tiles-heuristic");
    page.wait_for_text(".script-verdict", "Estimate");
    let code = code(page, "stopper");
    page.go(&format!("#/compare/{code}"));
    page.click("#start");
    page.wait_for_text("[role=status]", "methods found a solution");
    page.wait_for_text(".results th", "@a-heuristic-for-match-the-tile");
    let fits = "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.tablebox'))";
    assert_eq!(page.value(fits), json!(true));
}

/// In the dark every position of a tree stands out from the card behind it.
pub(crate) fn positions_are_seen_in_the_dark(page: &mut Page) {
    page.go("#/search");
    page.wait("the tree is drawn", "document.querySelector('.tree .dots .closed')");
    let contrast = page.value(
        "(() => { const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true }); \
         const light = (colour) => { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); \
           const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => ((part / 255 + .055) / 1.055) ** 2.4); \
           return .2126 * red + .7152 * green + .0722 * blue; }; \
         const card = light(getComputedStyle(document.querySelector('.treebox')).backgroundColor); \
         return Math.min(...[...document.querySelectorAll('.tree .dots .closed')].map((dot) => (light(getComputedStyle(dot).fill) + .05) / (card + .05))); })()",
    );
    assert!(contrast.as_f64() >= Some(3.0), "contrast {contrast}");
}

/// While a view is opened, nothing that is there already moves.
pub(crate) fn nothing_jumps(page: &mut Page) {
    page.before_loading(
        "window.jumps = []; new PerformanceObserver((list) => jumps.push(...list.getEntries().filter(({ value }) => value > .01) \
         .map(({ value, sources }) => `${value.toFixed(3)} ${sources.map(({ node }) => node?.className ?? node?.nodeName).join()}`))).observe({ type: 'layout-shift', buffered: true });",
    );
    for (address, there) in
        [("#/", ".gamecard"), ("#/daily", ".weekly .primary"), ("#/new", ".rules .becomes")]
    {
        page.go(address);
        page.wait("it is there", &format!("document.querySelector({there:?})"));
        assert_eq!(page.value("jumps"), json!([]), "{address}");
    }
}
