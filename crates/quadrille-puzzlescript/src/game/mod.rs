//! PuzzleScript games as games of the library.

mod cells;
mod definition;
mod looks;
pub(crate) mod message;
mod puzzle;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use quadrille::definition::Identity;
use quadrille::games;
use quadrille::grid::{Grid, Size};
use quadrille::levels::{self, Level};
use quadrille::moves::{MoveKind, Notation};

use crate::fault::Fault;
use crate::program::{self, Program};
use crate::space::started;
use crate::{Compiled, compile};
use cells::{Cells, Code};

/// Returns true if a text has the headings of a PuzzleScript game.
pub fn is_source(text: &str) -> bool {
    let has = |heading: &str| text.lines().any(|line| line.trim().eq_ignore_ascii_case(heading));
    ["objects", "legend", "collisionlayers", "rules", "levels"].into_iter().all(has)
}

/// A game that was read from a source. It is kept for as long as the program runs.
#[derive(Clone, Debug)]
pub struct Game {
    program: Arc<Program>,
    cells: &'static Cells,
    identity: Identity,
    /// Where a copy for one search keeps the first failure of the rules.
    failure: Option<Arc<OnceLock<String>>>,
}

/// A source as a game with its levels.
#[derive(Clone, Debug)]
pub struct Source {
    /// The game; none where the faults leave nothing to play.
    pub game: Option<&'static Game>,
    /// Its levels, with the messages before each as notes.
    pub levels: Vec<Level>,
    /// Errors and warnings.
    pub faults: Vec<Fault>,
    /// Levels, by their numbers from 1, that are not among the levels, and why.
    pub left_out: Vec<(usize, LeftOut)>,
}

/// Why a board of a game is not a level of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftOut {
    /// It has so many rows and columns.
    TooLarge(usize, usize),
    /// The turn before the first input does not end.
    Trouble(crate::Trouble),
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeftOut::TooLarge(rows, columns) => {
                let side = Size::MAX_SIDE;
                write!(f, "{rows} rows and {columns} columns are more than {side}")
            }
            LeftOut::Trouble(trouble) => trouble.fmt(f),
        }
    }
}

/// Bytes of sources that a process keeps as games. A person who works on a game has it read at
/// every change.
const MOST_KEPT: usize = 64 << 20;

#[derive(Default)]
struct Kept {
    games: HashMap<String, &'static Game>,
    bytes: usize,
}

static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

impl Source {
    /// Reads a source.
    pub fn read(source: &str) -> Source {
        let Compiled { program, faults, .. } = compile(source);
        let mut read = Source { game: None, levels: Vec::new(), faults, left_out: Vec::new() };
        let Some(program) = program else { return read };
        let Some(game) = kept(source, program) else { return read };
        read.game = Some(game);
        let mut notes = Vec::new();
        let mut number = 0;
        for entry in &game.program.levels {
            let board = match entry {
                program::Level::Message(text) => {
                    notes.push(text.trim().to_string());
                    continue;
                }
                program::Level::Board(board, _) => board,
            };
            number += 1;
            let notes = std::mem::take(&mut notes);
            match game.grid(board) {
                Ok(grid) => {
                    let mut level = Level::new(game, grid);
                    level.name = Some(number.to_string());
                    level.author.clone_from(&game.program.author);
                    level.notes = notes;
                    read.levels.push(level);
                }
                Err(why) => read.left_out.push((number, why)),
            }
        }
        read
    }

    /// The levels in Quadrille's own format.
    pub fn text(&self) -> String {
        levels::write_all(&self.levels, "native").unwrap_or_default()
    }
}

/// The game of a source; none where a process has read too many.
fn kept(source: &str, program: Program) -> Option<&'static Game> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&game) = kept.games.get(source) {
        return Some(game);
    }
    if kept.bytes + source.len() > MOST_KEPT {
        return None;
    }
    kept.bytes += source.len();
    let game: &'static Game = Box::leak(Box::new(Game::new(program)));
    kept.games.insert(source.to_string(), game);
    Some(game)
}

impl Game {
    fn new(program: Program) -> Game {
        let program = Arc::new(program);
        let (cells, kinds) = Cells::of(&program);
        let title = program.title.clone().unwrap_or_else(|| "A PuzzleScript game".to_string());
        let about = about(&program);
        let identity = Identity {
            id: identifier(&title).leak(),
            title: title.leak(),
            about: about.leak(),
            notation: Notation { kind: MoveKind::Keys, lowercase: false },
            kinds,
        };
        Game { program, cells, identity, failure: None }
    }

    /// Its name, description and cells.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// The compiled game.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The objects on a board of the game; none where a cell is not one of the game.
    pub fn board(&self, grid: &Grid<u16>) -> Option<program::Board> {
        self.decoded(&grid.map(Code)).map(|decoded| decoded.board)
    }

    /// A board of the game before its first input.
    fn grid(&self, board: &program::Board) -> Result<Grid<u16>, LeftOut> {
        let size = Size::new(board.height, board.width)
            .ok_or(LeftOut::TooLarge(board.height, board.width))?;
        let (board, restart) = started(&self.program, board).map_err(LeftOut::Trouble)?;
        let grid = self.encoded(size, &board.objects, &restart, false);
        let grid = grid.ok_or(LeftOut::Trouble(crate::Trouble::TooMuchWork))?;
        Ok(grid.map(|Code(code)| code))
    }
}

/// A word for a game: the letters of its title.
fn identifier(title: &str) -> String {
    let letters = title.chars().filter(char::is_ascii_alphabetic).take(20);
    let id: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    match id.as_str() {
        "" => "puzzlescript".to_string(),
        _ if games::ALL.iter().any(|game| game.id() == id) => format!("ps{id}"),
        _ => id,
    }
}

fn about(program: &Program) -> String {
    let mut about = match &program.author {
        Some(author) => format!("A PuzzleScript game by {author}."),
        None => "A PuzzleScript game.".to_string(),
    };
    if program.is_random() {
        about += " Its rules draw random numbers: it can be played, and not solved.";
    }
    if program.settings.realtime.is_some() {
        about += " It runs in real time: a turn without a key is a move of its own.";
    }
    about
}
