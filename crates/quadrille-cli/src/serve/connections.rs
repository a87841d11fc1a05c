//! Connections: so many at a time, none of them idle for ever.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use super::asked::Client;

/// How many connections there are at a time.
pub const MOST: usize = 512;

/// How long the server waits for a client.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// How long the head of a request may take to arrive, and how long a connection may be without one.
    head: Duration,
    /// How long a client may take nothing of what is sent to it.
    write: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { head: Duration::from_secs(10), write: Duration::from_secs(20) }
    }
}

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 << 10;

/// How long open connections get to end when the server does.
const FAREWELL: Duration = Duration::from_secs(2);

/// Answers requests until `stop` says otherwise.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    patience: Patience,
    mut stop: watch::Receiver<bool>,
) {
    let room = Arc::new(Semaphore::new(MOST));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|&stop| stop) => break,
        };
        let Ok((stream, peer)) = accepted else {
            // Most likely there are too many open files: others must end first.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        match Arc::clone(&room).try_acquire_owned() {
            Ok(permit) => {
                let (router, stop) = (router.clone(), stop.clone());
                tokio::spawn(async move {
                    connection(stream, peer, router, patience, stop).await;
                    drop(permit);
                });
            }
            Err(_) => {
                tokio::spawn(timeout(Duration::from_secs(1), turn_away(stream)));
            }
        }
    }
    drop(listener);
    // All permits are back when all connections have ended. Whoever does not end by then is cut off.
    let _ = timeout(FAREWELL, room.acquire_many(MOST as u32)).await;
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    patience: Patience,
    mut stop: watch::Receiver<bool>,
) {
    let client = Client(peer.ip());
    // News are small and must not wait for more.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience.write));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(client);
        TowerToHyperService::new(router.clone()).call(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    let mut connection = pin!(connection);
    // A connection that breaks is the client's affair.
    let stopped = async {
        let _ = stop.wait_for(|&stop| stop).await;
    };
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stopped => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// Says that there are too many connections, and ends this one.
async fn turn_away(mut stream: TcpStream) -> io::Result<()> {
    let body = r#"{"error":{"code":"too-many-connections","message":"there are too many connections","help":"try again in a while"}}"#;
    let head = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         retry-after: 2\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    stream.shutdown().await
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream as Stream;
    use std::time::Instant;

    use axum::routing::get;

    use super::*;

    /// How long a test waits for what must happen.
    const LONG: Duration = Duration::from_secs(40);

    /// What is sent to somebody who asks.
    const ANSWER: usize = 100_000;

    /// Has a server of little patience cut somebody off.
    fn serving(client: impl FnOnce(&dyn Fn() -> Stream) + Send + 'static) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let router = Router::new().route("/", get(|| async { "a".repeat(ANSWER) }));
            let patience =
                Patience { head: Duration::from_millis(300), write: Duration::from_millis(300) };
            let (stopper, stop) = watch::channel(false);
            let server = tokio::spawn(serve(listener, router, patience, stop));
            let connect = move || {
                let stream = Stream::connect(address).expect("a connection");
                stream.set_read_timeout(Some(LONG)).expect("a time limit");
                stream.set_write_timeout(Some(LONG)).expect("a time limit");
                stream
            };
            tokio::task::spawn_blocking(move || client(&connect)).await.unwrap();
            stopper.send(true).unwrap();
            server.await.unwrap();
        });
    }

    #[test]
    fn who_is_slow_to_ask_is_cut_off() {
        serving(|connect| {
            let start = Instant::now();
            let mut slow: Vec<_> = (0..20).map(|_| connect()).collect();
            for stream in &mut slow {
                stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
            }
            // Neither does it help to say nothing at all, or nothing more after an answer.
            slow.extend((0..20).map(|_| connect()));
            let mut kept = connect();
            kept.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
            slow.push(kept);
            // A drop at a time does not help.
            let mut dripping = connect();
            dripping.write_all(b"GET / HTTP/1.1\r\n").unwrap();
            dripping.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
            loop {
                let sent = dripping.write_all(b"A: b\r\n");
                let mut byte = [0];
                if dripping.read(&mut byte).is_ok() || sent.is_err() {
                    break;
                }
                assert!(start.elapsed() < LONG, "still connected");
            }
            for mut stream in slow {
                // An end, not a time limit of this side.
                if let Err(error) = stream.read_to_end(&mut Vec::new()) {
                    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset, "{error}");
                }
            }
        });
    }

    #[test]
    fn who_takes_nothing_of_what_is_sent_is_cut_off() {
        const REQUESTS: usize = 1000;
        serving(|connect| {
            let mut deaf = connect();
            // Far more than fits between the two ends; some of it may be refused when the server has had enough.
            let _ = deaf.write_all("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(REQUESTS).as_bytes());
            // Longer than the server waits: what comes after this is only what was on its way.
            std::thread::sleep(Duration::from_secs(2));
            let mut answers = Vec::new();
            let _ = deaf.read_to_end(&mut answers);
            let all = REQUESTS * ANSWER;
            assert!(answers.len() < all / 2, "{} of {all}", answers.len());
        });
    }
}
