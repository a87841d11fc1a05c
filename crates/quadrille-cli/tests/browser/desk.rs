//! The designer's desk: the report while a level is drawn, its map, and its variations.

use crate::support::Page;
use crate::tour::{code, play};
use crate::views::small_board;
use quadrille::levels::{self, Level};
use serde_json::json;

/// The report follows every stroke, and says when the board is another level of the packs.
pub(crate) fn a_level_is_reported_while_it_is_drawn(page: &mut Page) {
    small_board(page);
    page.click(".brush[data-glyph='a']");
    page.press_cell(0, 0);
    page.wait_for_text(".problems", "goal");
    assert_eq!(page.value("document.querySelector('.desk').hidden"), json!(true), "no level yet");
    page.click(".brush[data-glyph='A']");
    page.press_cell(2, 2);
    let words = ".desk .sentences";
    page.wait_for_text(words, "The shortest solution has 2 moves; there is only one.");
    page.wait_for_text(words, "A player cannot get stuck");
    page.wait_for_text(words, "Rated easy: score");
    page.click(".desk .term");
    page.wait_for_text(".desk .tip", "easy is below 10");
    page.key("Escape");
    page.wait_for_text(".desk h3", "Solutions");
    page.wait_for_text(
        words,
        "Turned, mirrored or renamed, it is the same as Classics, First slide",
    );
    page.wait_for_text(".desk .plans", "↓ →");
    page.inspect("a report");
    // A wall in the corner: the only other way is left.
    page.click(".brush[data-glyph='#']");
    page.press_cell(2, 0);
    page.wait_for_text(".desk .plans", "→ ↓");
    page.click("[data-act=undo]");
    page.wait_for_text(".desk .plans", "↓ →");
}

/// A solution that should not work: changes that forbid it, one of which is taken over.
pub(crate) fn a_solution_is_forbidden(page: &mut Page) {
    let code = code(page, "stopper");
    page.go(&format!("#/edit/{code}"));
    page.wait_for_text(".desk .plans", "→ ↓ → ↑ ←");
    page.wait_for_text(".desk .sentences", "1 losing move looks best");
    page.click(".forbid");
    page.wait_for_text(".found h3", "Changes that forbid it");
    page.wait_for_text(".neighbours li:first-child", "6 moves");
    page.wait_for_text(".neighbours li:first-child", "C4: wall → empty");
    page.inspect("changes that forbid a solution");
    page.click(".neighbours a");
    page.wait_for_text(".desk .sentences", "The shortest solution has 6 moves");
    page.wait_for_text(".problems", "solvable in 6 moves");
    page.click("[data-act=undo]");
    page.wait_for_text(".desk .plans", "→ ↓ → ↑ ←");
}

/// Twenty neighbours, each with what changed; one is taken over.
pub(crate) fn variations_are_taken_over(page: &mut Page) {
    let code = code(page, "stopper");
    page.go(&format!("#/edit/{code}"));
    page.click("#vary");
    page.wait("there are twenty", "document.querySelectorAll('.neighbours li').length === 20");
    let blank = page.value("[...document.querySelectorAll('.neighbours li')].filter((one) => !one.querySelector('.muted').textContent || !one.querySelector('.board svg')).length");
    assert_eq!(blank, json!(0), "each says what changed, and has its board");
    for goal in ["Harder", "Easier", "Smaller", "Turned"] {
        page.wait_for_text(".neighbours strong", goal);
    }
    page.inspect("variations");
    let href = "document.querySelector('.neighbours a').getAttribute('href').split('/').at(-1)";
    let taken = page.value(href).as_str().expect("a code").to_string();
    page.click(".neighbours a");
    page.wait("it is the drawing", &format!("location.hash.includes({taken:?})"));
    page.wait_for_text(".desk .sentences", "The shortest solution");
    page.click("[data-act=undo]");
    page.wait("undo leads back", &format!("location.hash.includes({code:?})"));
}

/// Keeps what is saved in place of saving it.
const CATCH: &str = "saved = []; URL.createObjectURL = (blob) => { saved.push(blob); return '#'; }; \
     HTMLAnchorElement.prototype.click = () => {};";

/// Presses a button that saves a file, and returns its bytes.
fn saved(page: &mut Page, kind: &str) -> Vec<u8> {
    page.value(CATCH);
    page.click(&format!("[data-save={kind}]"));
    page.wait("a file is saved", "saved.length === 1");
    let bytes = page.value("saved[0].arrayBuffer().then((one) => [...new Uint8Array(one)])");
    let bytes = bytes.as_array().expect("bytes").iter();
    bytes.map(|byte| byte.as_u64().expect("a byte") as u8).collect()
}

/// Drawings become a pack, which is saved as a text and as printable pages; a drawing is saved as a
/// picture and its solution as an animation.
pub(crate) fn a_pack_is_made_and_saved(page: &mut Page) {
    page.go("#/");
    for name in ["twins", "stopper", "first-slide"] {
        let code = code(page, name);
        page.go(&format!("#/edit/{code}"));
        page.wait_for_text(".problems", "Ready");
        page.value(&format!(
            "(() => {{ const name = document.querySelector('.drawtools input'); name.value = 'My {name}'; name.dispatchEvent(new Event('change')); }})()"
        ));
    }
    // The report is there, so that nothing moves below it.
    page.wait_for_text(".desk .sentences", "Rated");
    page.click(".panel details:has(.exported) > summary");
    assert!(saved(page, "png").starts_with(b"\x89PNG"));
    let film = saved(page, "gif");
    let frames = film.windows(3).filter(|bytes| bytes == b"\x21\xf9\x04").count();
    assert!(film.starts_with(b"GIF89a") && frames == 3, "the start and two moves: {frames}");
    page.go("#/mine");
    page.click("#pack");
    page.inspect("drawings to choose for a pack");
    page.value("document.querySelector('[name=author]').value = 'Ann'");
    page.click("#make-pack");
    page.wait("the pack is open", "document.querySelector('.page.pack')");
    let names = "[...document.querySelectorAll('.level .name')].map((one) => one.textContent)";
    assert_eq!(
        page.value(names),
        json!(["My first slide", "My stopper", "My twins"]),
        "the easiest first"
    );
    let bars = "[...document.querySelectorAll('.curve rect')].map((bar) => Number(bar.getAttribute('height')))";
    page.wait(
        "the curve rises",
        &format!("{bars}.length === 3 && {bars}.every((height, at, all) => at === 0 || all[at - 1] <= height)"),
    );
    page.inspect("a pack of drawings");
    let text = String::from_utf8(saved(page, "text")).expect("a text");
    let levels: Vec<Level> = levels::read(&text, None).levels().cloned().collect();
    let lengths = levels.iter().map(|level| level.solution.as_ref().map(Vec::len));
    assert_eq!(lengths.collect::<Vec<_>>(), [Some(2), Some(5), Some(6)], "{text}");
    assert!(levels.iter().all(|level| level.author.as_deref() == Some("Ann")), "{text}");
    assert!(saved(page, "pdf") == quadrille::desk::sheet_pdf("My pack", &levels, 3));
}

/// Moves the pointer over the map until it is at some position, and returns where that is.
fn point_at_a_position(page: &mut Page, wanted: &str) -> (f64, f64) {
    let place = page.value(&format!(
        "(() => {{ const canvas = document.querySelector('.mapbox canvas'); canvas.scrollIntoView({{ block: 'center' }}); \
         const box = canvas.getBoundingClientRect(); \
         for (let y = 2; y < box.height; y += 4) for (let x = 2; x < box.width; x += 4) {{ \
           canvas.dispatchEvent(new PointerEvent('pointermove', {{ clientX: box.left + x, clientY: box.top + y, pointerType: 'mouse' }})); \
           const number = Number(canvas.dataset.position); if ({wanted}) return [box.left + x, box.top + y]; }} }})()"
    ));
    (place[0].as_f64().expect("a position"), place[1].as_f64().expect("a position"))
}

/// The map as a view of its own: pointed at, zoomed, moved, played from.
pub(crate) fn the_map_shows_every_position(page: &mut Page) {
    let code = code(page, "stopper");
    page.go(&format!("#/map/{code}"));
    page.wait_for_text(".mapview .sentences", "All 48 positions");
    page.wait_for_text(".mapview .sentences", "39 dead; 4 points of no return.");
    page.wait_for_text(".mapkinds", "on a shortest solution");
    page.wait_for_text(".beside", "The start");
    page.inspect("a map");
    let at = point_at_a_position(page, "number > 3");
    page.point_at(at);
    page.wait("its board is shown", "document.querySelector('.beside .board svg')");
    page.wait_for_text(".beside", "from the start");
    // Zoomed by the wheel and by a button, moved by the keys and by dragging, and whole again.
    let before = page.value("document.querySelector('.mapbox canvas').toDataURL()");
    page.click("[aria-label='Zoom in']");
    page.wait(
        "it has changed",
        &format!("document.querySelector('.mapbox canvas').toDataURL() !== {before}"),
    );
    page.value("document.querySelector('.mapbox canvas').focus()");
    page.key("ArrowLeft");
    page.key("0");
    let at = point_at_a_position(page, "number > 3");
    page.press(at, None);
    page.wait(
        "it is played from there",
        "location.hash.startsWith('#/play/') && document.querySelector('.board')",
    );
    // The way to it can be taken back.
    page.wait("there are moves", "!document.querySelector('[data-act=undo]').disabled");
}

/// A map of few positions uses the space of its view.
pub(crate) fn a_small_map_fills_its_view(page: &mut Page) {
    let code = code(page, "stopper");
    page.go(&format!("#/map/{code}"));
    page.wait_for_text(".mapview .sentences", "positions");
    page.wait(
        "the map uses the space",
        "(() => { const canvas = document.querySelector('.mapbox canvas'); const { width, height } = canvas; \
         const { data } = canvas.getContext('2d').getImageData(0, 0, width, height); let [left, right, top, bottom] = [width, 0, height, 0]; \
         for (let at = 0; at < width * height; at += 1) if (data[4 * at + 3] > 0) { const [x, y] = [at % width, Math.floor(at / width)]; \
           left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y); } \
         return Math.max((right - left) / width, (bottom - top) / height) > .9; })()",
    );
}

/// The map beside a game draws the way of the player, move by move.
pub(crate) fn the_map_follows_the_player(page: &mut Page) {
    let code = code(page, "stopper");
    page.go(&format!("#/play/{code}"));
    page.click(".mapcard summary");
    page.wait(
        "the map is there",
        "document.querySelector('.mapcard canvas')?.dataset.path === '0'",
    );
    let path = "document.querySelector('.mapcard canvas').dataset.path.split(' ')";
    play(page, "R", 1, true);
    page.wait("one move", &format!("{path}.length === 2 && {path}[1] !== '?'"));
    play(page, "D", 2, true);
    page.wait("two moves", &format!("{path}.length === 3 && !{path}.includes('?')"));
    page.key("u");
    page.wait("and back", &format!("{path}.length === 2"));
    page.inspect("a map beside a game");
    // A click goes to a position.
    let at = point_at_a_position(page, "number > 5");
    page.press(at, None);
    page.wait("the game is there", &format!("{path}.length > 2"));
    // The large map shows the same way.
    let seen = page.value(path);
    page.click_button("Large map");
    page.wait(
        "it is followed",
        &format!("document.querySelector('.mapview canvas')?.dataset.path === {:?}", joined(&seen)),
    );
}

fn joined(path: &serde_json::Value) -> String {
    let numbers = path.as_array().expect("numbers").iter();
    numbers.map(|number| number.as_str().expect("a number")).collect::<Vec<_>>().join(" ")
}

/// Moves and zooms the map for some frames, and returns the milliseconds from frame to frame, the
/// shortest first.
const FRAMES: &str = "(async () => { const canvas = document.querySelector('.mapbox canvas'); const box = canvas.getBoundingClientRect(); \
     const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]; const frame = () => new Promise(requestAnimationFrame); \
     const send = (kind, values) => canvas.dispatchEvent(new (kind === 'wheel' ? WheelEvent : PointerEvent)(kind, { clientX: x, clientY: y, pointerId: 1, bubbles: true, cancelable: true, ...values })); \
     canvas.setPointerCapture = () => {}; const times = []; let last = await frame(); \
     for (let index = 0; index < 180; index += 1) { \
       if (index < 120) send('wheel', { deltaY: index < 60 ? -40 : 40 }); \
       else { if (index === 120) send('pointerdown', {}); send('pointermove', { clientX: x + 6 * (index - 119), clientY: y + 3 * (index - 119) }); } \
       const now = await frame(); times.push(now - last); last = now; } \
     send('pointerup', { clientX: x + 400 }); return times.sort((one, other) => one - other); })()";

/// More than a hundred thousand positions are moved and zoomed without a stop.
pub(crate) fn a_large_map_moves(page: &mut Page) {
    page.go("#/");
    let code = page.value(
        "import('/assets/api/index.js').then((api) => api.packs()).then((packs) => packs.find((pack) => pack.name === 'fold') \
         .levels.find((level) => level.name === 'hard-07').code)",
    );
    page.go(&format!("#/map/{}", code.as_str().expect("a code")));
    page.wait_for_text(".mapview .sentences", "All 181\u{202f}906 positions");
    let times = page.value(FRAMES);
    let times: Vec<f64> =
        times.as_array().expect("times").iter().filter_map(serde_json::Value::as_f64).collect();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "frames: median {:.1} ms, 95 % {:.1} ms, longest {:.1} ms",
        at(0.5),
        at(0.95),
        at(1.0)
    );
    // A machine that does other things drops frames; a map that is drawn anew drops all of them.
    assert!(at(0.5) < 60.0, "{times:?}");
}
