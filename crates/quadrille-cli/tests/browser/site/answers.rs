//! The engine in the browser gives the same results as the command.

use std::process::Command;

use crate::support::Page;
use serde_json::{Value, json};

/// The output of the command, one value per line.
fn command(arguments: &[&str]) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_quadrille")).args(arguments).output();
    let output = output.expect("the command runs");
    let text = String::from_utf8(output.stdout).expect("a text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The proved facts of a report.
fn fact(report: &Value) -> Value {
    json!([report["outcome"], report["cost"], report["optimal"], report["lower_bound"]])
}

/// The counts and the result of a search.
fn counts(report: &Value) -> Value {
    let stats = &report["stats"];
    json!([report["plan"], report["stop"], stats["expanded"], stats["generated"]])
}

/// The reports of all levels of a pack, from the engine in the browser.
fn solve_pack(page: &mut Page, pack: &str, values: &str) -> Vec<Value> {
    let reports = page.value(&format!(
        "import('/assets/api/index.js').then(async (api) => {{ const reports = []; \
         const {{ levels }} = (await api.packs()).find((one) => one.name === {pack:?}); \
         for (const {{ code }} of levels) reports.push(await api.solve({{ code, ...{values} }}, new AbortController().signal)); \
         return reports; }})"
    ));
    reports.as_array().expect("reports").clone()
}

/// Plans, proofs and generated levels are those of the command.
pub(crate) fn same_answers(page: &mut Page) {
    page.go("#/");
    // Every level of the packs by `best`.
    for pack in ["classics", "tiles", "zhed", "squares", "fold"] {
        let own = solve_pack(page, pack, "{}");
        let native = command(&["solve", &format!("@{pack}"), "--json"]);
        assert_eq!(own.len(), native.len(), "{pack}");
        for (own, native) in own.iter().zip(&native) {
            assert_eq!(fact(own), fact(native), "{pack} {}", native["level"]);
        }
    }
    // Named searches: with one order of moves and one core even the counts are the same.
    for method in ["astar", "bfs", "idastar", "beam(8)", "greedy", "wastar(2)"] {
        let own =
            solve_pack(page, "classics", &format!("{{ method: {method:?}, max_nodes: 20000 }}"));
        let limit = ["--max-nodes", "20k", "--algorithm", method];
        let native = command(&[&["solve", "@classics", "--json"][..], &limit].concat());
        assert_eq!(own.len(), native.len(), "{method}");
        for (own, native) in own.iter().zip(&native) {
            assert_eq!(counts(own), counts(native), "{method} on {}", native["level"]);
        }
    }
    // New levels: generated from the same seed by the command and by the browser.
    for game in ["tiles", "zhed", "squares", "fold", "sokoban"] {
        let own = page.value(&format!(
            "import('/assets/api/index.js').then((api) => api.generate({{ game: {game:?}, seed: 20261116, count: 2 }}, new AbortController().signal)) \
             .then((levels) => levels.map((level) => [level.code, level.known.moves]))"
        ));
        let made = command(&[
            "generate", game, "--seed", "20261116", "--count", "2", "--json", "--jobs", "1",
        ]);
        let made: Vec<Value> = made
            .iter()
            .filter(|row| row["code"].is_string())
            .map(|row| json!([row["code"], row["moves"]]))
            .collect();
        assert_eq!(own, json!(made), "{game}");
    }
}
