//! Invalid, foreign or hostile requests: each gets a clear response, and the server continues.

use std::io::{Read, Write};
use std::time::Instant;

use crate::common::QUICK;
use crate::serve_support::{Server, TestResponse, code_of};
use serde_json::json;

#[test]
fn every_answer_tells_browsers_to_be_strict() {
    let server = Server::start(&[]);
    for path in ["/", "/api/packs", "/nothing", "/api/solve", "/healthz"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "font-src 'self'",
            "img-src 'self' data:",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        for part in [
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options").as_deref(), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy").as_deref(), Some("no-referrer"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    let code = code_of(QUICK);
    let picture = server.get(&format!("/api/picture?code={code}"));
    assert!(picture.header("content-security-policy").unwrap().contains("sandbox"));
    server.ends_well();
}

#[test]
fn files_are_kept_and_asked_for_again_by_their_tag() {
    let server = Server::start(&[]);
    let first = server.get("/");
    let tag = first.header("etag").unwrap();
    assert_eq!(first.header("cache-control").as_deref(), Some("no-cache"));
    for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_string()] {
        let again = server.ask_with("GET", "/", &[&format!("If-None-Match: {known}")], b"");
        assert_eq!((again.status, again.body.len()), (304, 0), "{known}");
        assert_eq!(again.header("etag"), Some(tag.clone()));
    }
    let other = server.ask_with("GET", "/", &["If-None-Match: \"other\""], b"");
    assert_eq!(other.status, 200);
    let head = server.ask_with("HEAD", "/", &[], b"");
    assert_eq!((head.status, head.body.len()), (200, 0));
    server.ends_well();
}

#[test]
fn only_own_names_are_answered() {
    let server = Server::start(&["--allow-host", "workbench.example"]);
    let port = server.port;
    for host in
        [format!("localhost:{port}"), format!("[::1]:{port}"), "workbench.example".to_string()]
    {
        let answer = server.ask_with("GET", "/api/packs", &[&format!("Host: {host}")], b"");
        assert_eq!(answer.status, 200, "{host}");
    }
    for host in [
        "evil.example".to_string(),
        format!("evil.example:{port}"),
        "localhost".to_string(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("localhost:{port}.evil.example"),
        String::new(),
    ] {
        let answer = server.ask_with("GET", "/api/packs", &[&format!("Host: {host}")], b"");
        answer.is_refused(421, "foreign-host");
        let answer = server.ask_with("GET", "/", &[&format!("Host: {host}")], b"");
        answer.is_refused(421, "foreign-host");
    }
    let none = TestResponse::read(&server.raw(b"GET / HTTP/1.0\r\n\r\n"));
    none.is_refused(421, "foreign-host");
    let two = format!("GET / HTTP/1.0\r\nHost: evil.example\r\nHost: {}\r\n\r\n", server.host());
    TestResponse::read(&server.raw(two.as_bytes())).is_refused(421, "foreign-host");
    let absolute = format!("GET http://evil.example/ HTTP/1.0\r\nHost: {}\r\n\r\n", server.host());
    TestResponse::read(&server.raw(absolute.as_bytes())).is_refused(421, "foreign-host");
    server.ends_well();
}

#[test]
fn pages_of_others_may_not_ask() {
    let server = Server::start(&[]);
    let body = json!({"code": code_of(QUICK), "moves": "D"}).to_string();
    let kind = "Content-Type: application/json";
    let post =
        |header: &str| server.ask_with("POST", "/api/play", &[kind, header], body.as_bytes());
    let own = format!("Origin: http://{}", server.host());
    assert_eq!(post(&own).status, 200);
    assert_eq!(post("Sec-Fetch-Site: same-origin").status, 200);
    assert_eq!(post("Sec-Fetch-Site: none").status, 200);
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "", "file://"] {
        post(&format!("Origin: {origin}")).is_refused(403, "foreign-origin");
    }
    for site in ["cross-site", "same-site", "elsewhere"] {
        post(&format!("Sec-Fetch-Site: {site}")).is_refused(403, "foreign-origin");
    }
    let path = format!("/api/solve?code={}", code_of(QUICK));
    for header in ["Origin: http://evil.example", "Sec-Fetch-Site: cross-site"] {
        server.ask_with("GET", &path, &[header], b"").is_refused(403, "foreign-origin");
    }
    // A link from elsewhere leads to the page.
    let link = server.ask_with("GET", "/", &["Sec-Fetch-Site: cross-site"], b"");
    assert_eq!(link.status, 200);
    // A form of another page cannot send JSON.
    for kind in ["Content-Type: text/plain", "Content-Type: application/x-www-form-urlencoded"] {
        server.ask_with("POST", "/api/play", &[kind], body.as_bytes()).is_refused(415, "not-json");
    }
    server.ends_well();
}

#[test]
fn nothing_but_the_page_is_served() {
    let server = Server::start(&[]);
    for path in [
        "/nothing",
        "/api",
        "/api/",
        "/api/nothing",
        "/api/packs/",
        "/index.html/",
        "/assets",
        "/assets/",
        "/../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/assets/..\\..\\Cargo.toml",
        "/etc/passwd%00.html",
        "/.git/config",
        "/%ff%fe",
    ] {
        server.get(path).is_refused(404, "not-found");
    }
    for (method, path) in [
        ("POST", "/api/packs"),
        ("GET", "/api/play"),
        ("DELETE", "/api/solve"),
        ("PUT", "/"),
        ("POST", "/"),
        ("OPTIONS", "/api/play"),
        ("TRACE", "/healthz"),
    ] {
        server.ask_with(method, path, &[], b"").is_refused(405, "wrong-method");
    }
    for path in ["/nothing", "/api/nothing"] {
        server.ask_with("POST", path, &[], b"").is_refused(404, "not-found");
    }
    assert!(server.ask_with("PUT", "/", &[], b"").header("allow").is_some());
    assert!(server.ask_with("PUT", "/api/play", &[], b"").header("allow").is_some());
    server.ends_well();
}

#[test]
fn a_folder_for_the_page_gives_away_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page");
    std::fs::create_dir_all(page.join("assets")).unwrap();
    std::fs::write(page.join("index.html"), "here").unwrap();
    std::fs::write(page.join("assets/a.js"), "1").unwrap();
    std::fs::write(folder.path().join("secret"), "secret").unwrap();
    std::os::unix::fs::symlink("../secret", page.join("link")).unwrap();
    let server = Server::start(&["--page", page.to_str().unwrap()]);
    assert_eq!(server.get("/").body, b"here");
    assert_eq!(
        server.get("/assets/a.js").header("content-type").as_deref(),
        Some("text/javascript; charset=utf-8")
    );
    let secret = folder.path().join("secret");
    for path in [
        "/../secret",
        "/assets/../../secret",
        "/link",
        "/assets/",
        &format!("/{}", secret.display()),
    ] {
        server.get(path).is_refused(404, "not-found");
    }
    server.ends_well();
}

#[test]
fn bodies_are_read_with_care() {
    let server = Server::start(&[]);
    let kind = ["Content-Type: application/json"];
    let post = |body: &[u8]| server.ask_with("POST", "/api/play", &kind, body);
    let deep = "[".repeat(100_000);
    for body in [
        &b"{"[..],
        b"[]",
        b"null",
        b"{\"code\":1,\"moves\":\"\"}",
        b"\xff\xfe",
        b"{\"code\":\"a\",\"moves\":\"b\",\"more\":1}",
        b"\"\\ud800\"",
        b"",
        deep.as_bytes(),
    ] {
        post(body).is_refused(400, "bad-json");
    }
    let long = vec![b' '; (1 << 20) + 1];
    post(&long).is_refused(413, "too-long");
    let text = "x".repeat(1 << 20);
    server.post("/api/check", &json!({ "text": text })).is_refused(413, "too-long");
    // A length that promises more than is sent.
    let cut = format!(
        "POST /api/play HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{{",
        server.host()
    );
    let mut stream = server.connect();
    stream.write_all(cut.as_bytes()).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    assert!(rest.is_empty() || TestResponse::read(&rest).status == 400, "{rest:?}");
    server.ends_well();
}

#[test]
fn hostile_codes_moves_and_texts_get_clear_errors() {
    let server = Server::start(&[]);
    let code = code_of(QUICK);
    for bad in [
        "".to_string(),
        "tiles1-".to_string(),
        "tiles1-AAAA".to_string(),
        "tiles9-IgIAEuYDAQACBShqQA".to_string(),
        "go1-IgIAEuYDAQACBShqQA".to_string(),
        code[..code.len() - 1].to_string(),
        format!("{code}A"),
        format!("tiles1-{}", "A".repeat(8000)),
        "%00%0a%1b[31m".to_string(),
        "%F0%9F%98%80".to_string(),
        "../../etc/passwd".to_string(),
    ] {
        for path in ["/api/position", "/api/solve", "/api/watch", "/api/compare", "/api/picture"] {
            server.get(&format!("{path}?code={bad}")).is_refused(400, "bad-code");
        }
    }
    server.get(&format!("/api/export?code={code}&format=exe")).is_refused(422, "bad-format");
    let named = server.get(&format!("/api/export?code={code}&format=native&name=My%20level"));
    let text = String::from_utf8_lossy(&named.body);
    assert!(text.contains("name: My level"), "{text}");
    for algorithm in ["beam(0)", "ids(99999999999)", "((((", "%00", "parallel(257)"] {
        server
            .get(&format!("/api/solve?code={code}&method={algorithm}"))
            .is_refused(400, "bad-method");
    }
    let nested = format!("{}zero{}", "max(".repeat(2000), ")".repeat(2000));
    for heuristic in ["nonsense", &nested, "2*", "zero+"] {
        let path = format!(
            "/api/solve?code={code}&method=astar%20with%20{}",
            heuristic.replace('+', "%2B")
        );
        server.get(&path).is_refused(400, "bad-method");
    }
    let many = vec!["bfs"; 33].join(",");
    server
        .get(&format!("/api/compare?code={code}&algorithms={many}"))
        .is_refused(400, "too-many-methods");
    server
        .post("/api/play", &json!({"code": code, "moves": "D\u{1b}[31m"}))
        .is_refused(422, "not-a-direction");
    server
        .post("/api/play", &json!({"code": code, "moves": "D D"}))
        .is_refused(422, "illegal-move");
    for (rows, cols) in [(0_u64, 1_u64), (17, 1), (u64::MAX, u64::MAX)] {
        let board = json!({"game": "tiles", "rows": rows, "cols": cols, "cells": []});
        server.post("/api/board", &board).is_refused(422, "bad-size");
    }
    for text in [
        "\0".to_string(),
        "[".repeat(900_000),
        "r ".repeat(400_000),
        "level \n".repeat(100_000),
        "\u{202e}evil".to_string(),
        "1.G\n\n".repeat(100_000),
        "game: tiles\n".repeat(60_000),
        "#".repeat(900_000),
    ] {
        let start = Instant::now();
        let answer = server.post("/api/check", &json!({ "text": text }));
        assert_eq!(answer.status, 200);
        assert!(answer.body.len() < 8 << 20, "{} bytes", answer.body.len());
        let beginning: String = text.chars().take(8).collect();
        println!("{beginning:?}: {:?}, {} bytes", start.elapsed(), answer.body.len());
    }
    server.ends_well();
}

#[test]
fn long_plays_are_answered_in_parts() {
    let server = Server::start(&[]);
    let level =
        format!("level a\nr{}\n{}\n{}R\n", " .".repeat(15), ". ".repeat(16), ". ".repeat(15));
    let mut code = code_of(&level);
    let (mut left, mut parts) = (20_000, 0);
    while left > 0 {
        let moves: String = ["R", "L"].iter().copied().cycle().take(left.min(20_000)).collect();
        let answer = server.post("/api/play", &json!({"code": code, "moves": moves}));
        assert_eq!(answer.status, 200);
        assert!(answer.body.len() < 4 << 20);
        let played = answer.json();
        let positions = played["positions"].as_array().unwrap();
        let (rest, last) = (played["left"].as_u64().unwrap() as usize, positions.last().unwrap());
        assert_eq!(rest + positions.len(), left);
        code = last["code"].as_str().unwrap().to_string();
        left = rest;
        parts += 1;
        if parts == 4 {
            break;
        }
    }
    server.ends_well();
}
