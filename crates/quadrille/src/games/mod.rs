//! The games: one folder each. To add a game, write its folder, and name it below as a module and
//! in [`ALL`].
//!
//! A game implements [`Definition`], with its own types for cells and states, and
//! [`Workshop`](crate::definition::Workshop). That gives it [`Game`], the object-safe interface
//! used outside of the library.

/// The constants and methods of a [`Definition`](crate::definition::Definition) whose content is in
/// the files that every folder of a game has.
macro_rules! standard_files {
    () => {
        const FORMULATION: Option<&'static $crate::definition::Formulation> =
            Some(&formulation::FORMULATION);
        const FORMATS: &'static [$crate::formats::Format] = formats::FORMATS;
        const HEURISTICS: &'static [$crate::heuristics::HeuristicInfo] = HEURISTICS;
        const FEATURES: &'static [$crate::heuristics::Feature] = features::FEATURES;
        const FINDERS: &'static [$crate::definition::PlanFinder] = solver::FINDERS;

        fn state_bound(&self, board: &Grid<Cell>) -> Option<$crate::definition::StateBound> {
            Some(formulation::bound(board))
        }

        fn problems(&self, board: &Grid<Cell>) -> Vec<$crate::diagnostic::Diagnostic> {
            plain::problems(board)
        }

        fn is_solved(&self, board: &Grid<Cell>) -> bool {
            plain::is_solved(board)
        }

        fn play(
            &self,
            board: &Grid<Cell>,
            mv: Move,
        ) -> Result<Grid<Cell>, $crate::diagnostic::Diagnostic> {
            plain::play(board, mv)
        }

        #[cfg(feature = "pddl")]
        fn pddl(&self, board: &Grid<Cell>) -> Option<$crate::definition::Pddl> {
            Some(pddl::pddl(board))
        }
    };
}

mod counting;

pub mod fold;
pub mod sokoban;
pub mod squares;
pub mod tiles;
pub mod zhed;

pub use crate::definition::{
    Boards, Brush, Cell, Definition, Entry, Formulation, Ground, Kind, Kinds, Look, Mark, Operator,
    Rules, Shape, Sprite, StateBound, Table, count_problem, glyph_format,
};
pub use crate::game::{Fill, Game, Glide, Pick, SolveError, Step, Tally};

/// Every game that is built in, in the order in which they are shown.
pub static ALL: &[&dyn Game] =
    &[&tiles::Game, &zhed::Game, &squares::Game, &fold::Game, &sokoban::Game];

/// Returns the built-in game with this name.
///
/// ```
/// assert_eq!(quadrille::games::by_id("zhed").unwrap().title(), "ZHED");
/// assert!(quadrille::games::by_id("chess").is_none());
/// ```
pub fn by_id(id: &str) -> Option<&'static dyn Game> {
    ALL.iter().copied().find(|game| game.id() == id)
}

/// The games that a text can name: the built-in games, and puzzles that were read at run time.
///
/// ```
/// use quadrille::games::Games;
/// let games = Games::default();
/// assert_eq!(games.by_id("zhed").unwrap().title(), "ZHED");
/// assert!(games.names().starts_with("tiles, zhed"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Games {
    added: Vec<&'static dyn Game>,
}

impl Games {
    /// Adds a game. Its name consists of lowercase letters, and no other game has it.
    pub fn add(&mut self, game: &'static dyn Game) -> Result<(), String> {
        let name = game.id();
        if name.is_empty() || !name.bytes().all(|letter| letter.is_ascii_lowercase()) {
            return Err(format!("'{name}' is not a name for a game: use letters from a to z"));
        }
        if self.by_id(name).is_some() {
            return Err(format!("there is already a game '{name}'"));
        }
        if !game.yields() {
            check_glyphs(game, &self.iter().collect::<Vec<_>>())?;
        }
        self.added.push(game);
        Ok(())
    }

    /// Returns these games with one more, unless it is known.
    #[must_use]
    pub fn with(&self, game: &'static dyn Game) -> Games {
        let mut games = self.clone();
        if games.by_id(game.id()).is_none() {
            games.added.push(game);
        }
        games
    }

    /// Returns the games, the built-in ones first.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn Game> {
        ALL.iter().chain(&self.added).copied()
    }

    pub fn by_id(&self, id: &str) -> Option<&'static dyn Game> {
        self.iter().find(|game| game.id() == id)
    }

    /// Returns the names, separated by commas, for messages.
    pub fn names(&self) -> String {
        self.iter().map(|game| game.id()).collect::<Vec<_>>().join(", ")
    }
}

/// Characters that mean something else in texts of levels: keys, comments, margins and lists.
const RESERVED: &str = "=:;,|[](){}\"'\\/";

/// Checks that the glyphs of a game can be read back, and that its levels can be distinguished from
/// those of other games.
///
/// A game whose pieces and targets are all typed like cells of another game must have
/// [`Definition::YIELDS`]: otherwise no level of the two could be read without the name of its
/// game.
pub fn check_glyphs(game: &dyn Game, others: &[&dyn Game]) -> Result<(), String> {
    let name = game.id();
    for (_, kind) in game.kinds().iter() {
        let is_bad = |c: char| c.is_whitespace() || c.is_control() || RESERVED.contains(c);
        if kind.glyph.is_empty() || kind.glyph.contains(is_bad) {
            return Err(format!(
                "the glyph '{}' ({}) of {name} cannot be read in a level; use characters other than blanks and {RESERVED}",
                kind.glyph, kind.name
            ));
        }
    }
    if game.yields() {
        return Ok(());
    }
    let stands = |look: Look| look.piece.is_some() || look.target.is_some();
    let own: Vec<&Kind> =
        game.kinds().iter().map(|(_, kind)| kind).filter(|kind| stands(kind.look)).collect();
    let knows_all = |other: &&&dyn Game| {
        other.id() != name && own.iter().all(|kind| other.kinds().code_of(&kind.glyph).is_some())
    };
    match others.iter().find(knows_all) {
        Some(other) if !own.is_empty() => {
            let glyphs: Vec<String> =
                own.iter().take(5).map(|kind| format!("'{}'", kind.glyph)).collect();
            Err(format!(
                "the pieces and targets of {name} ({}) are glyphs of {} too, so that a level could be of either; \
                 choose other glyphs, or set YIELDS",
                glyphs.join(", "),
                other.id()
            ))
        }
        _ => Ok(()),
    }
}
