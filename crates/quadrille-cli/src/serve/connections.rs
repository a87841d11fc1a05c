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

/// How long the head of a request may take to arrive, and how long a connection may be without one.
const HEAD: Duration = Duration::from_secs(10);

/// How long a client may take nothing of what is sent to it.
const WRITE: Duration = Duration::from_secs(20);

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 << 10;

/// How long open connections get to end when the server does.
const FAREWELL: Duration = Duration::from_secs(2);

/// Answers requests until `stop` says otherwise.
pub async fn serve(listener: TcpListener, router: Router, mut stop: watch::Receiver<bool>) {
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
                    connection(stream, peer, router, stop).await;
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
    mut stop: watch::Receiver<bool>,
) {
    let client = Client(peer.ip());
    // News are small and must not wait for more.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(client);
        TowerToHyperService::new(router.clone()).call(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
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
