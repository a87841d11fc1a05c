//! The workbench in the browser: a server with the page and all levels embedded.
//!
//! All asynchronous code of the program is in this folder. Requests are answered on a few threads
//! ([`connections`]); searches run on others ([`jobs`]) with a lower priority. [`routes`] lists the
//! requests, [`guard`] checks their origin.

mod assets;
mod blocking;
mod connections;
mod error;
mod guard;
mod health;
mod input;
mod jobs;
mod json;
mod openapi;
mod own;
mod requests;
mod routes;
mod stream;
#[cfg(test)]
mod tests;

pub use assets::Page;
pub use guard::origin;
pub use jobs::Settings;
pub use own::Own;

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use axum::body::Bytes;
use quadrille::games::Games;
use quadrille::search::Limits;
use quadrille_api::{Failure, Response};

use crate::Context;
use crate::assignments::shipped;
use crate::console;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input as levels;
use connections::Timeouts;
use guard::Names;
use jobs::Pool;

const CONNECTION_THREADS: usize = 2;

/// The time that searches have to end when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on, or its name.
    pub host: String,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Further host names that requests may use.
    pub allowed: Vec<String>,
    /// Origins whose pages may send requests, beside the server's own.
    pub origins: Vec<String>,
    /// True to open the page in a browser.
    pub open: bool,
    pub limits: Limits,
    pub settings: Settings,
    /// The games that requests can name.
    pub games: Games,
    pub page: Page,
    /// Levels and assignments besides those that ship with the program.
    pub own: Own,
}

pub struct Server {
    page: Page,
    games: Games,
    names: Names,
    limits: Limits,
    pool: Arc<Pool>,
    text_slots: blocking::TextSlots,
    catalogue: Bytes,
    packs: Bytes,
    assignments: Bytes,
}

impl Server {
    fn new(options: &Options, address: SocketAddr) -> io::Result<Server> {
        Ok(Server {
            page: options.page.clone(),
            games: options.games.clone(),
            names: Names::new(address, &options.host, &options.allowed)
                .with_origins(&options.origins),
            limits: options.limits,
            pool: Pool::start(options.settings)?,
            text_slots: blocking::TextSlots::default(),
            catalogue: written(quadrille_api::catalogue(&options.games, &options.limits))?,
            packs: written(quadrille_api::packs(
                &options.games,
                options.own.packs.iter().cloned().chain(
                    levels::packs().map(|(name, text)| (name.to_string(), text.to_string())),
                ),
            ))?,
            assignments: written(quadrille_api::grade::assignments(
                &[options.own.assignments.clone(), shipped()].concat(),
            ))?,
        })
    }
}

fn written(response: Result<Response, Failure>) -> io::Result<Bytes> {
    response
        .map(|response| response.text.into())
        .map_err(|failure| io::Error::other(failure.error.message()))
}

/// Serves until a signal arrives.
pub fn run(options: &Options, context: &mut Context) -> Result<Exit, Abort> {
    let listener = listen(&options.host, options.port)?;
    let failed = |error: io::Error| Fault::new(format!("the server cannot start: {error}"));
    let address = listener.local_addr().map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let server = Arc::new(Server::new(options, address).map_err(failed)?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(CONNECTION_THREADS)
        .max_blocking_threads(blocking::THREADS)
        .thread_name("connections")
        .enable_all()
        .build()
        .map_err(failed)?;

    let (signals, signal) = mpsc::channel();
    context.interrupt.hand_over(signals);
    announce(options, address, context)?;
    let (stopper, stop) = tokio::sync::watch::channel(false);
    let (pool, interrupt) = (Arc::clone(&server.pool), context.interrupt.clone());
    let waiter = move || {
        if signal.recv().is_ok() {
            console::remark("stopping; press Ctrl-C again to quit at once");
            // The next signal ends the program.
            interrupt.take_back();
            pool.close();
            let _ = stopper.send(true);
        }
    };
    thread::Builder::new().name("waiter".into()).spawn(waiter).map_err(failed)?;
    runtime
        .block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let router = routes::router(Arc::clone(&server));
            connections::serve(listener, router, Timeouts::default(), stop).await;
            Ok(())
        })
        .map_err(failed)?;
    server.pool.join(SHUTDOWN_TIMEOUT);
    runtime.shutdown_background();
    context.interrupt.reset();
    Ok(Exit::Fine)
}

/// Prints the address of the page, and opens it if requested.
fn announce(options: &Options, address: SocketAddr, context: &mut Context) -> Result<(), Abort> {
    let shown = match address.ip() {
        ip if ip.is_unspecified() => format!("http://localhost:{}/", address.port()),
        _ => format!("http://{address}/"),
    };
    let shown = format!("{shown}{}", options.own.start);
    context.console.line(&format!("Quadrille is at {shown} (Ctrl-C ends it)"))?;
    if !address.ip().is_loopback() {
        Fault::new(format!("everyone who can reach this computer at {address} can use the server"))
            .help("leave --host out to keep it to this computer; there is no password and no encryption")
            .warn();
    }
    if options.open
        && let Err(error) = open::that_detached(&shown)
    {
        Fault::new(format!("cannot open a browser: {error}"))
            .help(format!("open {shown} yourself"))
            .warn();
    }
    Ok(())
}

fn listen(host: &str, port: u16) -> Result<TcpListener, Fault> {
    let addresses: Vec<SocketAddr> = (host, port)
        .to_socket_addrs()
        .map_err(|error| {
            Fault::new(format!("unknown host '{host}': {error}")).help(
                "leave out --host, or use an address of this computer, such as 127.0.0.1 or 0.0.0.0",
            )
        })?
        .collect();
    TcpListener::bind(&*addresses).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            let other = port.checked_add(1).unwrap_or(port - 1);
            Fault::new(format!("the port {port} is in use, perhaps by another 'quadrille serve'"))
                .help(format!("try --port {other}, or --port 0 for any that is free"))
        }
        io::ErrorKind::PermissionDenied => {
            Fault::new(format!("the port {port} is reserved for the system"))
                .help("use one from 1024 on, or --port 0 for any that is free")
        }
        io::ErrorKind::AddrNotAvailable => {
            Fault::new(format!("'{host}' is not an address of this computer"))
                .help("leave out --host, or use 127.0.0.1 or 0.0.0.0")
        }
        _ => Fault::new(format!("cannot listen on {host}, port {port}: {error}")),
    })
}
