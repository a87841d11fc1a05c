//! A puzzle as a script: its cells, the effect of a move, and the goal. It becomes a game like the
//! built-in ones.

mod code;
mod definition;
mod head;
mod identities;
mod rules;
mod space;
mod words;

pub(crate) use words::register;

use std::fmt;
use std::sync::{Arc, OnceLock};

use quadrille::definition::Identity;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::{Game, Games};
use quadrille::grid::Grid;
use quadrille::search::toolkit::Deadline;
use rhai::AST;

use crate::message;
use crate::script::{ENGINE, MOST_BYTES, syntax_error};
use rules::Rules;

/// The functions that a puzzle may have: name, number of arguments, true if required, and
/// description.
pub const FUNCTIONS: &[(&str, usize, bool, &str)] = &[
    (
        "play",
        2,
        true,
        "play(board, move): the board after a move, or a text that says why it cannot be made",
    ),
    ("is_solved", 1, true, "is_solved(board): true or false"),
    ("moves", 1, false, "moves(board): the moves that can be made; by default all are tried"),
    (
        "problems",
        1,
        false,
        "problems(board): a text, or a list of texts, for what is wrong with a board",
    ),
    (
        "draft",
        2,
        false,
        "draft(board, random): fills an empty board for a random level; a solved one is scrambled",
    ),
];

/// True for the line of hyphens between the script and the levels in the file of a puzzle.
fn is_line(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'-')
}

/// The script in the file of a puzzle, and the offset of its levels.
pub(crate) fn parted(text: &str) -> (&str, usize) {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if is_line(line) {
            return (&text[..start], start + line.len());
        }
        start += line.len();
    }
    (text, text.len())
}

/// The levels in the file of a puzzle. Everything before them is replaced by blanks, so that
/// positions are those in the file.
pub fn levels_part(text: &str) -> String {
    let (_, start) = parted(text);
    let blank = text.bytes().take(start).map(|byte| if byte == b'\n' { '\n' } else { ' ' });
    blank.chain(text[start..].chars()).collect()
}

/// A puzzle read from a script.
#[derive(Clone, Debug)]
pub struct PuzzleScript {
    rules: Arc<Rules>,
    /// Set by the first failure of the script, in the copy for one search.
    failure: Option<Arc<OnceLock<String>>>,
    /// The deadline of the search that has this copy.
    deadline: Option<Deadline>,
    /// Called between two calls of the script.
    is_over: Option<IsOver>,
}

/// Returns true when there is no time left.
#[derive(Clone)]
struct IsOver(Arc<dyn Fn() -> bool + Send + Sync>);

impl fmt::Debug for IsOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IsOver")
    }
}

impl PuzzleScript {
    /// Reads the file of a puzzle: the script, and perhaps levels after a line of hyphens, which
    /// are not read.
    pub fn new(text: &str) -> Result<PuzzleScript, Diagnostic> {
        if text.len() > MOST_BYTES {
            return Err(message::long_script(MOST_BYTES));
        }
        let (script, _) = parted(text);
        let tree = ENGINE.compile(script).map_err(|error| syntax_error(&error))?;
        check_functions(&tree)?;
        let head = head::read(&tree)?;
        let rules = Arc::new(Rules::new(tree, head));
        let puzzle = PuzzleScript { rules, failure: None, deadline: None, is_over: None };
        puzzle.try_draft()?;
        Ok(puzzle)
    }

    /// Makes the rules fail once `is_over` returns true. It is called between two calls of the
    /// script; one board may take many calls.
    #[must_use]
    pub fn until(self, is_over: impl Fn() -> bool + Send + Sync + 'static) -> PuzzleScript {
        PuzzleScript { is_over: Some(IsOver(Arc::new(is_over))), ..self }
    }

    pub fn head(&self) -> Identity {
        self.rules.identity
    }

    /// The reasons why a board is not a level, or why the script failed. Here and below, the codes
    /// of cells are those of the head.
    pub fn complaints(&self, board: &Grid<u16>) -> Result<Vec<String>, String> {
        self.rules.problems(&self.rules.board(board.clone()))
    }

    /// True if a board is solved; or the reason why the script failed.
    pub fn has_solved(&self, board: &Grid<u16>) -> Result<bool, String> {
        self.rules.is_solved(&self.rules.board(board.clone()))
    }

    /// The board after each move, with true if it is solved; or the reason why the script failed.
    pub fn after(&self, board: &Grid<u16>) -> Result<Vec<(Grid<u16>, bool)>, String> {
        let mut all = Vec::new();
        self.try_follow(board.clone(), |_, after, is_solved| all.push((after, is_solved)))?;
        Ok(all)
    }

    /// Adds the puzzle to some games. It is never freed.
    pub fn add_to(self, games: &mut Games) -> Result<&'static dyn Game, Diagnostic> {
        let game: &'static dyn Game = Box::leak(Box::new(self));
        games.add(game).map_err(|why| message::script_message(format!("ID: {why}")))?;
        Ok(game)
    }
}

fn check_functions(tree: &AST) -> Result<(), Diagnostic> {
    for &(name, arguments, needed, about) in FUNCTIONS {
        let function = tree.iter_functions().find(|function| function.name == name);
        match function {
            Some(function) if function.params.len() != arguments => {
                return Err(message::wrong_arguments(name, function.params.len(), about));
            }
            None if needed => return Err(message::missing_function(name, about)),
            _ => {}
        }
    }
    Ok(())
}
