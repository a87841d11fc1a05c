//! The workbench in the browser: a server on this computer, with the page and all levels inside.
//!
//! Everything asynchronous of the program is in this folder. Requests are answered on a few threads of their own
//! ([`connections`]); searches run on others ([`jobs`]), which give way to them. What may be asked is in [`routes`], who may
//! ask in [`guard`].

mod answer;
mod asked;
mod assets;
mod connections;
mod failure;
mod guard;
mod health;
mod jobs;
mod openapi;
mod own;
mod questions;
mod routes;
mod stream;
#[cfg(test)]
mod tests;
mod work;

pub use assets::Page;
pub use guard::origin;
pub use jobs::Settings;
pub use own::Own;
pub use quadrille_api::Bounds;

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use axum::body::Bytes;
use quadrille_api::{Answer, Failure};

use crate::Context;
use crate::assignments::shipped;
use crate::console;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input;
use connections::Patience;
use guard::Names;
use jobs::Pool;

/// Threads that answer requests.
const LISTENERS: usize = 2;

/// How long the searches get to end when the server does.
const FAREWELL: Duration = Duration::from_secs(2);

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on, as a number or a name.
    pub host: String,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Further names under which the server may be asked.
    pub allowed: Vec<String>,
    /// Origins whose pages may ask, beside the server's own.
    pub origins: Vec<String>,
    /// Whether to show the page at once.
    pub open: bool,
    /// What one search may take.
    pub bounds: Bounds,
    /// How many searches there may be.
    pub settings: Settings,
    /// Where the page comes from.
    pub page: Page,
    /// Levels beside those that come with the program.
    pub own: Own,
}

/// What all requests share.
pub struct Server {
    page: Page,
    names: Names,
    bounds: Bounds,
    pool: Arc<Pool>,
    turns: work::Turns,
    catalogue: Bytes,
    packs: Bytes,
    assignments: Bytes,
}

impl Server {
    fn new(options: &Options, address: SocketAddr) -> io::Result<Server> {
        Ok(Server {
            page: options.page.clone(),
            names: Names::new(address, &options.host, &options.allowed)
                .with_origins(&options.origins),
            bounds: options.bounds,
            pool: Pool::start(options.settings)?,
            turns: work::Turns::default(),
            catalogue: written(quadrille_api::catalogue(&options.bounds))?,
            packs: written(quadrille_api::packs(
                options
                    .own
                    .packs
                    .iter()
                    .cloned()
                    .chain(input::packs().map(|(name, text)| (name.to_string(), text.to_string()))),
            ))?,
            assignments: written(quadrille_api::grade::assignments(
                &[options.own.assignments.clone(), shipped()].concat(),
            ))?,
        })
    }
}

fn written(answer: Result<Answer, Failure>) -> io::Result<Bytes> {
    answer
        .map(|answer| answer.text.into())
        .map_err(|failure| io::Error::other(failure.error.message()))
}

/// Serves until a signal comes.
pub fn run(options: &Options, context: &mut Context) -> Result<Exit, Abort> {
    let listener = listen(&options.host, options.port)?;
    let failed = |error: io::Error| Fault::new(format!("the server cannot start: {error}"));
    let address = listener.local_addr().map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let server = Arc::new(Server::new(options, address).map_err(failed)?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(LISTENERS)
        .max_blocking_threads(work::THREADS)
        .thread_name("listener")
        .enable_all()
        .build()
        .map_err(failed)?;

    let (signals, signal) = mpsc::channel();
    context.interrupt.hand_over(signals);
    tell(options, address, context)?;
    let (stopper, stop) = tokio::sync::watch::channel(false);
    let (pool, interrupt) = (Arc::clone(&server.pool), context.interrupt.clone());
    let waiter = move || {
        if signal.recv().is_ok() {
            console::remark("stopping; once more to quit at once");
            // The next signal ends the program by itself.
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
            connections::serve(listener, router, Patience::default(), stop).await;
            Ok(())
        })
        .map_err(failed)?;
    server.pool.join(FAREWELL);
    runtime.shutdown_background();
    context.interrupt.settle();
    Ok(Exit::Fine)
}

/// Says where the page is, and shows it if that is wanted.
fn tell(options: &Options, address: SocketAddr, context: &mut Context) -> Result<(), Abort> {
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
        Fault::new(format!("no browser could be opened: {error}"))
            .help(format!("open {shown} yourself"))
            .warn();
    }
    Ok(())
}

fn listen(host: &str, port: u16) -> Result<TcpListener, Fault> {
    let addresses: Vec<SocketAddr> = (host, port)
        .to_socket_addrs()
        .map_err(|error| {
            Fault::new(format!("there is no host '{host}': {error}")).help(
                "leave --host out, or give an address of this computer, as 127.0.0.1 or 0.0.0.0",
            )
        })?
        .collect();
    TcpListener::bind(&*addresses).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            let other = port.checked_add(1).unwrap_or(port - 1);
            Fault::new(format!("the port {port} is taken, perhaps by another 'quadrille serve'"))
                .help(format!("try --port {other}, or --port 0 for any that is free"))
        }
        io::ErrorKind::PermissionDenied => {
            Fault::new(format!("the port {port} is reserved for the system"))
                .help("take one from 1024 on, or --port 0 for any that is free")
        }
        io::ErrorKind::AddrNotAvailable => {
            Fault::new(format!("'{host}' is no address of this computer"))
                .help("leave --host out, or give 127.0.0.1 or 0.0.0.0")
        }
        _ => Fault::new(format!("cannot listen on {host}, port {port}: {error}")),
    })
}
