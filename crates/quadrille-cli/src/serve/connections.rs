//! Connections: a bounded number at a time, each with timeouts.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

use super::input::Client;

/// The most connections at a time.
pub const MAX_CONNECTIONS: usize = 512;

/// The most connections of one client, so that a single one cannot take all.
pub const MAX_PER_CLIENT: usize = 320;

/// The number of connections of each client.
#[derive(Clone, Default, Debug)]
struct Clients(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A connection that is counted for its client until it is dropped.
struct Counted {
    clients: Clients,
    client: IpAddr,
}

impl Clients {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection; `None` if the client has too many.
    fn enter(&self, address: IpAddr) -> Option<Counted> {
        let client = network(address);
        let mut clients = self.lock();
        let count = clients.entry(client).or_default();
        if *count >= MAX_PER_CLIENT {
            return None;
        }
        *count += 1;
        Some(Counted { clients: self.clone(), client })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut clients = self.clients.lock();
        if let Some(count) = clients.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                clients.remove(&self.client);
            }
        }
    }
}

/// The address that identifies a client: in IPv6 the network, because a client may use any address
/// in it.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let mut parts = address.segments();
            parts[4..].fill(0);
            IpAddr::from(parts)
        }
        address => address,
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For the head of a request, and between two requests.
    head: Duration,
    /// For a client to accept data that is sent to it.
    write: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { head: Duration::from_secs(10), write: Duration::from_secs(20) }
    }
}

/// The longest head of a request, in bytes.
const MAX_HEAD: usize = 16 << 10;

/// The time that open connections have to end when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Serves connections until `stop` is set.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    timeouts: Timeouts,
    mut stop: watch::Receiver<bool>,
) {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let clients = Clients::default();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|&stop| stop) => break,
        };
        let Ok((stream, peer)) = accepted else {
            // Probably too many open files: other connections must end first.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let counted = clients.enter(peer.ip());
        match Arc::clone(&room).try_acquire_owned().ok().zip(counted) {
            Some((permit, counted)) => {
                let (router, stop) = (router.clone(), stop.clone());
                tokio::spawn(async move {
                    connection(stream, peer, router, timeouts, stop).await;
                    drop((permit, counted));
                });
            }
            None => {
                tokio::spawn(timeout(Duration::from_secs(1), reject(stream)));
            }
        }
    }
    drop(listener);
    // All permits are back when all connections have ended. Those that remain are closed.
    let _ = timeout(SHUTDOWN_TIMEOUT, room.acquire_many(MAX_CONNECTIONS as u32)).await;
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    timeouts: Timeouts,
    mut stop: watch::Receiver<bool>,
) {
    let client = Client(peer.ip());
    // Events are small and must not wait for more.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(timeouts.write));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(client);
        TowerToHyperService::new(router.clone()).call(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.head)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    let mut connection = pin!(connection);
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

/// Responds that there are too many connections, and closes this one.
async fn reject(mut stream: TcpStream) -> io::Result<()> {
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

    /// The longest time that a test waits.
    const LONG: Duration = Duration::from_secs(40);

    const RESPONSE: usize = 100_000;

    /// Runs a client against a server with short timeouts.
    fn serving(client: impl FnOnce(&dyn Fn() -> Stream) + Send + 'static) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let router = Router::new().route("/", get(|| async { "a".repeat(RESPONSE) }));
            let timeouts =
                Timeouts { head: Duration::from_millis(300), write: Duration::from_millis(300) };
            let (stopper, stop) = watch::channel(false);
            let server = tokio::spawn(serve(listener, router, timeouts, stop));
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
    fn a_slow_request_is_closed() {
        serving(|connect| {
            let start = Instant::now();
            let mut slow: Vec<_> = (0..20).map(|_| connect()).collect();
            for stream in &mut slow {
                stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
            }
            // Silent connections, before or after a request, are closed too.
            slow.extend((0..20).map(|_| connect()));
            let mut kept = connect();
            kept.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
            slow.push(kept);
            // So is a request that arrives a few bytes at a time.
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
                // Closed by the server, not by the timeout of this side.
                if let Err(error) = stream.read_to_end(&mut Vec::new()) {
                    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset, "{error}");
                }
            }
        });
    }

    #[test]
    fn one_client_leaves_room_for_others() {
        let clients = Clients::default();
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let mut held: Vec<Counted> = (0..).map_while(|_| clients.enter(one)).collect();
        assert!(held.len() < MAX_CONNECTIONS, "{}", held.len());
        assert!(clients.enter(other).is_some());
        held.pop();
        assert!(clients.enter(one).is_some(), "a connection that ends makes room");
        held.clear();
        assert!(clients.lock().is_empty());
    }

    #[test]
    fn a_network_of_version_6_is_one_client() {
        let parsed = |text: &str| network(text.parse().unwrap());
        assert_eq!(parsed("2001:db8::1"), parsed("2001:db8::2:3:4:5"));
        assert_ne!(parsed("2001:db8::1"), parsed("2001:db8:0:1::1"));
        assert_eq!(parsed("::ffff:10.0.0.1"), parsed("10.0.0.1"));
    }

    #[test]
    fn a_client_that_reads_nothing_is_closed() {
        const REQUESTS: usize = 1000;
        serving(|connect| {
            let mut client = connect();
            // Far more than the buffers hold; writing may fail once the server has closed.
            let _ =
                client.write_all("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(REQUESTS).as_bytes());
            // Longer than the timeout of the server: only buffered data arrives after this.
            std::thread::sleep(Duration::from_secs(2));
            let mut received = Vec::new();
            let _ = client.read_to_end(&mut received);
            let all = REQUESTS * RESPONSE;
            assert!(received.len() < all / 2, "{} of {all}", received.len());
        });
    }
}
