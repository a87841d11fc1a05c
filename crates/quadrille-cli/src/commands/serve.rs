//! `quadrille serve`: serves the workbench to the browser.

use std::ffi::OsString;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::{Args, ValueHint};
use quadrille::search::Limits;
use quadrille_base::memory;
use quadrille_base::quantities;

use super::text_of;
use crate::Context;
use crate::args::Selection;
use crate::assignments;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input;
use crate::serve::{self, Options, Own, Page, Settings};

/// The default memory limit of a search: enough for every level that ships with the program.
const MEMORY: u64 = 512 << 20;

const EXAMPLES: &str = "\
Examples:
  quadrille serve --open                     start, and show the page
  quadrille serve mine.txt --open            with your own levels, which are shown first
  quadrille serve --assignment a.toml        with an assignment of a course, which is shown first
  quadrille serve --port 0                   on any port that is free; the address is printed
  quadrille serve --jobs 4 --max-time 5m     more and longer searches
  curl http://127.0.0.1:8765/api/packs       use it from a program, see /api/openapi.json

The page and all levels are inside the program: nothing is installed, and no network is needed. The server listens on \
this computer alone by default; see --host. All searches together use at most --jobs times --max-memory. \
Ctrl-C ends the server and every search, with exit code 0.";

/// Serve the workbench to the browser: play, solve, compare searches, edit levels
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES]))]
pub struct ServeArgs {
    /// Add levels from a path, '-' or a share code; each file is a pack
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<OsString>,

    /// Offer the assignment in this TOML file; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    assignment: Vec<PathBuf>,

    /// Listen on this port; 0 for any free port
    #[arg(short, long, value_name = "PORT", default_value_t = 8765)]
    port: u16,

    /// Open the page in the browser
    #[arg(short, long)]
    open: bool,

    /// Listen on this address
    ///
    /// Anything but 127.0.0.1 lets other computers in: there is no password.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_hint = ValueHint::Hostname)]
    host: String,

    /// Also accept requests to this host name, with its port if it has one; may be repeated
    #[arg(long, value_name = "NAME[:PORT]")]
    allow_host: Vec<String>,

    /// Accept requests from pages of this origin, with its scheme; may be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = serve::origin)]
    allow_origin: Vec<String>,

    /// Run this many searches in parallel, at least 2 [default: cores + 1, at least 3]
    ///
    /// One of them is reserved for quick searches, such as hints.
    #[arg(short, long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(2..=1024))]
    jobs: Option<u16>,

    /// Queue at most this many searches; more are rejected
    #[arg(long, value_name = "COUNT", default_value_t = 64)]
    queue: u16,

    /// Allow this many queued and running searches per address
    #[arg(long, value_name = "COUNT", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    per_client: u16,

    /// Limit the time of a search; requests can ask for less
    #[arg(short = 't', long, value_name = "TIME", default_value = "60s", value_parser = quantities::duration)]
    max_time: Duration,

    /// Limit the expanded positions of a search; requests can ask for less
    #[arg(short = 'n', long, value_name = "COUNT", default_value = "500M", value_parser = quantities::count)]
    max_nodes: u64,

    /// Limit the memory of a search; requests can ask for less [default: up to 512MiB]
    #[arg(short = 'm', long, value_name = "SIZE", value_parser = quantities::size)]
    max_memory: Option<u64>,

    /// Serve the page from this folder, to work on it
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    page: Option<PathBuf>,
}

pub fn run(args: ServeArgs, context: &mut Context) -> Result<Exit, Abort> {
    let own = match args.files.as_slice() {
        [] => Own::default(),
        files => Own::new(&input::load(&mut context.puzzles, files, &Selection::all())?)?,
    };
    let own = args.assignment.iter().try_fold(own, |own, file| {
        let assignment = assignments::read(file)?;
        assignments::check_for_page(&assignment)?;
        Ok::<Own, Fault>(own.with_assignment(file, &assignment))
    })?;
    let cores = thread::available_parallelism().map_or(2, usize::from);
    let jobs = args.jobs.map_or((cores + 1).max(3), usize::from);
    let max_memory = args.max_memory.unwrap_or_else(|| MEMORY.min(memory::budget() / jobs as u64));
    // An IPv6 address may be in brackets, as in a browser.
    let host = args.host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let options = Options {
        host: host.unwrap_or(&args.host).to_string(),
        port: args.port,
        allowed: args.allow_host,
        origins: args.allow_origin,
        open: args.open,
        limits: Limits {
            max_nodes: Some(args.max_nodes),
            max_time: Some(args.max_time),
            max_memory: Some(usize::try_from(max_memory).unwrap_or(usize::MAX)),
        },
        settings: Settings { jobs, queue: args.queue.into(), per_client: args.per_client.into() },
        page: args.page.map_or(Page::Inside, Page::Folder),
        games: context.puzzles.games().clone(),
        own,
    };
    serve::run(&options, context)
}
