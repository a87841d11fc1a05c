//! The OpenAPI document is correct: it lists every address and no others, and responses match it.

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode};
use jsonschema::Validator;
use quadrille::games::Games;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::openapi::DOCUMENT;
use super::{Limits, Options, Own, Page, Server, Settings, routes};

const ADDRESS: &str = "127.0.0.1:8765";
const GUEST: &str = "https://example.org";
/// A level of tiles that is solved in two moves, one of each other game, and one without a plan.
const LEVELS: &str = "level a\nr . .\n. . .\n. . R\n";
const UNSOLVABLE: &str = "level a\nr . #\n. # R\n. . .\n";

/// The model answer to the assignment of a puzzle.
const PUZZLE: &str = include_str!("../../../../assignments/write-zhed/model.puzzle");

fn server(limits: Limits, settings: Settings) -> Arc<Server> {
    let address: SocketAddr = ADDRESS.parse().unwrap();
    let options = Options {
        host: "127.0.0.1".to_string(),
        port: address.port(),
        allowed: Vec::new(),
        origins: vec![GUEST.to_string()],
        open: false,
        limits,
        settings,
        games: Games::default(),
        page: Page::Inside,
        own: Own::default(),
    };
    Arc::new(Server::new(&options, address).unwrap())
}

fn usual() -> Arc<Server> {
    let limits = Limits {
        max_nodes: Some(1_000_000),
        max_time: Some(Duration::from_secs(10)),
        max_memory: Some(64 << 20),
    };
    server(limits, Settings { jobs: 2, queue: 4, per_client: 8 })
}

struct TestResponse {
    status: StatusCode,
    kind: String,
    text: String,
}

async fn ask(
    server: &Arc<Server>,
    method: Method,
    path: &str,
    body: Option<Value>,
) -> TestResponse {
    let mut request = Request::builder().method(method).uri(path).header("host", ADDRESS);
    if body.is_some() {
        request = request.header("content-type", "application/json");
    }
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let response =
        routes::router(Arc::clone(server)).oneshot(request.body(body).unwrap()).await.unwrap();
    let kind = response.headers()["content-type"].to_str().unwrap().to_string();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    TestResponse { status, kind, text: String::from_utf8(bytes.to_vec()).unwrap() }
}

fn document() -> Value {
    serde_json::from_str(DOCUMENT).unwrap()
}

/// A self-contained schema, with the components that it refers to.
fn validator(schema: &Value) -> Validator {
    let mut whole = schema.clone();
    whole["components"] = document()["components"].clone();
    jsonschema::validator_for(&whole).unwrap()
}

/// Checks that a response matches the document for its address and status.
fn check(method: &Method, path: &str, answer: &TestResponse) {
    let bare = path.split('?').next().unwrap();
    let operation = &document()["paths"][bare][method.as_str().to_lowercase()];
    let content = &operation["responses"][answer.status.as_str()]["content"];
    let kind = answer.kind.split(';').next().unwrap();
    let promised = &content[kind];
    assert!(promised.is_object(), "{path}: {} {kind} is not in the document", answer.status);
    match kind {
        "application/json" => {
            let value: Value = serde_json::from_str(&answer.text).unwrap();
            fits(&validator(&promised["schema"]), &value, path);
        }
        "text/event-stream" => {
            for (name, value) in events(&answer.text) {
                let schema = &promised["x-events"][&name];
                assert!(schema.is_object(), "{path}: the event {name} is not in the document");
                fits(&validator(schema), &value, &name);
            }
        }
        _ => assert!(!answer.text.is_empty()),
    }
}

fn fits(validator: &Validator, value: &Value, what: &str) {
    let faults: Vec<String> = validator
        .iter_errors(value)
        .take(3)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{what}: {faults:#?}");
}

fn events(text: &str) -> Vec<(String, Value)> {
    let blocks = text.split("\n\n").filter(|block| block.contains("event:"));
    blocks
        .map(|block| {
            let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
            let data = field("data:").unwrap().trim();
            (field("event:").unwrap().trim().to_string(), serde_json::from_str(data).unwrap())
        })
        .collect()
}

fn code_of(text: &str) -> String {
    let document = quadrille::levels::read(text, None);
    quadrille::levels::to_code(document.levels().next().unwrap())
}

#[test]
fn every_address_is_in_the_document_and_nothing_else() {
    let mut routes: Vec<String> = routes::all()
        .into_iter()
        .map(|(path, method, _)| format!("{} {path}", method.as_str().to_lowercase()))
        .collect();
    let document = document();
    let paths = document["paths"].as_object().unwrap().iter();
    let mut described: Vec<String> = paths
        .flat_map(|(path, operations)| {
            let methods = operations.as_object().unwrap().keys();
            methods.map(move |method| format!("{method} {path}"))
        })
        .collect();
    routes.sort();
    described.sort();
    assert_eq!(routes, described);
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
}

#[test]
fn the_page_posts_the_requests_that_have_a_body() {
    let posted = quadrille_api::requests().filter(|one| one.form == quadrille_api::Form::Body);
    let names: Vec<String> = posted.map(|one| format!("\"{}\"", one.name)).collect();
    let line = format!("export const POSTED = new Set([{}]);", names.join(", "));
    let module = include_str!("../../page/assets/api/posted.js");
    assert!(module.contains(&line), "page/assets/api/posted.js must have the line\n{line}");
}

#[test]
fn the_page_shows_the_games_that_ship() {
    let module = include_str!("../../page/assets/model/puzzlescript.js");
    let table = module.split("SIGNS = {").nth(1).and_then(|rest| rest.split("};").next()).unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(rows.len(), quadrille_puzzlescript::GALLERY.len());
    for (row, game) in rows.iter().zip(quadrille_puzzlescript::GALLERY) {
        let kinds = quadrille_puzzlescript::Game::of_source(game.text).unwrap().identity().kinds;
        let signs = kinds.brushes().into_iter().filter_map(|brush| {
            let (colours, pixels) = kinds.get(brush.code)?.look.sprite?.indexed();
            let colours: Vec<String> =
                colours.iter().map(|colour| format!("{:?}", colour.hex())).collect();
            let pixels: String =
                pixels.iter().map(|&number| char::from(b'a' + number as u8)).collect();
            let (name, colours) = (game.name, colours.join(", "));
            Some(format!("  {name}: {{ colours: [{colours}], pixels: {pixels:?} }},"))
        });
        let signs: Vec<String> = signs.collect();
        assert!(signs.iter().any(|sign| sign == row), "{row}\nis none of\n{}", signs.join("\n"));
    }
}

#[tokio::test]
async fn plain_answers_are_as_described() {
    let server = usual();
    for path in [
        "/api/catalogue",
        "/api/packs",
        "/api/assignments",
        "/api/openapi.json",
        "/healthz",
        "/api/words?game=fold",
    ] {
        let answer = ask(&server, Method::GET, path, None).await;
        assert_eq!(answer.status, StatusCode::OK);
        check(&Method::GET, path, &answer);
    }
    let packs = ask(&server, Method::GET, "/api/packs", None).await;
    let packs: Value = serde_json::from_str(&packs.text).unwrap();
    let levels: Vec<&Value> = packs
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|pack| pack["levels"].as_array().unwrap())
        .collect();
    assert!(levels.iter().any(|level| level["difficulty"]["label"] == "easy"));
    for level in levels {
        let code = level["code"].as_str().unwrap();
        for path in [
            format!("/api/position?code={code}"),
            format!("/api/picture?code={code}"),
            format!("/api/values?code={code}"),
            format!("/api/values?code={code}&heuristics=max(zero,2*zero),zero"),
            format!("/api/export?code={code}&format=native"),
        ] {
            let answer = ask(&server, Method::GET, &path, None).await;
            assert_eq!(answer.status, StatusCode::OK, "{path}");
            check(&Method::GET, &path, &answer);
        }
    }
}

#[tokio::test]
async fn what_is_sent_is_answered_as_described() {
    let server = usual();
    let code = code_of(LEVELS);
    let rows = format!("{}\n", ".".repeat(32)).repeat(31);
    let large = code_of(&format!("game: tiles\n\nr{}R\n{rows}", ".".repeat(30)));
    let long = json!([{"code": large, "plan": "R L ".repeat(500)}]);
    let board = |cells: Value| json!({"game": "tiles", "rows": 2, "cols": 2, "cells": cells});
    for (path, body, status) in [
        ("/api/play", json!({"code": code, "moves": "D R"}), 200),
        ("/api/play", json!({"code": code, "moves": "D, D"}), 422),
        ("/api/play", json!({"code": code, "moves": "D, D", "refusals": true}), 200),
        ("/api/play", json!({"code": code, "moves": "D 7"}), 422),
        ("/api/play", json!({"code": "nonsense", "moves": ""}), 400),
        ("/api/play", json!({"code": code}), 400),
        ("/api/trace", json!({"code": code, "moves": "D R"}), 200),
        ("/api/trace", json!({"code": code, "moves": "D, D"}), 422),
        ("/api/trace", json!({"code": code, "moves": "D 7"}), 422),
        ("/api/board", board(json!(["r", ".", ".", "R"])), 200),
        ("/api/board", board(json!(["r", ".", "?", "."])), 200),
        ("/api/board", board(json!(["r"])), 422),
        ("/api/board", json!({"game": "chess", "rows": 1, "cols": 1, "cells": ["."]}), 422),
        ("/api/check", json!({"text": "level a\n1.G\n\nlevel b\n1?G\n"}), 200),
        ("/api/check", json!({"text": "", "game": "zhed"}), 200),
        ("/api/check", json!({"text": "1.G", "game": "go"}), 422),
        ("/api/file", json!({"kind": "png", "levels": [{"code": code}]}), 200),
        ("/api/file", json!({"kind": "gif", "levels": [{"code": code, "plan": "D R"}]}), 200),
        ("/api/file", json!({"kind": "gif", "levels": [{"code": code, "plan": "D D"}]}), 422),
        ("/api/file", json!({"kind": "pdf", "title": "a", "levels": [{"code": code}]}), 200),
        // More positions and more cells than fit into a file.
        ("/api/file", json!({"kind": "gif", "levels": long}), 422),
        ("/api/file", json!({"kind": "pdf", "levels": vec![json!({"code": large}); 98]}), 422),
        ("/api/file", json!({"kind": "text", "levels": []}), 422),
        ("/api/file", json!({"kind": "text", "levels": [{"code": "nonsense"}]}), 400),
        ("/api/script", json!({"code": code, "text": "fn estimate(board) { board.rows }"}), 200),
        ("/api/script", json!({"code": code, "text": "fn estimate(board) {\n 1 +\n}"}), 200),
        ("/api/script", json!({"code": code, "text": "fn estimate(board) { loop {} }"}), 200),
        ("/api/script", json!({"code": code, "text": "// game: zhed\nfn estimate(b) { 1 }"}), 200),
        ("/api/puzzle", json!({"text": PUZZLE}), 200),
        ("/api/puzzle", json!({"text": "fn play(board, move) {"}), 200),
        ("/api/puzzle", json!({"text": PUZZLE.replace("1 G", "1 ?")}), 200),
        ("/api/puzzle", json!({"code": code}), 400),
        (
            "/api/values",
            json!({"code": code, "heuristics": "@one+1", "scripts": SCRIPTS.clone()}),
            200,
        ),
        (
            "/api/values",
            json!({"code": code, "heuristics": "@bad", "scripts": SCRIPTS.clone()}),
            422,
        ),
        (
            "/api/values",
            json!({"code": code, "heuristics": "@none", "scripts": SCRIPTS.clone()}),
            422,
        ),
    ] {
        let answer = ask(&server, Method::POST, path, Some(body.clone())).await;
        assert_eq!(answer.status.as_u16(), status, "{path} {body}: {}", answer.text);
        check(&Method::POST, path, &answer);
    }
    let played =
        ask(&server, Method::POST, "/api/play", Some(json!({"code": code, "moves": "DR"})));
    let played: Value = serde_json::from_str(&played.await.text).unwrap();
    assert_eq!((&played["solved"], &played["left"]), (&json!(true), &json!(0)));
    assert_eq!(played["positions"].as_array().unwrap().len(), 2);
}

/// Scripts of a request: a correct one, one that overestimates, and one that fails.
static SCRIPTS: LazyLock<Value> = LazyLock::new(|| {
    json!({
        "one": "fn estimate(board) { 1 }",
        "much": "fn estimate(board) { 10 * board.blocks.len() }",
        "bad": "fn estimate(board) { board.numbers }",
    })
});

#[tokio::test]
async fn scripts_come_with_a_question_and_are_refuted() {
    let server = usual();
    let code = code_of(LEVELS);
    for (path, more, end) in [
        ("/api/solve", json!({"method": "astar with max(@one,relaxed)"}), "done"),
        ("/api/solve", json!({"method": "astar with @tiles-manhattan"}), "done"),
        ("/api/solve", json!({"method": "astar with @bad"}), "failed"),
        ("/api/watch", json!({"method": "greedy with @much", "max_time": 1}), "done"),
        ("/api/compare", json!({"algorithms": "astar", "heuristics": "zero,@one,@bad"}), "done"),
        ("/api/explain", json!({"heuristics": "zero,@one"}), "done"),
        ("/api/claims", json!({"heuristic": "@one", "max_time": 0.2}), "done"),
        ("/api/claims", json!({"heuristic": "@much"}), "done"),
        ("/api/claims", json!({"heuristic": "@bad"}), "failed"),
    ] {
        let mut body = json!({"code": code, "scripts": SCRIPTS.clone()});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = ask(&server, Method::POST, path, Some(body.clone())).await;
        assert_eq!(answer.status, StatusCode::OK, "{path} {body}: {}", answer.text);
        check(&Method::POST, path, &answer);
        let (name, data) = events(&answer.text).pop().unwrap();
        assert_eq!(name, end, "{path} {body}: {data}");
        if more["heuristic"] == "@much" {
            let against = &data["admissible"];
            assert!(
                against["estimate"].as_f64()
                    > Some(against["moves"].as_array().unwrap().len() as f64)
            );
        }
    }
    let unknown = json!({"code": code, "method": "astar with @none", "scripts": {}});
    let answer = ask(&server, Method::POST, "/api/solve", Some(unknown)).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text);
    check(&Method::POST, "/api/solve", &answer);
}

#[tokio::test]
async fn a_puzzlescript_game_comes_with_every_request_about_it() {
    let server = usual();
    let gallery = ask(&server, Method::GET, "/api/gallery", None).await;
    check(&Method::GET, "/api/gallery", &gallery);
    let gallery: Value = serde_json::from_str(&gallery.text).unwrap();
    let source = gallery[0]["text"].as_str().unwrap();
    let read = async |asked: Value| {
        let answer = ask(&server, Method::POST, "/api/puzzlescript", Some(asked)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        check(&Method::POST, "/api/puzzlescript", &answer);
        serde_json::from_str::<Value>(&answer.text).unwrap()
    };
    let game = read(json!({"text": source})).await;
    assert_eq!(game["game"]["name"], gallery[0]["game"]);
    assert_eq!(game["faults"], json!([]));
    let faulty = json!({"text": source.replace("| Crate ]", "| Creat ]"), "only_check": true});
    let faulty = read(faulty).await;
    assert_eq!((&faulty["game"], &faulty["levels"]), (&json!(null), &json!([])));
    assert!(faulty["faults"][0]["place"]["line"].as_u64() > Some(60), "{faulty}");

    let code = &game["levels"][0]["code"];
    for (path, more) in [
        ("/api/position", json!({})),
        ("/api/play", json!({"moves": "D R"})),
        ("/api/export", json!({"format": "native"})),
        ("/api/values", json!({})),
        ("/api/solve", json!({})),
        ("/api/watch", json!({"method": "astar"})),
        ("/api/describe", json!({})),
    ] {
        let mut asked = json!({"code": code, "puzzlescript": source});
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = ask(&server, Method::POST, path, Some(asked)).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
        check(&Method::POST, path, &answer);
    }
    let unplayable = json!({"code": code, "puzzlescript": "title Nothing"});
    let answer = ask(&server, Method::POST, "/api/position", Some(unplayable)).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
    check(&Method::POST, "/api/position", &answer);
    // Nobody else is shown the game.
    let catalogue = ask(&server, Method::GET, "/api/catalogue", None).await;
    assert!(!catalogue.text.contains(gallery[0]["game"].as_str().unwrap()));
}

#[tokio::test]
async fn assignments_are_told_and_graded_as_described() {
    let server = usual();
    let listed = ask(&server, Method::GET, "/api/assignments", None).await;
    let listed: Value = serde_json::from_str(&listed.text).unwrap();
    for one in listed.as_array().unwrap() {
        let received =
            ask(&server, Method::POST, "/api/assignment", Some(json!({"link": one["link"]})));
        let received = received.await;
        assert_eq!(received.status, StatusCode::OK, "{}", received.text);
        check(&Method::POST, "/api/assignment", &received);
        assert!(!received.text.contains("hidden-0"), "{}", received.text);
    }
    let link = &listed[0]["link"];
    for (script, points) in [("0", 50.0), ("9 * board.off_goal", 25.0), ("board.nothing", 0.0)] {
        let text = format!("fn estimate(board) {{ {script} }}");
        let body = json!({"link": link, "text": text});
        let answer = ask(&server, Method::POST, "/api/grade", Some(body)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        check(&Method::POST, "/api/grade", &answer);
        let received = events(&answer.text);
        assert_eq!(received.iter().filter(|(name, _)| name == "mark").count(), 9);
        let (name, done) = received.last().unwrap();
        assert_eq!((name.as_str(), &done["points"]), ("done", &json!(points)), "{script}");
        assert_eq!(done["most"], 80.0);
    }
    // A script that exceeds the time is not checked to the end.
    let whole = quadrille_api::grade::Assignment::from_link(link.as_str().unwrap()).unwrap();
    let short = quadrille_api::grade::Assignment { time: Duration::from_secs(1), ..whole };
    let slow = "fn estimate(board) { let n = 0; while n < 150000 { n += 1; } 0 }";
    let body = json!({"link": short.to_link(), "text": slow});
    let answer = ask(&server, Method::POST, "/api/grade", Some(body)).await;
    check(&Method::POST, "/api/grade", &answer);
    let received = events(&answer.text);
    let marks: Vec<&Value> =
        received.iter().filter(|(name, _)| name == "mark").map(|(_, mark)| mark).collect();
    assert_eq!(marks.len(), 9);
    let unchecked = |mark: &&&Value| mark["finding"]["kind"] == "not-checked";
    let hidden = |mark: &&&Value| mark["finding"]["kind"] == "not-here";
    let counts = (marks.iter().filter(unchecked).count(), marks.iter().filter(hidden).count());
    assert_eq!(counts, (7, 2), "{marks:?}");
    // A puzzle: the model answer, one with other rules, and one with an endless loop, which only
    // fails its checks.
    let puzzle = &listed[1]["link"];
    let kept = PUZZLE.replace("    board.put(row, col, \"*\");\n", "");
    let looping = PUZZLE.replace("board.count(\"@\") > 0", "loop {}");
    for (text, points) in [(PUZZLE, 100.0), (&kept, 40.0), (&looping, 0.0)] {
        let body = json!({"link": puzzle, "text": text});
        let answer = ask(&server, Method::POST, "/api/grade", Some(body)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        check(&Method::POST, "/api/grade", &answer);
        let received = events(&answer.text);
        let (name, done) = received.last().unwrap();
        assert_eq!((name.as_str(), &done["points"]), ("done", &json!(points)), "{}", answer.text);
        assert_eq!(done["most"], 100.0);
        assert!(!answer.text.contains("hidden-0"), "{}", answer.text);
    }
    // A puzzle with slow rules ends with its time limit.
    let whole = quadrille_api::grade::Assignment::from_link(puzzle.as_str().unwrap()).unwrap();
    let short = quadrille_api::grade::Assignment { time: Duration::from_secs(1), ..whole };
    let busy = "let n = 0; while n < 2000 { n += 1; } let row = move.row;";
    let body =
        json!({"link": short.to_link(), "text": PUZZLE.replace("let row = move.row;", busy)});
    let answer = ask(&server, Method::POST, "/api/grade", Some(body)).await;
    let received = events(&answer.text);
    let marks: Vec<&Value> =
        received.iter().filter(|(name, _)| name == "mark").map(|(_, mark)| mark).collect();
    assert_eq!(marks.len(), 3, "{received:?}");
    assert_eq!(marks[0]["finding"]["kind"], "not-checked", "{received:?}");
    for (link, text) in [
        (json!("nonsense"), "fn estimate(board) { 0 }"),
        (link.clone(), "fn estimate(board) {"),
        (listed[1]["link"].clone(), "fn play(board, move) { board }"),
    ] {
        let body = json!({"link": link, "text": text});
        let answer = ask(&server, Method::POST, "/api/grade", Some(body)).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text);
        check(&Method::POST, "/api/grade", &answer);
    }
}

#[tokio::test]
async fn streams_are_as_described() {
    let server = usual();
    let (easy, never) = (code_of(LEVELS), code_of(UNSOLVABLE));
    for path in [
        format!("/api/solve?code={easy}"),
        format!("/api/solve?code={never}&method=astar%20with%20relaxed&max_time=1"),
        format!("/api/solve?code={easy}&method=bfs&max_nodes=1"),
        format!("/api/watch?code={easy}&method=astar"),
        format!("/api/watch?code={easy}&method=bfs&sample=1"),
        format!("/api/compare?code={easy}&algorithms=bfs,astar&heuristics=relaxed,zero"),
        format!("/api/compare?code={never}"),
        "/api/describe?game=squares".to_string(),
        format!("/api/describe?code={easy}"),
        format!("/api/describe?code={never}&max_nodes=1"),
        format!("/api/inspect?code={easy}"),
        format!("/api/inspect?code={never}"),
        format!("/api/inspect?code={never}&like={easy},{never}"),
        format!("/api/inspect?code={easy}&max_nodes=1"),
        format!("/api/inspect?code={easy}&forbid=D%20R"),
        format!("/api/map?code={easy}"),
        format!("/api/map?code={easy}&max_nodes=1"),
        format!("/api/map?code={never}&max_nodes=1"),
        format!("/api/vary?code={easy}&count=3"),
        format!("/api/explain?code={easy}&heuristics=relaxed,zero,manhattan(max,max)"),
        format!("/api/explain?code={never}&heuristics=collinear&algorithm=greedy&max_nodes=2"),
    ] {
        let answer = ask(&server, Method::GET, &path, None).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
        check(&Method::GET, &path, &answer);
        let last = events(&answer.text).pop().unwrap();
        assert_eq!(last.0, "done", "{path}: {}", answer.text);
    }
    for path in [
        "/api/solve".to_string(),
        "/api/solve?code=tiles1-AAAAAAAAAAAA".to_string(),
        format!("/api/solve?code={easy}&max_time=-1"),
        format!("/api/solve?code={easy}&max_time=soon"),
        format!("/api/solve?code={easy}&max_nodes=1e9"),
        format!("/api/solve?code={easy}&method=astr"),
        format!("/api/watch?code={easy}&method=astar%20with%20reach"),
        format!("/api/watch?code={easy}&frames=3"),
        format!("/api/compare?code={easy}&algorithms=bfs,nonsense"),
        "/api/describe".to_string(),
        "/api/describe?game=chess".to_string(),
        "/api/map?code=nonsense".to_string(),
        format!("/api/inspect?code={easy}&forbid=X"),
        format!("/api/explain?code={easy}"),
        format!("/api/explain?code={easy}&heuristics=,"),
        format!("/api/explain?code={easy}&heuristics=reach"),
        format!("/api/explain?code={easy}&heuristics=zero&algorithm=bfs"),
    ] {
        let answer = ask(&server, Method::GET, &path, None).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}");
        check(&Method::GET, &path, &answer);
    }
}

#[tokio::test]
async fn a_watched_search_is_told_from_its_first_event_to_its_report() {
    let server = usual();
    let code = code_of(LEVELS);
    let path = format!("/api/watch?code={code}&method=bfs");
    let answer = ask(&server, Method::GET, &path, None).await;
    let received: Vec<Value> = events(&answer.text)
        .into_iter()
        .filter(|(name, _)| name == "events")
        .flat_map(|(_, value)| value["batch"].as_array().unwrap().clone())
        .collect();
    let first = received.iter().find(|event| event["t"] == "expand").unwrap();
    assert_eq!((&first["node"], &first["g"]), (&json!(0), &json!(0)));
    let report = events(&answer.text).pop().unwrap().1;
    // The figures of the film and those of the report count the same things.
    let mut figures = events(&answer.text).into_iter().filter(|(name, _)| name == "events");
    let counts = figures.next_back().unwrap().1["counts"].clone();
    for figure in ["expanded", "generated", "duplicates", "reopened"] {
        assert_eq!(counts[figure], report["stats"][figure], "{figure}");
    }
    let expanded = received.iter().filter(|event| event["t"] == "expand").count();
    assert_eq!(report["stats"]["expanded"], expanded);
    // Every reported position was reached from one reported before.
    let mut known = vec![json!(0)];
    for event in received.iter().filter(|event| event["t"] == "generate") {
        assert!(known.contains(&event["parent"]), "{event}");
        known.push(event["node"].clone());
    }
    assert!(known.len() > 1);
}

#[tokio::test]
async fn everything_in_the_palette_can_be_painted() {
    let server = usual();
    let catalogue = ask(&server, Method::GET, "/api/catalogue", None).await;
    let catalogue: Value = serde_json::from_str(&catalogue.text).unwrap();
    let mut combined = 0;
    for game in catalogue["games"].as_array().unwrap() {
        let palette = game["palette"].as_array().unwrap();
        let text = |paint: &Value, field: &str| paint[field].as_str().unwrap().to_string();
        let empty = &palette[0]["look"];
        assert_eq!((&empty["ground"], &empty["piece"]), (&json!("floor"), &Value::Null));
        let mut names: Vec<String> = palette.iter().map(|paint| text(paint, "name")).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), palette.len(), "{}", game["name"]);
        // All cells: those of a brush, and those of a piece on a goal.
        let single = palette.iter().map(|paint| text(paint, "glyph"));
        let both = palette.iter().flat_map(|paint| paint["on"].as_array().unwrap());
        let both = both.map(|on| text(on, "glyph")).inspect(|_| combined += 1);
        let mut glyphs: Vec<String> = single.chain(both).collect();
        let kinds = quadrille::games::by_id(&text(game, "name")).unwrap().kinds();
        let mut all: Vec<String> = kinds.iter().map(|(_, kind)| kind.glyph.clone()).collect();
        glyphs.sort();
        all.sort();
        assert_eq!(glyphs, all, "{}", game["name"]);
        for glyph in glyphs.into_iter().step_by(all.len().div_ceil(100)) {
            let board = json!({"game": game["name"], "rows": 1, "cols": 1, "cells": [glyph]});
            let answer = ask(&server, Method::POST, "/api/board", Some(board)).await;
            let judged: Value = serde_json::from_str(&answer.text).unwrap();
            assert_eq!(judged["cells"][0]["glyph"], glyph, "{}", answer.text);
        }
    }
    assert!(combined > 0, "some game has pieces that can stand on goals");
}

/// Sends a request as a page of an origin would.
async fn request_from(method: Method, path: &str, origin: &str) -> axum::response::Response {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", ADDRESS)
        .header("origin", origin)
        .header("sec-fetch-site", "cross-site");
    let router = routes::router(usual());
    router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

#[tokio::test]
async fn the_page_of_an_allowed_origin_may_ask_and_no_other() {
    let answer = request_from(Method::GET, "/api/catalogue", GUEST).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["access-control-allow-origin"], GUEST);
    assert_eq!(answer.headers()["vary"], "origin");
    let question = request_from(Method::OPTIONS, "/api/play", GUEST).await;
    assert_eq!(question.status(), StatusCode::NO_CONTENT);
    assert_eq!(question.headers()["access-control-allow-headers"], "accept, content-type");
    assert!(!question.headers().contains_key("access-control-allow-private-network"));
    for (method, origin) in [
        (Method::GET, "https://example.com"),
        (Method::OPTIONS, "http://example.org"),
        (Method::GET, "null"),
    ] {
        let refused = request_from(method, "/api/catalogue", origin).await;
        assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{origin}");
        assert!(!refused.headers().contains_key("access-control-allow-origin"), "{origin}");
    }
}
