//! Connections that are not HTTP, too slow or too many: none of them affects the others.

use std::time::{Duration, Instant};

use crate::serve_support::{Server, TestResponse};

#[test]
fn invalid_http_is_rejected_or_closed() {
    let server = Server::start(&[]);
    let noise: Vec<u8> =
        (0..200_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let host = server.host();
    let huge = format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "a".repeat(100_000));
    let many = format!("GET / HTTP/1.1\r\nHost: {host}\r\n{}\r\n", "A: b\r\n".repeat(500));
    let long = format!("GET /{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "a".repeat(100_000));
    for (bytes, expected) in [
        (noise, &[0, 400][..]),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(), &[0, 400]),
        (b"\r\n\r\n\r\n\r\nnonsense\r\n\r\n".to_vec(), &[400]),
        (b"GET / HTTP/9.9\r\n\r\n".to_vec(), &[0, 400, 505]),
        (huge.into_bytes(), &[431]),
        (many.into_bytes(), &[431]),
        (long.into_bytes(), &[414, 431]),
        (
            b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n".to_vec(),
            &[400],
        ),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), &[0, 400, 505]),
    ] {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned();
        let answer = TestResponse::read(&server.raw(&bytes));
        assert!(expected.contains(&answer.status), "{shown:?}: {answer:?}");
    }
    server.ends_well();
}

#[test]
fn connections_beyond_the_limit_are_rejected() {
    let server = Server::start(&[]);
    let mut held: Vec<_> = (0..512).map(|_| server.connect()).collect();
    let start = Instant::now();
    let refused = loop {
        let answer = server.get("/healthz");
        if answer.status != 200 {
            break answer;
        }
        // The server has not accepted all of them yet.
        assert!(start.elapsed() < Duration::from_secs(20));
        held.push(server.connect());
    };
    assert_eq!(
        (refused.status, &refused.json()["error"]["code"]),
        (503, &"too-many-connections".into())
    );
    assert!(refused.header("retry-after").is_some());
    drop(held);
    while server.get("/healthz").status != 200 {
        assert!(start.elapsed() < Duration::from_secs(40));
    }
    server.ends_well();
}

/// Four clients request scripts that use all their time, and disconnect.
#[test]
fn scripts_of_clients_that_left_do_not_keep_others_waiting() {
    let server = Server::start(&[]);
    let code = crate::serve_support::code_of(crate::common::QUICK);
    let text = "fn estimate(board) { let s = \"a,\"; for i in 0..11 { s += s; } let n = 0; \
                for i in 0..100000 { n += s.split(\",\").len(); } n }";
    let body = serde_json::json!({"code": code, "text": text}).to_string();
    let request = format!(
        "POST /api/script HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        server.host(),
        body.len()
    );
    let hostile: Vec<_> = (0..4)
        .map(|_| {
            let mut stream = server.connect();
            std::io::Write::write_all(&mut stream, request.as_bytes()).expect("a request");
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(300));
    drop(hostile);
    let started = Instant::now();
    let answer = server.get(&format!("/api/position?code={code}"));
    assert_eq!(answer.status, 200);
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    server.ends_well();
}
