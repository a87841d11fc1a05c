//! Certificates of ZHED, checked by `docs/check-certificate.py`, a program that shares no code with
//! the solver. Without Python these tests do nothing; with `CI` set they fail.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::support::{Random, long_zhed_level};
use crate::zhed_solver::{Recipe, board};
use quadrille::games::{Game, by_id};
use quadrille::grid::{Grid, Size};
use quadrille::levels;
use quadrille::moves::Move;
use quadrille::search::{Control, Limits, Stop};
use quadrille::{Method, search::Algorithm};

fn zhed() -> &'static dyn Game {
    by_id("zhed").expect("the game exists")
}

fn has_python() -> bool {
    let run = Command::new("python3").arg("--version").output();
    let has = run.is_ok_and(|run| run.status.success());
    assert!(has || env::var_os("CI").is_none(), "there is no python3");
    has
}

/// A folder of certificates, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = env::temp_dir().join(format!("quadrille-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    /// The answers of the checker, in the order of the texts.
    fn check(&self, texts: &[String]) -> Vec<String> {
        let write = |(number, text): (usize, &String)| {
            let path = self.0.join(number.to_string());
            fs::write(&path, text).unwrap();
            path
        };
        let paths: Vec<PathBuf> = texts.iter().enumerate().map(write).collect();
        let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/check-certificate.py");
        let run = Command::new("python3").arg("-B").arg(checker).args(&paths).output().unwrap();
        let answers: Vec<String> = String::from_utf8_lossy(&run.stdout)
            .lines()
            .zip(&paths)
            .map(|(line, path)| line.replace(&format!("{}: ", path.display()), ""))
            .collect();
        assert_eq!(answers.len(), texts.len(), "{}", String::from_utf8_lossy(&run.stderr));
        answers
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn certificate(board: &Grid<u16>, plan: Option<&[Move]>) -> Result<String, Stop> {
    zhed().certificate(board, plan, &Control::default()).unwrap().expect("ZHED has certificates")
}

/// The shortest plan by breadth-first search.
fn shortest(board: &Grid<u16>) -> Option<Vec<Move>> {
    let method = Method::from(Algorithm::Bfs);
    let report = zhed().solve(board, &method, &Control::default(), None).unwrap();
    assert!(report.stop.is_none(), "{report:?}");
    report.plan().map(|(plan, _)| plan.to_vec())
}

fn is_solved_by(board: &Grid<u16>, plan: &[Move]) -> bool {
    let play = |board: Grid<u16>, &mv: &Move| zhed().play(&board, mv).ok();
    plan.iter().try_fold(board.clone(), play).is_some_and(|end| zhed().is_solved(&end))
}

#[test]
fn small_boards_have_certificates_that_prove_their_optima_and_no_more() {
    if !has_python() {
        return;
    }
    let mut random = Random(5);
    let (mut texts, mut expected) = (Vec::new(), Vec::new());
    let mut tally = [0; 4];
    while texts.len() < 400 {
        let recipe = Recipe {
            size: Size::new(random.between(2, 5), random.between(3, 6)).unwrap(),
            numbers: random.between(2, 5),
            largest: 3,
            goals: random.between(1, 2),
            filled: random.below(2),
            attempts: 8,
        };
        let level = board(&mut random, &recipe);
        let board = &level.grid;
        if !zhed().problems(board).is_empty() {
            continue;
        }
        let plan = shortest(board);
        if plan.as_ref().is_some_and(|plan| plan.len() < 2) && tally[1] >= 20 {
            continue;
        }
        texts.push(certificate(board, plan.as_deref()).unwrap());
        let Some(plan) = plan else {
            tally[0] += 1;
            expected.push("proved: there is no plan".to_string());
            continue;
        };
        tally[plan.len().min(2)] += 1;
        expected.push(format!("proved: the fewest moves are {} ", plan.len()));
        // A longer plan is not the shortest, whatever the prices.
        let padded = zhed().moves(board).into_iter().find_map(|mv| {
            let padded: Vec<Move> = std::iter::once(mv).chain(plan.iter().copied()).collect();
            is_solved_by(board, &padded).then_some(padded)
        });
        if let (Some(padded), true) = (padded, !plan.is_empty()) {
            assert_eq!(certificate(board, Some(&padded)), Err(Stop::Nodes), "{board:?}");
            let text = texts.last().unwrap();
            let line = |text: &str| {
                let is_plan = |line: &&str| line.trim_start().starts_with("\"plan\"");
                text.lines().find(is_plan).unwrap().to_string()
            };
            let (old, Move::Cell(at, direction)) = (line(text), padded[0]) else { panic!() };
            let first = format!("[{}, \"{}\"], ", board.size().index(at), direction.letter());
            let new = old.replacen(": [", &format!(": [{first}"), 1);
            texts.push(text.replace(&old, &new));
            expected.push("not proved: prices prove only".to_string());
            tally[3] += 1;
        }
    }
    let answers = Folder::new("certificates").check(&texts);
    for ((answer, expected), text) in answers.iter().zip(&expected).zip(&texts) {
        assert!(answer.starts_with(expected.as_str()), "{answer}, not {expected}: {text}");
    }
    assert!(tally.iter().all(|&count| count >= 20), "{tally:?}");
}

#[test]
fn long_boards_have_certificates() {
    if !has_python() {
        return;
    }
    let mut random = Random(3);
    let (mut texts, mut expected) = (Vec::new(), Vec::new());
    let size = Size::new(10, 10).unwrap();
    for numbers in [6, 10, 14] {
        let (level, _) = long_zhed_level(&mut random, size, numbers);
        let control = Control::with_limits(Limits::default());
        let report = zhed().solve(&level.grid, &Method::default(), &control, None).unwrap();
        let (plan, cost) = report.plan().expect("it was made backwards from a plan");
        assert!(report.is_optimal());
        texts.push(certificate(&level.grid, Some(plan)).unwrap());
        expected.push(format!("proved: the fewest moves are {cost} "));
    }
    let answers = Folder::new("long-certificates").check(&texts);
    for (answer, expected) in answers.iter().zip(&expected) {
        assert!(answer.starts_with(expected.as_str()), "{answer}, not {expected}");
    }
}

#[test]
fn forged_certificates_are_refused() {
    if !has_python() {
        return;
    }
    let document = levels::read("game: zhed\n\n2 . . .\n. . . .\n. . . 1\n. . . G\n\n", None);
    let level = document.levels().next().unwrap();
    let plan = shortest(&level.grid).expect("one move");
    let text = certificate(&level.grid, Some(&plan)).unwrap();
    let forged = [
        text.replace("\"zhed 1\"", "\"zhed 2\""),
        text.replace("\"plan\": [", "\"plan\": [[0, \"U\"], "),
        text.replace("\"plan\": [", "\"plan\": null, \"other\": ["),
        text.replace("\"unit\": ", "\"unit\": -"),
        text.replace("\"goal\": 15", "\"goal\": 14"),
        text.replace("\"rows\": [", "\"rows\": [0,"),
    ];
    assert!(forged.iter().all(|forged| *forged != text));
    let folder = Folder::new("forged-certificates");
    assert_eq!(folder.check(&[text]), ["proved: the fewest moves are 1 (1 case)"]);
    for answer in folder.check(&forged) {
        assert!(answer.starts_with("not proved: "), "{answer}");
    }
}
