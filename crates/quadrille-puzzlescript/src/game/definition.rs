//! A PuzzleScript game by the plain rules, as the library asks for them.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use quadrille::definition::{Definition, Finders, Identity, Look, Workshop};
use quadrille::diagnostic::Diagnostic;
use quadrille::formats::Format;
use quadrille::grid::{Coord, Grid, Size};
use quadrille::heuristics::HeuristicInfo;
use quadrille::moves::{Move, MoveKind, Notation};
use quadrille::puzzle::AnyPuzzle;

use quadrille::search::toolkit::Deadline;

use super::cells::{Code, Content};
use super::puzzle::{self, LevelPuzzle};
use super::{Game, message};
use crate::play::Play;
use crate::program::{Board, Command};
use crate::space::moves;
use crate::{Input, Positions, Step, Trouble};

/// A board in the words of the rules.
pub(super) struct Decoded {
    pub(super) board: Board,
    pub(super) restart: Vec<u64>,
    pub(super) is_won: bool,
}

impl Game {
    /// A board in the words of the rules; none where a cell is not one of the game.
    pub(super) fn decoded(&self, grid: &Grid<Code>) -> Option<Decoded> {
        let (size, stride) = (grid.size(), self.program.stride);
        let (width, height) = (size.cols(), size.rows());
        let mut objects = vec![0; width * height * stride];
        let mut restart = objects.clone();
        let mut is_won = false;
        let is_known = self.cells.each(grid.cells(), |at, content| {
            let from = (at % width * height + at / width) * stride;
            objects[from..from + stride].copy_from_slice(&content.objects);
            let again = content.restart.as_ref().unwrap_or(&content.objects);
            restart[from..from + stride].copy_from_slice(again);
            is_won |= at == 0 && content.is_won;
        });
        is_known.then_some(Decoded { board: Board { width, height, objects }, restart, is_won })
    }

    /// A board in codes of cells; none where there are too many different ones.
    pub(super) fn encoded(
        &self,
        size: Size,
        objects: &[u64],
        restart: &[u64],
        is_won: bool,
    ) -> Option<Grid<Code>> {
        let stride = self.program.stride;
        let keeps_restart = self.program.has_command(&Command::Restart);
        let content = |at: Coord| {
            let from = (usize::from(at.col) * size.rows() + usize::from(at.row)) * stride;
            let (objects, restart) = (&objects[from..from + stride], &restart[from..from + stride]);
            let differs = keeps_restart && objects != restart;
            Content {
                restart: differs.then(|| restart.into()),
                is_won: is_won && size.index(at) == 0,
                ..Content::of(objects)
            }
        };
        let contents: Vec<Content> = size.coords().map(content).collect();
        Grid::from_cells(size, self.cells.codes(&contents)?)
    }

    fn foreign(&self) -> Diagnostic {
        message::not_a_cell_of_the_game(self.identity.id)
    }

    /// Plays an input by the plain rules. Random numbers follow from the position and the input.
    fn step(&self, from: &Decoded, input: Input) -> Result<Option<(Play, Step)>, Diagnostic> {
        let Board { width, height, objects } = &from.board;
        let mut play = Play::for_steps(Arc::clone(&self.program), *width, *height);
        if self.program.is_random() {
            let mut hasher = DefaultHasher::new();
            (objects, input).hash(&mut hasher);
            play.reseed(hasher.finish().to_string());
        }
        play.set_board(objects);
        play.set_restart(&from.restart);
        match play.step(input) {
            Ok(Step::Same) => Ok(None),
            Ok(step) => Ok(Some((play, step))),
            Err(Trouble::EndlessAgain) => Err(message::key_never_ends()),
            Err(trouble) => {
                self.failed(&trouble.to_string());
                Err(message::rules_do_not_end(trouble.to_string()))
            }
        }
    }

    fn puzzle(&self, board: &Grid<Code>) -> LevelPuzzle {
        let Decoded { board, restart, is_won } =
            self.decoded(board).expect("a board without problems has cells of the game");
        let mut positions =
            Positions::of_position(Arc::clone(&self.program), &board, &restart, is_won);
        if self.program.is_random() {
            self.failed(
                "they draw random numbers, so the game can be played, but no plan is sure to work",
            );
            positions = positions.frozen();
        }
        LevelPuzzle { game: self.clone(), positions }
    }

    pub(super) fn failed(&self, why: &str) {
        if let Some(failure) = &self.failure {
            let _first_stays = failure.set(why.to_string());
        }
    }
}

impl Definition for Game {
    type Cell = Code;

    const ID: &'static str = "puzzlescript";
    const TITLE: &'static str = "A PuzzleScript game";
    const ABOUT: &'static str = "";
    const NOTATION: Notation = Notation { kind: MoveKind::Keys, lowercase: false };
    const FORMATS: &'static [Format] = &[];
    const HEURISTICS: &'static [HeuristicInfo] = &puzzle::INFOS;
    const DEFAULT_HEURISTIC: &'static HeuristicInfo = &puzzle::INFOS[0];
    const YIELDS: bool = true;

    fn identity(&self) -> Identity {
        self.identity
    }

    // The rules bound themselves: a turn is a few passes over the board.
    fn guarded(&self, _: &Deadline) -> Option<Game> {
        Some(Game { failure: Some(Arc::new(OnceLock::new())), ..self.clone() })
    }

    fn failure(&self) -> Option<String> {
        self.failure.as_ref()?.get().cloned()
    }

    fn problems(&self, board: &Grid<Code>) -> Vec<Diagnostic> {
        if self.cells.each(board.cells(), |_, _| {}) { Vec::new() } else { vec![self.foreign()] }
    }

    fn is_solved(&self, board: &Grid<Code>) -> bool {
        let mut is_won = false;
        self.cells.each(&board.cells()[..1], |_, content| is_won = content.is_won) && is_won
    }

    fn moves(&self, board: &Grid<Code>) -> Vec<Move> {
        let Some(from) = self.decoded(board).filter(|from| !from.is_won) else { return Vec::new() };
        let mut legal = Vec::new();
        for (mv, input) in moves(&self.program) {
            match self.step(&from, input) {
                Ok(Some(_)) => legal.push(mv),
                // Each of the other keys may take as long.
                Err(why) if why.code() == "rules-do-not-end" => break,
                Ok(None) | Err(_) => {}
            }
        }
        legal
    }

    fn play(&self, board: &Grid<Code>, mv: Move) -> Result<Grid<Code>, Diagnostic> {
        let from = self.decoded(board).ok_or_else(|| self.foreign())?;
        if from.is_won {
            return Err(message::level_is_won());
        }
        let known = moves(&self.program).into_iter().find(|(known, _)| *known == mv);
        let (_, input) = known.ok_or_else(|| message::not_a_key_of_the_game(self.identity.id))?;
        let (play, step) = self.step(&from, input)?.ok_or_else(message::key_does_nothing)?;
        let (mut objects, mut restart) = (Vec::new(), Vec::new());
        play.write(&mut objects);
        play.write_restart(&mut restart);
        self.encoded(board.size(), &objects, &restart, step == Step::Won)
            .ok_or_else(|| message::too_many_combinations(self.identity.id))
    }

    /// The one cell with a player on it.
    fn player(&self, board: &Grid<Code>) -> Option<Coord> {
        let mut players = Vec::new();
        self.cells.each(board.cells(), |at, content| {
            if self.program.player.accepts(&content.objects) {
                players.push(at);
            }
        });
        match players[..] {
            [player] => Some(board.size().coord(player)),
            _ => None,
        }
    }

    fn looks(&self, board: &Grid<Code>) -> Grid<Look> {
        let hole = Look::bare(quadrille::definition::Ground::Hole);
        board.map(|Code(code)| self.identity.kinds.get(code).map_or(hole, |kind| kind.look))
    }

    fn with_puzzle(&self, board: &Grid<Code>, run: &mut dyn FnMut(AnyPuzzle<'_>)) {
        let puzzle = self.puzzle(board);
        run(AnyPuzzle::new(&puzzle));
        if let Some(trouble) = puzzle.positions.trouble() {
            self.failed(&trouble.to_string());
        }
    }

    /// Where the rules show no bound, a blind search proves faster.
    fn finders(&self, board: &Grid<Code>) -> Finders {
        Finders::standard(self.puzzle(board).guides())
    }
}

impl Workshop for Game {}
