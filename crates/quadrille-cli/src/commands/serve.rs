//! `quadrille serve`: the workbench in the browser.

use std::ffi::OsString;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::{Args, ValueHint};
use quadrille_base::memory;
use quadrille_base::quantities;

use super::text_of;
use crate::Context;
use crate::args::Selection;
use crate::assignments;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input;
use crate::serve::{self, Bounds, Options, Own, Page, Settings};

/// The most memory of one search when nothing is said: enough for every level that comes with the program.
const MEMORY: u64 = 512 << 20;

const EXAMPLES: &str = "\
Examples:
  quadrille serve --open                     start, and show the page
  quadrille serve mine.txt --open            with your own levels, which are shown first
  quadrille serve --assignment a.toml        with an assignment of a course, which is shown first
  quadrille serve --port 0                   on any port that is free; the address is printed
  quadrille serve --jobs 4 --max-time 5m     more and longer searches
  curl http://127.0.0.1:8765/api/packs       ask it from a program, see /api/openapi.json

The page and all levels are inside the program: nothing is installed, and no network is needed. The server listens on \
this computer alone unless --host says otherwise. All searches together take at most the jobs times the memory of one. \
Ctrl-C ends the server and every search, with exit code 0.";

/// The workbench in the browser: play, solve, watch and compare searches, paint levels
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES]))]
pub struct ServeArgs {
    /// Levels of your own beside those of the program: a path, '-' or a share code; each file is a pack
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<OsString>,

    /// An assignment of a course, a TOML file, to be worked on in the page; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    assignment: Vec<PathBuf>,

    /// The port; 0 for any that is free
    #[arg(short, long, value_name = "PORT", default_value_t = 8765)]
    port: u16,

    /// Open the page in the browser
    #[arg(short, long)]
    open: bool,

    /// The address to listen on. Anything but 127.0.0.1 lets others in: there is no password
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_hint = ValueHint::Hostname)]
    host: String,

    /// A further name under which browsers may ask, with its port where it has one; may be repeated
    #[arg(long, value_name = "NAME[:PORT]")]
    allow_host: Vec<String>,

    /// A site whose page may ask this server, with its scheme, `https` or `http`; may be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = serve::origin)]
    allow_origin: Vec<String>,

    /// How many searches run side by side, from 2 on; one of them is kept for quick ones, such as hints [default: one more
    /// than there are cores, at least 3]
    #[arg(short, long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(2..=1024))]
    jobs: Option<u16>,

    /// How many searches may wait in each line; who comes later is told to try again
    #[arg(long, value_name = "COUNT", default_value_t = 64)]
    queue: u16,

    /// How many searches one address may have waiting and running
    #[arg(long, value_name = "COUNT", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    per_client: u16,

    /// The longest time of one search; requests can ask for less
    #[arg(short = 't', long, value_name = "TIME", default_value = "60s", value_parser = quantities::duration)]
    max_time: Duration,

    /// The most positions that one search expands; requests can ask for less
    #[arg(short = 'n', long, value_name = "COUNT", default_value = "500M", value_parser = quantities::count)]
    max_nodes: u64,

    /// The most memory of one search; requests can ask for less [default: 512MiB, or less where little is free]
    #[arg(short = 'm', long, value_name = "SIZE", value_parser = quantities::size)]
    max_memory: Option<u64>,

    /// Take the page from this folder instead of from the program, to work on it
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    page: Option<PathBuf>,
}

/// Serves.
pub fn run(args: ServeArgs, context: &mut Context) -> Result<Exit, Abort> {
    let own = match args.files.as_slice() {
        [] => Own::default(),
        files => Own::new(&input::load(&mut context.puzzles, files, &Selection::all())?)?,
    };
    quadrille::games::serve(context.puzzles.games());
    let own = args.assignment.iter().try_fold(own, |own, file| {
        let assignment = assignments::read(file)?;
        assignments::check_for_page(&assignment)?;
        Ok::<Own, Fault>(own.with_assignment(file, &assignment))
    })?;
    let cores = thread::available_parallelism().map_or(2, usize::from);
    let jobs = args.jobs.map_or((cores + 1).max(3), usize::from);
    // An address of version 6 may stand in brackets, as it does in a browser.
    let host = args.host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let options = Options {
        host: host.unwrap_or(&args.host).to_string(),
        port: args.port,
        allowed: args.allow_host,
        origins: args.allow_origin,
        open: args.open,
        bounds: Bounds {
            nodes: args.max_nodes,
            time: args.max_time,
            bytes: args.max_memory.unwrap_or_else(|| MEMORY.min(memory::budget() / jobs as u64)),
        },
        settings: Settings { jobs, queue: args.queue.into(), per_client: args.per_client.into() },
        page: args.page.map_or(Page::Inside, Page::Folder),
        own,
    };
    serve::run(&options, context)
}
