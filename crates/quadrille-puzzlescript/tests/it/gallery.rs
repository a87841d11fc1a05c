//! Our PuzzleScript versions of built-in games, compared with the native rules: the same moves, the
//! same boards, and plans of the same length.

use quadrille::Method;
use quadrille::games::{self, Games};
use quadrille::grid::{Direction, Grid};
use quadrille::levels::{self, Level};
use quadrille::moves::Move;
use quadrille::search::Control;
use quadrille_puzzlescript::{GALLERY, Game, Source};

/// A PuzzleScript game, the built-in game, and the glyphs for the cells of the built-in one.
struct Pair {
    source: &'static str,
    native: &'static str,
    glyphs: &'static [(&'static str, &'static str)],
}

const PUSH: Pair = Pair {
    source: include_str!("../../games/push.puzzlescript"),
    native: "sokoban",
    glyphs: &[
        ("-", "."),
        ("#", "#"),
        ("@", "p"),
        ("$", "*"),
        (".", "o"),
        ("*", "crate+goal"),
        ("+", "q"),
    ],
};

const SLIDE: Pair = Pair {
    source: include_str!("../../games/slide.puzzlescript"),
    native: "tiles",
    glyphs: &[
        (".", "."),
        ("#", "#"),
        ("r", "r"),
        ("b", "b"),
        ("s", "s"),
        ("R", "1"),
        ("B", "2"),
        ("rR", "3"),
        ("bB", "4"),
        ("rB", "5"),
        ("bR", "6"),
        ("sR", "7"),
        ("sB", "8"),
    ],
};

impl Pair {
    /// A board of the built-in game as one of the PuzzleScript game.
    fn translated(&self, game: &dyn games::Game, native: &Level) -> Grid<u16> {
        native.grid.map(|code| {
            let kind = native.game.kinds().get(code).expect("a cell");
            let names = || std::iter::once(&kind.glyph).chain(&kind.aliases);
            let ours = self.glyphs.iter().find(|(theirs, _)| names().any(|name| name == theirs));
            let (_, ours) = ours.unwrap_or_else(|| panic!("the cell {}", kind.glyph));
            game.cell_from_glyph(ours).unwrap_or_else(|| panic!("the glyph {ours}"))
        })
    }

    fn hold(&self, boards: &[&str]) {
        let source = Source::read(self.source);
        let ours = source.game.expect("a game");
        let game: &dyn games::Game = ours;
        let native = games::by_id(self.native).expect("a built-in game");
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        for text in boards {
            let document = levels::read_with(&Games::default(), text, Some(native));
            let level = document.levels().next().expect("a level").clone();
            let start = self.translated(game, &level);
            let solve = |game: &dyn games::Game, grid: &Grid<u16>| {
                let control = Control::default();
                let report =
                    game.solve(grid, &Method::default(), &control, None).expect("a search");
                report.plan().map(|(_, cost)| cost)
            };
            assert_eq!(solve(native, &level.grid), solve(game, &start), "{text}");
            for _ in 0..20 {
                let (mut theirs, mut own) = (level.clone(), start.clone());
                for _ in 0..60 {
                    seed ^= seed << 13;
                    seed ^= seed >> 7;
                    seed ^= seed << 17;
                    let mv = Move::All(Direction::ALL[seed as usize % 4]);
                    let after = native.play(&theirs.grid, mv).ok().filter(|it| *it != theirs.grid);
                    let played = game.play(&own, mv).ok();
                    assert_eq!(after.is_some(), played.is_some(), "{text}: {mv:?}");
                    let (Some(after), Some(played)) = (after, played) else { continue };
                    theirs.grid = after;
                    own = played;
                    let board = ours.board(&own).expect("a board");
                    let translated = ours.board(&self.translated(game, &theirs)).expect("a board");
                    assert_eq!(board, translated, "{text}: {mv:?}");
                    assert_eq!(native.is_solved(&theirs.grid), game.is_solved(&own), "{text}");
                    if game.is_solved(&own) {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn pushing_crates_is_sokoban() {
    PUSH.hold(&[
        "#######\n#.@-#-#\n#$*-$-#\n#---$-#\n#-..--#\n#--*--#\n#######\n",
        "######\n#----#\n#-#@-#\n#-$*-#\n#-.*-#\n#----#\n######\n",
        "#####\n#@$.#\n#-$.#\n#---#\n#####\n",
    ]);
}

#[test]
fn sliding_blocks_is_tiles() {
    SLIDE.hold(&[
        "game: tiles\n\n. . . . .\nb . . . .\nr . . . R\n# . # . .\n. # . . B\n",
        "game: tiles\n\n. # R .\n. . # B\nr . b .\n. . # .\n",
        "game: tiles\n\nr s . .\n. . # .\n. . . b\nB . . R\n",
    ]);
}

/// A PuzzleScript game in which a cursor holds a piece and an arrow uses it, the built-in game, and
/// the objects that cells of the built-in one are in ours.
struct Held {
    source: &'static str,
    native: &'static str,
    objects: &'static [(&'static str, &'static str)],
}

const ZHED: Held = Held {
    source: include_str!("../../games/zhed.puzzlescript"),
    native: "zhed",
    objects: &[
        (".", "background"),
        ("G", "goal"),
        ("1", "n1"),
        ("2", "n2"),
        ("3", "n3"),
        ("4", "n4"),
        ("*", "filled"),
        ("@", "filled+goal"),
    ],
};

const SQUARES: Held = Held {
    source: include_str!("../../games/squares.puzzlescript"),
    native: "squares",
    objects: &[(".", "background"), ("R", "red"), ("B", "blue"), ("G", "green"), ("Y", "yellow")],
};

const FOLD: Held = Held {
    source: include_str!("../../games/fold.puzzlescript"),
    native: "fold",
    objects: &[
        (".", "floor"),
        ("#", "hole"),
        ("1", "one+floor"),
        ("2", "two+floor"),
        ("3", "three+floor"),
        ("4", "four+floor"),
    ],
};

/// What stands in a cell, without the cursor.
type Things = std::collections::BTreeSet<String>;

impl Held {
    fn things(&self, native: &Level) -> Vec<Things> {
        let things = |&code: &u16| -> Things {
            let kind = native.game.kinds().get(code).expect("a cell");
            let names = || std::iter::once(&kind.glyph).chain(&kind.aliases);
            let ours = self.objects.iter().find(|(theirs, _)| names().any(|name| name == theirs));
            let (_, ours) = ours.unwrap_or_else(|| panic!("the cell {}", kind.glyph));
            ours.split('+').map(str::to_string).chain(["background".to_string()]).collect()
        };
        native.grid.cells().iter().map(things).collect()
    }

    fn own_things(ours: &Game, board: &Grid<u16>) -> Vec<Things> {
        let name = |object: usize| ours.program().objects[object].name.clone();
        let things = |&code: &u16| ours.objects_in(code).into_iter().map(name).collect();
        board.cells().iter().map(things).collect()
    }

    fn without_cursor(all: Vec<Things>) -> Vec<Things> {
        let strip = |mut things: Things| {
            things.remove("player");
            things.remove("held");
            things
        };
        all.into_iter().map(strip).collect()
    }

    fn is_held(ours: &Game, board: &Grid<u16>) -> bool {
        Held::own_things(ours, board).iter().any(|things| things.contains("held"))
    }

    /// A level with the cursor in the first cell.
    fn start(&self, game: &dyn games::Game, level: &Level) -> Grid<u16> {
        let code = |(at, mut things): (usize, Things)| {
            if at == 0 {
                things.insert("player".to_string());
            }
            let names: Vec<&str> = things.iter().map(String::as_str).collect();
            game.cell_from_glyph(&names.join("+")).unwrap_or_else(|| panic!("{names:?}"))
        };
        let cells = self.things(level).into_iter().enumerate().map(code).collect();
        Grid::from_cells(level.grid.size(), cells).expect("a board")
    }

    /// The board after a move of the built-in game, as keys; none where the last of them is
    /// refused.
    fn used(ours: &'static Game, level: &Level, board: &Grid<u16>, mv: Move) -> Option<Grid<u16>> {
        let game: &dyn games::Game = ours;
        let (to, way) = match mv {
            Move::Cell(at, way) => (at, way),
            Move::Piece(piece, way) => {
                let glyph = piece.to_string();
                let is_piece = |code: u16| level.game.cell_glyph(code).as_ref() == Some(&glyph);
                let found = level.grid.iter().find(|(_, code)| is_piece(*code));
                (found.expect("a piece").0, way)
            }
            other => panic!("{other:?} names no cell"),
        };
        let press = |board: &Grid<u16>, key| game.play(board, key).ok();
        let mut board = board.clone();
        loop {
            let at = Held::own_things(ours, &board)
                .iter()
                .position(|things| things.contains("player"))
                .expect("a cursor");
            let at = board.size().coord(at);
            let step = match (at.row.cmp(&to.row), at.col.cmp(&to.col)) {
                (std::cmp::Ordering::Less, _) => Direction::Down,
                (std::cmp::Ordering::Greater, _) => Direction::Up,
                (_, std::cmp::Ordering::Less) => Direction::Right,
                (_, std::cmp::Ordering::Greater) => Direction::Left,
                _ => break,
            };
            board = press(&board, Move::All(step)).expect("the cursor moves");
        }
        let held = press(&board, Move::Action).expect("the piece is held");
        assert!(Held::is_held(ours, &held));
        let used = press(&held, Move::All(way))?;
        assert!(!Held::is_held(ours, &used), "it is used");
        Some(used)
    }

    /// The fewest uses with which a board is won; walks of the cursor cost nothing.
    fn fewest_uses(ours: &'static Game, start: &Grid<u16>) -> Option<u32> {
        let game: &dyn games::Game = ours;
        let mut known = std::collections::HashMap::from([(start.cells().to_vec(), 0)]);
        let mut queue = std::collections::VecDeque::from([(start.clone(), 0)]);
        while let Some((board, cost)) = queue.pop_front() {
            if game.is_solved(&board) {
                return Some(cost);
            }
            if known[board.cells()] < cost {
                continue;
            }
            let was_held = Held::is_held(ours, &board);
            for mv in game.moves(&board) {
                let after = game.play(&board, mv).expect("a move");
                let cost = cost + u32::from(was_held && mv != Move::Action);
                let best = known.entry(after.cells().to_vec()).or_insert(u32::MAX);
                if cost < *best {
                    *best = cost;
                    if was_held && mv != Move::Action {
                        queue.push_back((after, cost));
                    } else {
                        queue.push_front((after, cost));
                    }
                }
            }
        }
        None
    }

    fn hold(&self, boards: &[&str]) {
        let ours = Source::read(self.source).game.expect("a game");
        let native = games::by_id(self.native).expect("a built-in game");
        let is_won = |board: &Grid<u16>| -> bool {
            let game: &dyn games::Game = ours;
            game.is_solved(board)
        };
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut random = move |below: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed as usize % below
        };
        for text in boards {
            let document = levels::read_with(&Games::default(), text, Some(native));
            let level = document.levels().next().expect("a level").clone();
            let start = self.start(ours, &level);
            let control = Control::default();
            let report = native.solve(&level.grid, &Method::default(), &control, None);
            let optimum = report.expect("a search").plan().map(|(_, cost)| cost);
            assert_eq!(optimum, Held::fewest_uses(ours, &start), "{text}");
            for _ in 0..12 {
                let (mut theirs, mut own) = (level.clone(), start.clone());
                for _ in 0..12 {
                    if native.is_solved(&theirs.grid) {
                        break;
                    }
                    // Any piece and any direction, legal or not.
                    let cells: Vec<_> = native.picks(&theirs.grid);
                    if cells.is_empty() {
                        break;
                    }
                    let way = Direction::ALL[random(4)];
                    let mv = match self.native {
                        "fold" => {
                            let pieces: Vec<u8> = (1..=4)
                                .filter(|piece: &u8| {
                                    let glyph = native.cell_from_glyph(&piece.to_string());
                                    theirs.grid.cells().iter().any(|code| Some(*code) == glyph)
                                })
                                .collect();
                            Move::Piece(pieces[random(pieces.len())], way)
                        }
                        _ => {
                            let cell = &cells[random(cells.len())].cells[0];
                            Move::Cell(theirs.grid.size().coord(*cell), way)
                        }
                    };
                    let after = native.play(&theirs.grid, mv).ok();
                    let played = Held::used(ours, &theirs, &own, mv);
                    assert_eq!(after.is_some(), played.is_some(), "{text}: {mv:?}");
                    let (Some(after), Some(played)) = (after, played) else { continue };
                    theirs.grid = after;
                    own = played;
                    let board = Held::without_cursor(Held::own_things(ours, &own));
                    assert_eq!(board, self.things(&theirs), "{text}: {mv:?}");
                    assert_eq!(native.is_solved(&theirs.grid), is_won(&own), "{text}");
                }
            }
        }
    }
}

#[test]
fn filling_cells_is_zhed() {
    ZHED.hold(&[
        "game: zhed\n\n. . . . .\n. 2 . . G\n. . . . .\n. . 1 . .\n",
        "game: zhed\n\n. . 1 . .\n1 . . . .\n. . 2 . G\n",
        "game: zhed\n\n. 1 . .\n2 . . G\n. . 1 .\n",
    ]);
}

#[test]
fn swapping_pieces_is_squares() {
    SQUARES.hold(&[
        "game: squares\n\nR R B\nR B R\n. B B\n",
        "game: squares\n\nR B R B\nR B R B\n",
        "game: squares\n\nR R B B\nB R R B\nG G . .\nG G . .\n",
    ]);
}

#[test]
fn unfolding_pieces_is_fold() {
    FOLD.hold(&[
        "game: fold\n\n1 . . .\n. . . .\n. . 2 .\n. . . .\n",
        "game: fold\n\n1 . . 2\n. . . .\n# . . #\n3 . . 4\n",
        "game: fold\n\n1 . # .\n. 1 . .\n. . 2 .\n",
    ]);
}

#[test]
fn every_game_of_the_gallery_has_levels_that_can_be_won() {
    for example in GALLERY {
        let read = Source::read(example.text);
        assert!(read.faults.is_empty(), "{}: {:?}", example.name, read.faults);
        let game: &dyn games::Game = read.game.expect("a game");
        assert!(read.levels.len() >= 2, "{}", example.name);
        for (number, level) in read.levels.iter().enumerate() {
            let control = Control::default();
            let report = game.solve(&level.grid, &Method::default(), &control, None);
            let report = report.expect("a search");
            let plan = report.plan().map(|(_, cost)| cost);
            assert!(plan >= Some(1), "{} {}: {:?}", example.name, number + 1, report.outcome);
        }
    }
}
