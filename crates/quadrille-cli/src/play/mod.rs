//! The games in a terminal: on the full screen, or line by line.
//!
//! [`app`] is the state and its changes, without a terminal; [`view`] draws it; [`screen`] connects
//! both to the keyboard, the clock, the [`solver`] and the [`progress`] on disk. [`plain`] is the
//! line mode.

mod advice;
mod animation;
mod app;
mod canvas;
mod geometry;
mod keys;
mod knowledge;
mod library;
mod line;
mod menu;
mod method;
mod mouse;
mod picker;
mod plain;
mod playing;
mod progress;
mod round;
mod screen;
mod solver;
mod terminal;
mod view;
mod watch;

#[cfg(test)]
mod tests;

use std::env;
use std::ffi::OsString;
use std::io::{IsTerminal, stdin, stdout};

use anstream::{AutoStream, ColorChoice};
use quadrille::Method;
use quadrille::games::Game;
use quadrille::registry;

use crate::Context;
use crate::args::Selection;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input::{self, Complaints};
use crate::puzzles::{self, Puzzles};
use crate::request;
use app::{App, Tone};
use library::{Library, Place};
use progress::{SavedProgress, Store};
use view::Palette;

#[derive(Clone, Debug)]
pub struct Options {
    /// A game, a file, a pack or a share code.
    pub what: Option<OsString>,
    pub level: Option<String>,
    /// The method to solve the level with at the start.
    pub method: Option<Method>,
    /// True if moves are animated.
    pub animated: bool,
    /// Line by line instead of on the full screen.
    pub plain: bool,
}

pub fn run(options: &Options, context: &mut Context) -> Result<Exit, Abort> {
    let mut library = Library::of_packs(&mut context.puzzles)?;
    let mut made = None;
    let what = options.what.as_ref().and_then(|what| what.to_str());
    if let Some(game) = what.and_then(|what| named(&mut context.puzzles, what))
        && !library.groups.iter().any(|group| group.game == game)
    {
        made = Some(library.add_made(game));
    }
    let mut opening = Opening::find(options, &mut library, &mut context.puzzles)?;
    if let Some(method) = &options.method {
        // Solving needs a level.
        let first = match opening {
            Opening::Level(place) => Some(place),
            Opening::Group(group) => Some(Place { group, level: 0 }),
            Opening::Menu => library.places().next(),
        };
        if let Some((place, choice)) = first.and_then(|place| Some((place, library.choice(place)?)))
        {
            request::resolved(method, choice.level.game)?;
            opening = Opening::Level(place);
        }
    }
    let store = progress::default_path().map(Store::new);
    let (progress, mut note) = match &store {
        Some(store) => store.load(),
        None => {
            (SavedProgress::default(), Some("your progress cannot be saved: set HOME".to_string()))
        }
    };
    note = note.or(made);
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    if options.plain || dumb || !stdin().is_terminal() || !stdout().is_terminal() {
        let shown = options.method.clone();
        return plain::run(library, progress, store, opening, shown, note, context);
    }
    let colours =
        (AutoStream::choice(&stdout()) != ColorChoice::Never).then_some(context.console.colours);
    let mut app = App::new(library, progress, options.animated);
    match opening {
        Opening::Menu => {}
        Opening::Group(group) => app.show_group(group),
        Opening::Level(place) => app.open(place),
    }
    if let Some(method) = &options.method {
        app.method = method.clone();
        app.solve();
    }
    if let Some(note) = note.take() {
        app.say(Tone::Bad, note);
    }
    screen::run(app, store, Palette::new(colours), context)
}

/// The game with this id, or that of a puzzle without levels.
fn named(puzzles: &mut Puzzles, what: &str) -> Option<&'static dyn Game> {
    if !puzzles::is_name(what) {
        return puzzles.games().by_id(what);
    }
    let puzzle = puzzles.find(what)?.ok()?;
    puzzle.levels.trim().is_empty().then_some(puzzle.game)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// The menu at the last level.
    Menu,
    /// The menu with the levels of a group.
    Group(usize),
    Level(Place),
}

impl Opening {
    /// Finds the requested level; a file is added to the packs.
    fn find(
        options: &Options,
        library: &mut Library,
        puzzles: &mut Puzzles,
    ) -> Result<Opening, Abort> {
        let groups: Vec<usize> = match &options.what {
            None => (0..library.groups.len()).collect(),
            Some(what) => match what.to_str().and_then(|what| named(puzzles, what)) {
                Some(game) => {
                    let of_game = |&group: &usize| library.groups[group].game == game;
                    (0..library.groups.len()).filter(of_game).collect()
                }
                None => Self::load(what, library, puzzles)?,
            },
        };
        if let Some(name) = &options.level {
            return Self::level(name, &groups, library);
        }
        match (options.what.is_some(), groups.as_slice()) {
            (true, &[group]) if library.groups[group].levels.len() == 1 => {
                Ok(Opening::Level(Place { group, level: 0 }))
            }
            (true, &[group, ..]) => Ok(Opening::Group(group)),
            _ => Ok(Opening::Menu),
        }
    }

    fn level(name: &str, groups: &[usize], library: &Library) -> Result<Opening, Abort> {
        let mut places = library.places().filter(|place| groups.contains(&place.group));
        let title = |place: Place| library.choice(place).map_or("", |choice| &choice.title);
        if let Some(place) = places.find(|&place| title(place) == name) {
            return Ok(Opening::Level(place));
        }
        let titles = library.places().filter(|place| groups.contains(&place.group)).map(title);
        let fault = Fault::new(format!("there is no level '{name}'"));
        let near = registry::nearest(name, titles);
        Err(match near.first() {
            Some(near) => fault.help(format!("did you mean '{near}'?")),
            None => fault.help("leave --level out to choose from a list"),
        }
        .into())
    }

    fn load(
        what: &OsString,
        library: &mut Library,
        puzzles: &mut Puzzles,
    ) -> Result<Vec<usize>, Abort> {
        let name = what.to_string_lossy();
        if let Some(pack) = name.strip_prefix(input::PACK_SIGN)
            && let groups = library.groups_of(pack)
            && !groups.is_empty()
        {
            return Ok(groups);
        }
        let items = input::load(puzzles, std::slice::from_ref(what), &Selection::all())?;
        let mut complaints = Complaints::default();
        items.iter().filter(|item| item.level.is_err()).for_each(|item| complaints.report(item));
        complaints.finish();
        let short = if quadrille::levels::looks_like_code(&name) { "shared".into() } else { name };
        let groups = library.add(&short, library::good(&items));
        if groups.is_empty() {
            return Err(Fault::new("there is no valid level to play")
                .of_file(&what.to_string_lossy())
                .into());
        }
        Ok(groups)
    }
}
