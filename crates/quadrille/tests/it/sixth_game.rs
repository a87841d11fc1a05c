//! The first version of a game written by the guide (`docs/adding-a-game.md`): the features that it
//! gets by default.

use std::sync::LazyLock;

use quadrille::Method;
use quadrille::definition::{
    self, Definition, Entry, Ground, Look, Mark, Scope, Shape, Table, Workshop, count_problem,
    glyph_format,
};
use quadrille::diagnostic::Diagnostic;
use quadrille::formats::{Format, Layout};
use quadrille::games::{Game as _, Games, sokoban};
use quadrille::generate::{Attempt, Spec};
use quadrille::grid::{Direction, Grid, Size};
use quadrille::levels;
use quadrille::moves::{Move, MoveKind, Notation};
use quadrille::search::Control;

/// Lights out: touching a lamp switches it and its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Cell {
    Dark,
    Lit,
}

impl definition::Cell for Cell {
    fn table() -> &'static Table<Cell> {
        static TABLE: LazyLock<Table<Cell>> = LazyLock::new(|| {
            let lamp = Look::piece(Shape::Disc, Mark::letter(24, 'o'));
            Table::new([
                Entry::new(Cell::Dark, ".", "dark lamp", Look::bare(Ground::Floor)),
                Entry::new(Cell::Lit, "o", "lit lamp", lamp),
            ])
        });
        &TABLE
    }
}

struct Lights;

impl Definition for Lights {
    type Cell = Cell;

    const ID: &'static str = "lights";
    const TITLE: &'static str = "Lights out";
    const ABOUT: &'static str = "To touch a lamp switches it and its neighbours; put all out.";
    const NOTATION: Notation = Notation { kind: MoveKind::Touch, lowercase: false };
    const FORMATS: &'static [Format] =
        &[glyph_format::<Cell>("glyphs", "rows of glyphs", Layout::Characters)];

    fn problems(&self, board: &Grid<Cell>) -> Vec<Diagnostic> {
        let lit = |cell| cell == Cell::Lit;
        count_problem(board, ("lit lamp", "o"), 1..=usize::MAX, lit).into_iter().collect()
    }

    fn is_solved(&self, board: &Grid<Cell>) -> bool {
        !board.cells().contains(&Cell::Lit)
    }

    fn play(&self, board: &Grid<Cell>, mv: Move) -> Result<Grid<Cell>, Diagnostic> {
        let Move::Touch(at) = mv else { return Err("a move touches a lamp".into()) };
        board.get(at).ok_or_else(|| format!("{at} is not on the board"))?;
        let mut after = board.clone();
        let near = Direction::ALL.into_iter().filter_map(|way| board.size().step(at, way));
        for lamp in near.chain([at]) {
            after[lamp] = if board[lamp] == Cell::Lit { Cell::Dark } else { Cell::Lit };
        }
        Ok(after)
    }
}

impl Workshop for Lights {}

/// Sokoban without its own generator, except for the name of its pieces. Its levels have the glyphs
/// of Sokoban's, so it may have to yield.
struct Bare<const YIELDS: bool>;

impl<const YIELDS: bool> Definition for Bare<YIELDS> {
    type Cell = sokoban::Cell;

    const YIELDS: bool = YIELDS;
    const ID: &'static str = "bare";
    const TITLE: &'static str = "Bare";
    const ABOUT: &'static str = sokoban::Game::ABOUT;
    const NOTATION: Notation = sokoban::Game::NOTATION;
    const FORMATS: &'static [Format] = &[];

    fn problems(&self, board: &Grid<sokoban::Cell>) -> Vec<Diagnostic> {
        Definition::problems(&sokoban::Game, board)
    }

    fn is_solved(&self, board: &Grid<sokoban::Cell>) -> bool {
        Definition::is_solved(&sokoban::Game, board)
    }

    fn play(
        &self,
        board: &Grid<sokoban::Cell>,
        mv: Move,
    ) -> Result<Grid<sokoban::Cell>, Diagnostic> {
        Definition::play(&sokoban::Game, board, mv)
    }
}

impl<const YIELDS: bool> Workshop for Bare<YIELDS> {
    fn scope(&self) -> Scope {
        Scope { piece: "box", most_pieces: 4, ..Workshop::scope(&sokoban::Game) }
    }
}

/// The number of candidates that become levels; each solution is checked.
fn made(game: &impl Workshop, size: (usize, usize), candidates: u64) -> usize {
    let sizes = vec![Size::new(size.0, size.1).expect("a size")];
    let spec = Spec { sizes, nodes: 3_000, ..Spec::default() };
    let attempts = (0..candidates).map(|number| game.attempt(&spec, number, &Control::default()));
    let levels = attempts.filter_map(|attempt| match attempt {
        Attempt::Made(made) => Some(made),
        _ => None,
    });
    let checked = levels.inspect(|made| {
        let blind: Method = "bfs".parse().expect("a method");
        let report = game.solve(&made.board, &blind, &Control::default(), None).expect("a level");
        assert_eq!(report.plan().map(|(plan, _)| plan.len()), Some(made.plan.len()));
    });
    checked.count()
}

#[test]
fn a_game_that_only_names_its_pieces_has_levels() {
    assert!(made(&Bare::<true>, (3, 4), 120) >= 3, "levels of Sokoban");
    assert!(made(&Lights, (3, 3), 60) >= 5, "levels of lights out");
}

#[test]
fn a_game_whose_levels_look_like_those_of_an_older_one_is_refused() {
    let error = Games::default().add(&Bare::<false>).unwrap_err();
    assert!(error.contains("bare") && error.contains("'@'"), "{error}");
    assert!(error.contains("sokoban too") && error.contains("YIELDS"), "{error}");
    let mut games = Games::default();
    games.add(&Bare::<true>).expect("it yields");
    let text = "@ $ .\n- - -\n";
    for (text, game) in [(text.to_string(), "sokoban"), (format!("game: bare\n\n{text}"), "bare")] {
        let document = levels::read_with(&games, &text, None);
        assert_eq!(document.levels().next().map(|level| level.game.id()), Some(game), "{text}");
    }
}

/// A lamp whose glyph cannot be distinguished from a key of the native format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Keyed {
    Dark,
    Lit,
}

impl definition::Cell for Keyed {
    fn table() -> &'static Table<Keyed> {
        static TABLE: LazyLock<Table<Keyed>> = LazyLock::new(|| {
            let lamp = Look::piece(Shape::Disc, Mark::letter(24, 'o'));
            Table::new([
                Entry::new(Keyed::Dark, ".", "dark lamp", Look::bare(Ground::Floor)),
                Entry::new(Keyed::Lit, "=a", "lit lamp", lamp),
            ])
        });
        &TABLE
    }
}

struct KeyedLights;

impl Definition for KeyedLights {
    type Cell = Keyed;

    const ID: &'static str = "keyed";
    const TITLE: &'static str = Lights::TITLE;
    const ABOUT: &'static str = Lights::ABOUT;
    const NOTATION: Notation = Lights::NOTATION;
    const FORMATS: &'static [Format] = &[];

    fn problems(&self, _board: &Grid<Keyed>) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn is_solved(&self, board: &Grid<Keyed>) -> bool {
        !board.cells().contains(&Keyed::Lit)
    }

    fn play(&self, _board: &Grid<Keyed>, _mv: Move) -> Result<Grid<Keyed>, Diagnostic> {
        Err("no move is legal".into())
    }
}

impl Workshop for KeyedLights {}

#[test]
fn a_game_whose_glyphs_cannot_be_read_is_refused() {
    let error = Games::default().add(&KeyedLights).unwrap_err();
    assert!(error.contains("the glyph '=a' (lit lamp) of keyed cannot be read"), "{error}");
}
