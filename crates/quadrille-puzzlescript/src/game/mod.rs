//! PuzzleScript games as games of the library.

mod cells;
mod definition;
mod level;
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
use quadrille_base::hash::fnv1a;

use crate::bits::iterate;
use crate::fault::Fault;
use crate::program::{self, Program};
use crate::space::started;
use crate::uses::Uses;
use crate::{Compiled, compile};
use cells::{Cells, Code};
pub use level::LevelRules;

/// Letters of a name that stand for the source.
const UNIQUE_LETTERS: usize = 12;

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
    source: Arc<str>,
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
    pub faults: Vec<Fault>,
    /// Levels, by their numbers from 1, that are not among the levels, and why.
    pub left_out: Vec<(usize, LeftOut)>,
    /// The messages behind the last level.
    pub ending: Vec<String>,
}

/// How a game is named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Naming {
    /// By the letters of its title.
    Title,
    /// By its title and its whole source: no other source has the same name.
    Source,
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

/// Bytes that a process keeps of games, by estimate. A person who works on a game has it read at
/// every change.
const MOST_KEPT: usize = 256 << 20;

#[derive(Default)]
struct Kept {
    games: HashMap<(Naming, String), &'static Game>,
    bytes: usize,
}

static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

impl Source {
    /// Reads a source as a game that is named by its title.
    pub fn read(source: &str) -> Source {
        Source::read_named(source, Naming::Title)
    }

    pub fn read_named(source: &str, naming: Naming) -> Source {
        let Compiled { program, faults, .. } = compile(source);
        let mut read = Source {
            game: None,
            levels: Vec::new(),
            faults,
            left_out: Vec::new(),
            ending: Vec::new(),
        };
        let Some(program) = program else { return read };
        let Some(game) = keep(source, naming, program) else { return read };
        read.game = Some(game);
        let mut notes = Vec::new();
        let mut number = 0;
        for entry in &game.program.levels {
            let board = match entry {
                program::LevelEntry::Message(text) => {
                    notes.push(text.trim().to_string());
                    continue;
                }
                program::LevelEntry::Board(board, _) => board,
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
        read.ending = notes;
        read
    }

    /// The levels in Quadrille's own format.
    pub fn text(&self) -> String {
        levels::write_all(&self.levels, "native").unwrap_or_default()
    }
}

/// The game of a source; none where a process has read too many.
fn keep(source: &str, naming: Naming, program: Program) -> Option<&'static Game> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (naming, source.to_string());
    if let Some(&game) = kept.games.get(&key) {
        return Some(game);
    }
    let bytes = 2 * source.len() + program.bytes();
    if kept.bytes + bytes > MOST_KEPT {
        return None;
    }
    kept.bytes += bytes;
    let title = program.title.clone().unwrap_or_else(|| "A PuzzleScript game".to_string());
    let id = match naming {
        Naming::Title => identifier(&title),
        Naming::Source => unique(&title, source),
    };
    let game: &'static Game = Box::leak(Box::new(Game::new(program, title, id, source)));
    kept.games.insert(key, game);
    Some(game)
}

impl Game {
    /// The game of a source, under a name that no other source has. Nothing is read where that was
    /// done before.
    pub fn of_source(source: &str) -> Option<&'static Game> {
        let key = (Naming::Source, source.to_string());
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).games.get(&key).copied();
        kept.or_else(|| keep(source, Naming::Source, compile(source).program?))
    }

    /// A game that was read, by its name.
    pub fn named(id: &str) -> Option<&'static Game> {
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        kept.games.values().copied().find(|game| game.identity.id == id)
    }

    pub fn source(&self) -> &str {
        &self.source
    }

    /// The numbers of the objects in a cell.
    pub fn objects_in(&self, code: u16) -> Vec<usize> {
        let mut objects = Vec::new();
        self.cells.each(&[Code(code)], |_, content| objects.extend(iterate(&content.objects)));
        objects
    }

    /// The numbers of the objects that rules can create.
    pub fn created(&self) -> Vec<usize> {
        Uses::new(&self.program).rewritten.iter().collect()
    }

    fn new(program: Program, title: String, id: String, source: &str) -> Game {
        let program = Arc::new(program);
        let (cells, kinds) = Cells::of(&program);
        let about = about(&program);
        let identity = Identity {
            id: id.leak(),
            title: title.leak(),
            about: about.leak(),
            notation: Notation { kind: MoveKind::Keys, lowercase: false },
            kinds,
        };
        Game { program, cells, identity, source: source.into(), failure: None }
    }

    pub fn identity(&self) -> Identity {
        self.identity
    }

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

/// A word for a game that tells it from all others: letters of its title, and its source as a
/// number in letters.
fn unique(title: &str, source: &str) -> String {
    let letters = title.chars().filter(char::is_ascii_alphabetic).take(12);
    let mut id: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    id.push('x');
    let mut number = fnv1a(source.as_bytes());
    for _ in 0..UNIQUE_LETTERS {
        id.push((b'a' + (number % 26) as u8) as char);
        number /= 26;
    }
    id
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
