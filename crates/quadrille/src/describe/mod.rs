//! A game, or one of its levels, as a search problem: the formulation at the start of a report.
//!
//! The text about a game is its [`Formulation`](crate::games::Formulation). The facts about a level
//! are computed: a move by the plain rules, and the size of its space by exploration.

mod markdown;

use crate::diagnostic::message;
use crate::games::{Game, Operator, SolveError, StateBound};
use crate::grid::Grid;
use crate::levels::{self, Level};
use crate::method::Method;
use crate::search::{Control, Cost, Outcome, Pruning, Stop};

/// A game as a search problem.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Description {
    pub game: &'static str,
    pub title: &'static str,
    /// Its rules in a sentence or two.
    pub about: &'static str,
    pub state: &'static str,
    pub initial_state: &'static str,
    pub goal_test: &'static str,
    pub operators: &'static [Operator],
    /// An example of a written move.
    pub notation: String,
    pub path_cost: &'static str,
    /// Facts about the space that are useful to a search.
    pub facts: &'static [&'static str],
    /// The glyphs of the cells in words.
    pub cells: &'static str,
    pub level: LevelDescription,
}

/// A level as a search problem.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelDescription {
    /// Its name; `None` for the game's own example.
    pub name: Option<String>,
    pub rows: usize,
    pub cols: usize,
    /// The initial state in glyphs.
    pub board: String,
    pub worked: Worked,
    /// The fewest moves; `None` if there is no plan or the solver reached a limit.
    pub optimum: Option<Cost>,
    /// A shortest plan.
    pub plan: Option<Vec<String>>,
    /// True if it is proved that there is no plan.
    pub unsolvable: bool,
    pub space: SpaceDescription,
}

/// A worked example of a move from the initial state.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Worked {
    pub legal: Vec<String>,
    /// The number of moves of the notation for a board of this size, legal or not.
    pub written: usize,
    /// A legal move, if there is one: the first of a shortest plan if one is known.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: Option<String>,
    pub after: Option<String>,
    pub solves: bool,
    /// An illegal move with the reason, if there is one.
    pub refused: Option<(String, String)>,
}

/// The size of the space of a level.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SpaceDescription {
    /// An upper bound by counting alone.
    pub at_most: Option<StateBound>,
    /// Positions that can be reached; those that differ only by names are one. Only complete
    /// layers, if the exploration was stopped.
    pub reachable: u64,
    /// The reason why the exploration was stopped; then all figures are partial.
    pub stop: Option<Stop>,
    /// The number of positions first reached at each depth.
    pub layers: Vec<u64>,
    pub solved: u64,
    /// The number of positions from which no solution can be reached; `None` if the exploration was
    /// stopped.
    pub dead_ends: Option<u64>,
    /// The mean number of distinct moves that change the board; `None` if the exploration was
    /// stopped.
    pub mean_branching: Option<f64>,
}

/// Describes a game with one of its levels, or with its own example. The limits apply to solving
/// and exploring separately.
///
/// ```
/// use quadrille::search::Control;
/// let tiles = quadrille::games::by_id("tiles").unwrap();
/// let description = quadrille::describe::describe(tiles, None, &Control::default()).unwrap();
/// let text = description.to_markdown();
/// assert!(text.contains("## Operators") && text.contains("slide(d)"));
/// ```
pub fn describe(
    game: &'static dyn Game,
    level: Option<&Level>,
    control: &Control,
) -> Result<Description, SolveError> {
    let formulation = game.formulation();
    let example = level.cloned().or_else(|| {
        let document = levels::read(formulation?.example, Some(game));
        document.levels().next().cloned()
    });
    let no_level = || SolveError::Unfit(vec![message::no_example(game.id())]);
    let level = LevelDescription::new(&example.ok_or_else(no_level)?, control)?;
    Ok(Description {
        game: game.id(),
        title: game.title(),
        about: game.about(),
        state: formulation
            .map_or("What stands on each cell of the board.", |formulation| formulation.state),
        initial_state: "The board of the level.",
        goal_test: formulation.map_or(game.about(), |formulation| formulation.goal),
        operators: formulation.map_or(&[], |formulation| formulation.operators),
        notation: game.notation().example(),
        path_cost: "The sum of the costs of its operators: the number of moves. An optimal plan has the fewest.",
        facts: formulation.map_or(&[], |formulation| formulation.facts),
        cells: game.glyphs(),
        level,
    })
}

impl LevelDescription {
    fn new(level: &Level, control: &Control) -> Result<LevelDescription, SolveError> {
        let (game, board) = (level.game, &level.grid);
        let notation = game.notation();
        let report = game.solve(board, &Method::default(), control, None)?;
        let plan = report.plan().map(|(plan, _)| plan.to_vec());
        let legal = if game.is_solved(board) { Vec::new() } else { game.moves(board) };
        let all = notation.all(board.size());
        let shown = plan.as_ref().and_then(|plan| plan.first()).or(legal.first()).copied();
        let after = shown.and_then(|mv| game.play(board, mv).ok());
        let refused = all
            .iter()
            .find_map(|&mv| Some((notation.write(mv), game.play(board, mv).err()?.message())));
        let worked = Worked {
            written: all.len(),
            mv: shown.map(|mv| notation.write(mv)),
            solves: after.as_ref().is_some_and(|after| game.is_solved(after)),
            after: after.map(|after| glyphs(game, &after)),
            refused: refused.filter(|_| !legal.is_empty()),
            legal: legal.into_iter().map(|mv| notation.write(mv)).collect(),
        };
        let optimal = report.is_optimal();
        let plan = plan.filter(|_| optimal);
        Ok(LevelDescription {
            name: level.name.clone(),
            rows: board.size().rows(),
            cols: board.size().cols(),
            board: glyphs(game, board),
            worked,
            optimum: report.plan().filter(|_| optimal).map(|(_, cost)| cost),
            plan: plan.map(|plan| plan.into_iter().map(|mv| notation.write(mv)).collect()),
            unsolvable: report.outcome == Outcome::Unsolvable,
            space: SpaceDescription::new(level, control)?,
        })
    }
}

impl SpaceDescription {
    fn new(level: &Level, control: &Control) -> Result<SpaceDescription, SolveError> {
        let survey = level.game.survey(&level.grid, Pruning::ALL, control)?;
        Ok(SpaceDescription {
            at_most: level.game.state_bound(&level.grid),
            reachable: survey.positions(),
            stop: survey.stop,
            layers: survey.layers.iter().map(|layer| layer.positions).collect(),
            solved: survey.solved(),
            dead_ends: survey.dead_ends(),
            mean_branching: survey.branching(),
        })
    }
}

/// A board in glyphs, in columns.
fn glyphs(game: &dyn Game, board: &Grid<u16>) -> String {
    let glyph = |&cell: &u16| game.cell_glyph(cell).unwrap_or_else(|| "?".to_string());
    let cells: Vec<Vec<String>> = board.rows().map(|row| row.iter().map(glyph).collect()).collect();
    let width = cells.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(1);
    let line = |row: Vec<String>| {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:<width$}")).collect();
        cells.join(" ").trim_end().to_string()
    };
    cells.into_iter().map(line).collect::<Vec<_>>().join("\n")
}
