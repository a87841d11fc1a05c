//! Random walks that compare a game of the library with the plain rules.

use quadrille::games::{self, Games};
use quadrille::grid::{Direction, Grid};
use quadrille::levels::{self, Level};
use quadrille::moves::Move;
use quadrille_puzzlescript::{Game, Input, Step, Stepper};

/// A board of the same level, converted to a text or a share code and back.
fn passed_on(game: &'static Game, grid: &Grid<u16>, by_code: bool) -> Result<Grid<u16>, String> {
    let level = Level::new(game, grid.clone());
    let games = Games::default().with(game);
    let read = if by_code {
        levels::from_code_with(&games, &levels::to_code(&level)).map_err(|why| why.to_string())?
    } else {
        let text = levels::write(&level, "native").map_err(|why| why.to_string())?;
        let document = levels::read_with(&games, &text, Some(game));
        let read = document.levels().next().cloned();
        read.ok_or_else(|| format!("the text is not read: {text}"))?
    };
    let kinds = game.identity().kinds;
    let glyph = |code: u16| kinds.get(code).map_or("?", |kind| &kind.glyph);
    let mut cells = grid.cells().iter().zip(read.grid.cells());
    match cells.find(|(before, after)| before != after) {
        None => Ok(read.grid),
        Some((&before, &after)) => {
            Err(format!("{before} '{}' is read as {after} '{}'", glyph(before), glyph(after)))
        }
    }
}

/// Plays random moves and compares each board with the plain rules, which run without
/// interruption.
pub(crate) fn keep_up(game: &'static Game, level: &Level, moves: usize) -> Result<(), String> {
    let program = game.program();
    let play: &dyn games::Game = game;
    let mut grid = level.grid.clone();
    let start = game.board(&grid).ok_or("the level has no board")?;
    let mut stepper = Stepper::plain(program, start.width, start.height);
    let entry = program.levels.iter().filter_map(|entry| match entry {
        quadrille_puzzlescript::LevelEntry::Board(board, _) => Some(board),
        quadrille_puzzlescript::LevelEntry::Message(_) => None,
    });
    let number: usize = level.name.as_deref().and_then(|name| name.parse().ok()).unwrap_or(1);
    let first = entry.clone().nth(number - 1).ok_or("the level has no entry")?;
    stepper.set(first.words(), first.words());
    stepper.begin().map_err(|trouble| trouble.to_string())?;
    let all: Vec<Move> = Direction::ALL.map(Move::All).into_iter().chain([Move::Action]).collect();
    let mut seed = 88_172_645_463_325_252_u64;
    let mut words = Vec::new();
    for step in 0..moves {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let mv = all[seed as usize % all.len()];
        if mv == Move::Action && program.settings.no_action {
            continue;
        }
        grid = passed_on(game, &grid, step % 2 == 0)?;
        let plain = stepper.step(Input::of(mv).ok_or("not an input")?);
        let played = play.play(&grid, mv);
        match plain {
            Err(_) => return Ok(()),
            Ok(Step::Same) => {
                if let Ok(after) = played {
                    return Err(format!("{step}: {mv:?} changes nothing, and led to {after:?}"));
                }
                continue;
            }
            Ok(Step::Changed | Step::Won) => grid = played.map_err(|why| why.to_string())?,
        }
        stepper.write(&mut words);
        let board = game.board(&grid).ok_or("a board is not one of the game")?;
        if board.words() != words {
            return Err(format!("{step}: {mv:?} leads to another board"));
        }
        if play.is_solved(&grid) != (plain == Ok(Step::Won)) {
            return Err(format!("{step}: {mv:?} wins by one of the rules only"));
        }
        if plain == Ok(Step::Won) {
            passed_on(game, &grid, step % 2 == 0)?;
            return Ok(());
        }
    }
    Ok(())
}

/// Looks for a position of a level in which `bound` exceeds the remaining moves.
pub(crate) fn hold_bound(level: &Level, positions: usize) -> Result<(), String> {
    for name in ["bound", "visits"] {
        let bound = name.parse().map_err(|why| format!("{why}"))?;
        let cancel = quadrille::search::Cancel::default();
        let examined = level.game.examine(&level.grid, &bound, positions, &cancel);
        let Ok(examined) = examined else { continue };
        let inconsistency = examined.inconsistency.filter(|_| name == "bound");
        if let Some(wrong) = examined.overestimate.or(inconsistency) {
            let moves = level.game.notation().write_all(&wrong.moves);
            return Err(format!("level {:?}: {name} {} and {moves}", level.name, wrong.estimate));
        }
    }
    Ok(())
}
