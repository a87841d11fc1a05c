//! Calls of the functions of a puzzle.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use quadrille::definition::Identity;
use quadrille::grid::{Direction, Grid, Size};
use quadrille::moves::{Move, MoveKind};
use quadrille_base::random::Random;
use rhai::{AST, Array, CallFnOptions, Dynamic, FuncArgs, Scope};

use super::words::{Chance, Step};
use crate::board::{LevelFacts, ScriptBoard};
use crate::budget::one_call;
use crate::script::{ENGINE, kind, located, runtime_error};

/// The script of a puzzle with its constants.
pub(super) struct Rules {
    tree: AST,
    pub(super) identity: Identity,
    level: Arc<LevelFacts>,
    lists_moves: bool,
    finds_problems: bool,
    pub(super) drafts: bool,
    /// The piece that each cell belongs to.
    pieces: Vec<Option<u8>>,
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules").field("identity", &self.identity).finish_non_exhaustive()
    }
}

/// The number of moves that are played in one call: it shares the cost of a call and stays far
/// below the limit on steps.
pub(super) const AT_ONCE: usize = 16;

/// Plays moves, and tests the boards for the goal.
const EXPAND: &str = "quadrille_expand";
const EXPANDER: &str = r#"
fn quadrille_expand(board, moves) {
    let all = [];
    for move in moves {
        let after = play(board, move);
        all.push(after);
        all.push(type_of(after) == "board" && is_solved(after));
    }
    all
}
"#;

/// The result of a move: the board after it, or the reason why it cannot be made.
pub(super) type Played = Result<Grid<u16>, String>;

impl Rules {
    pub(super) fn new(tree: AST, identity: Identity) -> Rules {
        let has = |name: &str| tree.iter_functions().any(|function| function.name == name);
        let nowhere = Grid::filled(Size::new(1, 1).expect("a size"), 0);
        let level = LevelFacts::of(identity.id, identity.kinds, &[], &nowhere);
        Rules {
            lists_moves: has("moves"),
            finds_problems: has("problems"),
            drafts: has("draft"),
            pieces: identity.kinds.iter().map(|(code, _)| level.piece(code)).collect(),
            level: Arc::new(level),
            identity,
            tree: match ENGINE.compile(EXPANDER) {
                Ok(expander) => tree.merge(&expander),
                Err(_) => tree,
            },
        }
    }

    pub(super) fn kinds(&self) -> usize {
        self.pieces.len()
    }

    pub(super) fn board(&self, cells: Grid<u16>) -> ScriptBoard {
        ScriptBoard::new(&self.level, cells)
    }

    fn call(&self, name: &str, arguments: impl FuncArgs) -> Result<Dynamic, String> {
        let options = CallFnOptions::new().eval_ast(false);
        let scope = &mut Scope::new();
        let given = one_call(|| {
            ENGINE.call_fn_with_options::<Dynamic>(options, scope, &self.tree, name, arguments)
        });
        given.map_err(|error| located(&runtime_error(&error)).message())
    }

    pub(super) fn play(&self, board: &ScriptBoard, mv: Move) -> Result<Played, String> {
        played(board, self.call("play", (board.clone(), Step(mv)))?)
    }

    /// Plays moves on a board; the flags are true for solved boards. In the order of the moves.
    pub(super) fn play_all(
        &self,
        board: &ScriptBoard,
        moves: &[Move],
        mut take: impl FnMut(Move, Played, bool) -> Result<(), String>,
    ) -> Result<(), String> {
        let steps: Array = moves.iter().map(|&mv| Dynamic::from(Step(mv))).collect();
        let given = self.call(EXPAND, (board.clone(), steps))?;
        let mut given = given.try_cast::<Array>().unwrap_or_default().into_iter();
        for &mv in moves {
            let (after, is_solved) = (given.next(), given.next());
            let after = played(board, after.unwrap_or(Dynamic::UNIT))?;
            let is_solved = match after {
                Ok(_) => truth(&is_solved.unwrap_or(Dynamic::UNIT))?,
                Err(_) => false,
            };
            take(mv, after, is_solved)?;
        }
        Ok(())
    }

    pub(super) fn is_solved(&self, board: &ScriptBoard) -> Result<bool, String> {
        truth(&self.call("is_solved", (board.clone(),))?)
    }

    /// The moves that the script lists; `None` if it has no such function.
    pub(super) fn listed(&self, board: &ScriptBoard) -> Result<Option<Vec<Move>>, String> {
        if !self.lists_moves {
            return Ok(None);
        }
        let given = self.call("moves", (board.clone(),))?;
        let got = kind(&given);
        let list = given
            .try_cast::<Array>()
            .ok_or_else(|| format!("moves gave {got} in place of a list of moves"))?;
        let mut moves = Vec::with_capacity(list.len());
        for value in list {
            let got = kind(&value);
            let Some(Step(mv)) = value.try_cast::<Step>() else {
                return Err(format!("the list of moves has {got} in it; write to(…)"));
            };
            if mv.kind() != self.identity.notation.kind {
                let (written, good) = (self.identity.notation.write(mv), self.identity.notation);
                let example = good.example();
                return Err(format!(
                    "the list of moves has {written}, which is not a move such as {example}"
                ));
            }
            moves.push(mv);
        }
        Ok(Some(moves))
    }

    /// The moves that are tried if the script lists none.
    pub(super) fn candidates(&self, cells: &Grid<u16>) -> Vec<Move> {
        let notation = self.identity.notation;
        if notation.kind != MoveKind::Piece {
            return notation.all(cells.size());
        }
        let mut there: Vec<u8> = cells
            .cells()
            .iter()
            .filter_map(|&code| self.pieces.get(usize::from(code)).copied().flatten())
            .collect();
        there.sort_unstable();
        there.dedup();
        let ways = |piece: u8| Direction::ALL.map(|way| Move::Piece(piece, way));
        there.into_iter().flat_map(ways).collect()
    }

    /// The reasons why a board is not a level.
    pub(super) fn problems(&self, board: &ScriptBoard) -> Result<Vec<String>, String> {
        if !self.finds_problems {
            return Ok(Vec::new());
        }
        let given = self.call("problems", (board.clone(),))?;
        let got = kind(&given);
        let values = match given.try_cast_result::<Array>() {
            Ok(list) => list,
            Err(value) if value.is_unit() => return Ok(Vec::new()),
            Err(value) => vec![value],
        };
        let texts = values.into_iter().map(|value| value.into_string());
        let texts: Result<Vec<String>, _> = texts.collect();
        let texts = texts.map_err(|_| format!("problems gave {got}; it gives texts"))?;
        Ok(texts.into_iter().filter(|text| !text.is_empty()).collect())
    }

    pub(super) fn draft(&self, size: Size, random: &mut Random) -> Result<Grid<u16>, String> {
        let chance = Chance(Arc::new(Mutex::new(random.clone())));
        let board = self.board(Grid::filled(size, 0));
        let given = self.call("draft", (board, chance.clone()))?;
        *random = chance.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let got = kind(&given);
        match given.try_cast::<ScriptBoard>() {
            Some(board) if board.size() == size => Ok(Arc::unwrap_or_clone(board.cells)),
            _ => Err(format!("draft gave {got} in place of the board")),
        }
    }
}

/// The result of a move. A move that changes nothing cannot be made.
fn played(board: &ScriptBoard, given: Dynamic) -> Result<Played, String> {
    if given.is_unit() {
        return Ok(Err("the move cannot be made".to_string()));
    }
    if let Ok(why) = given.as_immutable_string_ref() {
        return Ok(Err(why.to_string()));
    }
    let got = given.type_name();
    let Some(after) = given.try_cast::<ScriptBoard>() else {
        return Err(format!(
            "play gave a value of type {got}; it gives the board, or a text that says why not"
        ));
    };
    if after.cells == board.cells {
        return Ok(Err("the move changes nothing".to_string()));
    }
    if after.size() != board.size() {
        return Err("play gave a board of another size".to_string());
    }
    Ok(Ok(Arc::unwrap_or_clone(after.cells)))
}

fn truth(given: &Dynamic) -> Result<bool, String> {
    let is_solved = given.as_bool();
    is_solved.map_err(|_| format!("is_solved gave {} in place of true or false", kind(given)))
}
