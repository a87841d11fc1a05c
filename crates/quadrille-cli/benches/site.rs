//! The load times of the page in a real browser, also on a slow computer, and the speed of the
//! engine in the browser compared with the command.
//!
//! `./site target/site` makes the site, then `QUADRILLE_SITE=$PWD/target/site cargo bench -p
//! quadrille-cli --bench site` prints the tables of `docs/performance.md`. The command and the
//! browser are measured alternately in one run, so that other load on the machine affects both.
//! Every figure is the median of several rounds; start times have the best of them, too, since only
//! other load makes them longer. `QUADRILLE_COMMAND` names another build of the command to compare
//! with.

#![allow(missing_docs)]

#[path = "../tests/browser/support/mod.rs"]
mod support;

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use support::{Browser, Engine, FileServer, Page, Screen, Source, site_folder};

const ROUNDS: usize = 5;
/// A browser optimises frequent code later: over a pack of short searches that takes several
/// rounds.
const PACK_ROUNDS: usize = 11;
const STARTS: usize = 7;
const DESK: Screen =
    Screen { name: "desk", width: 1280, height: 800, touch: false, dark: false, language: "en" };
/// The slowdown of the processor of a slow phone.
const SLOWER: u32 = 4;
/// The delay of the engine of the site.
const LATE: Duration = Duration::from_secs(4);

/// A level of each game with a long search: its text or its place in a pack, the algorithm, and the
/// limit of positions.
const SEARCHES: [(&str, &str, u64); 5] = [
    (TILES, "astar", 1_000_000),
    (ZHED, "astar", 300_000),
    (SQUARES, "bfs", 300_000),
    (FOLD, "astar", 300_000),
    (SOKOBAN, "bfs", 300_000),
];

const TILES: &str = "level long\n. # # . . c . b\n. . . . # A . .\n. . # . . # . .\n. . . . . # . .\n\
     # . d e # B . #\n. a . . . # D .\nC . . . . . # f\n# . . . # F # E\n";
const ZHED: &str = "@zhed:record-1";
const SQUARES: &str = "@squares:expert-01";
const FOLD: &str = "@fold:expert-03";
const SOKOBAN: &str = "########\n#      #\n# $.$  #\n#. @  .#\n#  $ $ #\n#  .   #\n########\n";

fn main() {
    if let Err(missing) = measure() {
        eprintln!("nothing is measured: {missing}");
    }
    Browser::stop();
}

fn measure() -> Result<(), &'static str> {
    let folder = site_folder()?;
    println!("## Size\n\n| file | as it is | gzip | brotli |\n|---|---|---|---|");
    for name in ["engine/engine.wasm", "engine/rules.wasm"] {
        let content = std::fs::read(folder.join(name)).map_err(|_| "the site is not whole")?;
        let kilobytes = |bytes: Option<usize>| {
            bytes.map_or("not measured (no node)".to_string(), |bytes| {
                format!("{} kB", bytes / 1000)
            })
        };
        let [gzip, brotli] = ["gzip", "brotliCompress"].map(|how| kilobytes(packed(&content, how)));
        println!("| `{name}` | {} kB | {gzip} | {brotli} |", content.len() / 1000);
    }
    println!(
        "\n## Start, with a processor {SLOWER} times slower\n\n| | best | median |\n|---|---|---|"
    );
    for engine in Engine::ALL {
        for (name, of) in
            [("the first screen", first_screen as Start), ("a move on a board", first_board)]
        {
            let times = (0..STARTS).map(|_| of(&mut slow(engine)?));
            let mut times = times.collect::<Result<Vec<f64>, _>>()?;
            times.sort_by(f64::total_cmp);
            let (best, median) = (times[0], times[STARTS / 2]);
            println!("| {name}, {} | {best:.0} ms | {median:.0} ms |", engine.name());
        }
    }
    let (stopped, next) = stopping()?;
    println!("\n## Stopping a search in the browser\n\n| | |\n|---|---|");
    println!(
        "| until it is stopped for the user | {stopped:.1} ms |\n| until the next one has its answer | {next:.1} ms |"
    );
    speed()
}

/// The compressed size of a file, if node can compress it.
fn packed(content: &[u8], how: &str) -> Option<usize> {
    let script = format!(
        "const parts = []; process.stdin.on('data', (part) => parts.push(part)).on('end', () => \
         console.log(require('zlib').{how}Sync(Buffer.concat(parts)).length))"
    );
    let mut node = Command::new("node")
        .args(["-e", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    node.stdin.take()?.write_all(content).ok()?;
    String::from_utf8(node.wait_with_output().ok()?.stdout).ok()?.trim().parse().ok()
}

/// An action on a fresh page. Returns the milliseconds until it was done.
type Start = fn(&mut Page) -> Result<f64, &'static str>;

/// A fresh page on a slow processor. The engine of the site arrives late.
fn slow(engine: Engine) -> Result<Page, &'static str> {
    let source = match engine {
        Engine::Server => Source::start(engine)?,
        Engine::Site => Source::Files(FileServer::start_late(&site_folder()?, "engine.wasm", LATE)),
    };
    let mut page = Page::open_at(DESK, source)?;
    page.browser("Emulation.setCPUThrottlingRate", json!({ "rate": SLOWER }));
    Ok(page)
}

/// Records the time at which an expression is first true, checked at every frame.
fn noted(expression: &str) -> String {
    format!(
        "(() => {{ const look = () => {{ let is; try {{ is = {expression}; }} catch {{ is = false; }} \
         if (is) window.noted = performance.now(); else requestAnimationFrame(look); }}; look(); }})()"
    )
}

/// The recorded time.
fn moment(page: &mut Page) -> Result<f64, &'static str> {
    page.wait("it has come", "window.noted");
    page.value("window.noted").as_f64().ok_or("the browser measures nothing")
}

fn first_screen(page: &mut Page) -> Result<f64, &'static str> {
    page.before_loading(&noted("document.querySelectorAll('.gamecard').length >= 5"));
    page.go("#/");
    moment(page)
}

/// The time until a move was made on the board, by a key pressed as soon as there is a board.
fn first_board(page: &mut Page) -> Result<f64, &'static str> {
    let code = "tiles1-IgIAEuYDAQACBShqQA";
    page.before_loading(&noted(
        "(document.querySelector('.board .piece') && document.getElementById('view').dataset.view && \
         !window.tried && ((window.tried = true), dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true })), false)) \
         || document.querySelector('.figures .big')?.textContent === '1 move'",
    ));
    page.go(&format!("#/play/{code}"));
    let measured = moment(page)?;
    if page.engine() == Engine::Site {
        let engine = page.value("performance.getEntriesByType('resource').filter((one) => one.name.endsWith('engine.wasm') && one.responseEnd > 0 && one.responseEnd < window.noted).length");
        assert_eq!(engine, json!(0), "the engine is still on its way");
    }
    Ok(measured)
}

fn stopping() -> Result<(f64, f64), &'static str> {
    let mut page = Page::open(DESK, Engine::Site)?;
    page.go("#/");
    let [hard, easy] = ["app-41", "twins"].map(|name| pack_code(&mut page, "classics", name));
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let pair = page.value(&format!(
            "import('/assets/api/index.js').then(async (api) => {{ const stop = new AbortController(); let at; \
             await api.solve({{ code: {hard:?}, method: 'bfs' }}, stop.signal, (name, data) => {{ \
               if (name === 'progress' && data.expanded > 100000 && !at) {{ at = performance.now(); stop.abort(); }} }}).catch(() => {{}}); \
             const stopped = performance.now(); await api.solve({{ code: {easy:?} }}, new AbortController().signal); \
             return [stopped - at, performance.now() - stopped]; }})"
        ));
        times.push((pair[0].as_f64().unwrap_or_default(), pair[1].as_f64().unwrap_or_default()));
    }
    let middle = |of: fn(&(f64, f64)) -> f64| {
        let mut all: Vec<f64> = times.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all[ROUNDS / 2]
    };
    Ok((middle(|pair| pair.0), middle(|pair| pair.1)))
}

fn pack_code(page: &mut Page, pack: &str, name: &str) -> String {
    let code = page.value(&format!(
        "import('/assets/api/index.js').then((api) => api.packs()).then((packs) => {{ const {{ levels }} = packs.find((one) => one.id === {pack:?}); \
         return levels.find((level) => level.name === {name:?}).code; }})"
    ));
    code.as_str().expect("a code").to_string()
}

/// The output of the command, one value per line.
fn command(arguments: &[&str]) -> Vec<Value> {
    let own = || env!("CARGO_BIN_EXE_quadrille").into();
    let program = std::env::var_os("QUADRILLE_COMMAND").unwrap_or_else(own);
    let output = Command::new(program).args(arguments).output();
    let text = String::from_utf8(output.expect("the command runs").stdout).expect("a text");
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn speed() -> Result<(), &'static str> {
    let mut page = Page::open(DESK, Engine::Site)?;
    page.go("#/");
    println!(
        "\n## Positions a second\n\n| game | method | command | browser | ratio |\n|---|---|---|---|---|"
    );
    for (level, method, nodes) in SEARCHES {
        let code = match level.strip_prefix('@').and_then(|level| level.split_once(':')) {
            Some((pack, name)) => pack_code(&mut page, pack, name),
            None => code_of(&mut page, level),
        };
        let game = code.split(char::is_numeric).next().unwrap_or_default().to_string();
        let limit = nodes.to_string();
        let rate = |report: &Value| {
            let stats = &report["stats"];
            stats["expanded"].as_f64().unwrap_or_default()
                / stats["seconds"].as_f64().unwrap_or(1.0)
        };
        let (mut native, mut own) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let reports =
                command(&["solve", &code, "--json", "--algorithm", method, "--max-nodes", &limit]);
            native.push(rate(reports.first().expect("a report")));
            own.push(rate(&page.value(&format!(
                "import('/assets/api/index.js').then((api) => api.solve({{ code: {code:?}, method: {method:?}, nodes: {nodes} }}, new AbortController().signal))"
            ))));
        }
        let (native, own) = (middle(native), middle(own));
        println!(
            "| {game} | `{method}` | {:.0} k | {:.0} k | {:.2} |",
            native / 1e3,
            own / 1e3,
            own / native
        );
    }
    println!(
        "\n## `best` over the packs\n\n| pack | command | browser | ratio | browser, the first time |\n|---|---|---|---|---|"
    );
    for pack in ["tiles", "zhed", "squares", "fold", "sokoban"] {
        let sum = |reports: &[Value]| {
            reports.iter().filter_map(|report| report["stats"]["seconds"].as_f64()).sum::<f64>()
        };
        let (mut native, mut own) = (Vec::new(), Vec::new());
        for _ in 0..PACK_ROUNDS {
            native.push(sum(&command(&["solve", &format!("@{pack}"), "--json", "--jobs", "1"])));
            let reports = page.value(&format!(
                "import('/assets/api/index.js').then(async (api) => {{ const reports = []; \
                 const {{ levels }} = (await api.packs()).find((one) => one.id === {pack:?}); \
                 for (const {{ code }} of levels) reports.push(await api.solve({{ code }}, new AbortController().signal)); return reports; }})"
            ));
            own.push(sum(reports.as_array().expect("reports")));
        }
        let first = own[0] * 1e3;
        let (native, own) = (middle(native), middle(own));
        println!(
            "| `@{pack}` | {:.1} ms | {:.1} ms | {:.2} | {first:.1} ms |",
            native * 1e3,
            own * 1e3,
            native / own
        );
    }
    Ok(())
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn code_of(page: &mut Page, text: &str) -> String {
    let code = page.value(&format!(
        "import('/assets/api/index.js').then((api) => api.check({})).then(({{ levels }}) => levels[0].code)",
        json!(text)
    ));
    code.as_str().expect("a code").to_string()
}
