//! A game, or a level of it, as a search problem: the formulation that a report begins with.
//!
//! What is said of a game stands in its [`Formulation`](crate::games::Formulation). What is said of
//! a level is worked out: a move by the plain rules, and the size of its space by exploring it.

mod markdown;

use crate::diagnostic::message;
use crate::games::{Game, Operator, SolveError, StateBound};
use crate::grid::Grid;
use crate::levels::{self, Level};
use crate::method::Method;
use crate::search::{Control, Cost, Outcome, Stop};

/// A game as a search problem.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Description {
    /// The identifier of the game.
    pub game: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Its rules in a sentence or two.
    pub about: &'static str,
    /// What a state is.
    pub state: &'static str,
    /// What the initial state is.
    pub initial_state: &'static str,
    /// When a state is a goal.
    pub goal_test: &'static str,
    /// The operators.
    pub operators: &'static [Operator],
    /// How a move is written, by an example.
    pub notation: String,
    /// What a plan costs.
    pub path_cost: &'static str,
    /// What is true of the space and useful to a search.
    pub facts: &'static [&'static str],
    /// The glyphs of the cells in words.
    pub cells: &'static str,
    /// The level that it is shown with.
    pub level: LevelDescription,
}

/// A level as a search problem.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelDescription {
    /// Its name; none for the example that belongs to the game.
    pub name: Option<String>,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The initial state in glyphs.
    pub board: String,
    /// A move in detail.
    pub worked: Worked,
    /// What the solver found: the fewest moves; none when there is no plan or it did not come so
    /// far.
    pub optimum: Option<Cost>,
    /// A shortest plan.
    pub plan: Option<Vec<String>>,
    /// Whether it is proved that there is no plan.
    pub unsolvable: bool,
    /// The size of the space.
    pub space: SpaceDescription,
}

/// A move from the initial state in detail.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Worked {
    /// Every legal move in the initial state.
    pub legal: Vec<String>,
    /// How many moves can be written on a board of this size, legal or not.
    pub written: usize,
    /// The move, where there is a legal one: that of a shortest plan if one is known.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: Option<String>,
    /// The board after it.
    pub after: Option<String>,
    /// Whether that is solved.
    pub solves: bool,
    /// A move whose precondition does not hold, and why, where there is one.
    pub refused: Option<(String, String)>,
}

/// How large the space of a level is.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SpaceDescription {
    /// A bound by counting alone.
    pub at_most: Option<StateBound>,
    /// Positions that can be reached; those that are the same but for names are one. Those of
    /// complete layers when something stopped the exploring.
    pub reachable: u64,
    /// What stopped the exploring before it was done: then all figures are of a part.
    pub stop: Option<Stop>,
    /// How many were first reached at each depth.
    pub layers: Vec<u64>,
    /// How many of them are solved.
    pub solved: u64,
    /// From how many no solved one can be reached; none when the exploring was stopped.
    pub dead_ends: Option<u64>,
    /// The mean number of different moves that change anything; none when the exploring was
    /// stopped.
    pub mean_branching: Option<f64>,
}

/// Describes a game with a level of it, or with its own example. The control bounds the solving and
/// the exploring, each by itself.
///
/// ```
/// use quadrille::search::Control;
/// let tiles = quadrille::games::by_id("tiles").unwrap();
/// let text = quadrille::describe::describe(tiles, None, &Control::default()).unwrap().to_markdown();
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
        state: formulation.map_or("What stands on each cell of the board.", |said| said.state),
        initial_state: "The board of the level.",
        goal_test: formulation.map_or(game.about(), |said| said.goal),
        operators: formulation.map_or(&[], |said| said.operators),
        notation: game.notation().example(),
        path_cost: "The sum of the costs of its operators: the number of moves. An optimal plan has the fewest.",
        facts: formulation.map_or(&[], |said| said.facts),
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
        let survey = level.game.survey(&level.grid, true, control)?;
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
