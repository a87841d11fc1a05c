//! The recorded plays and messages of the original. They are stored outside of the project, in
//! `../shared` or in the folder that `QUADRILLE_SHARED` names. Where they are missing, these tests
//! are ignored with that reason; where `CI` is set they fail, unless `QUADRILLE_SHARED` is `none`.

#[path = "it/walk.rs"]
mod walk;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use quadrille_puzzlescript::recorded::{self, Recording};
use quadrille_puzzlescript::{
    Input, LevelEntry, Outcome, Positions, Program, Source, Step, Stepper, compile,
};
use quadrille_search::{Algorithm, Control, Limits};
use serde_json::Value;

fn main() {
    let tests = [
        ("every_recorded_play_ends_with_its_board", plays as fn(&Path) -> Result<(), Failed>),
        ("every_faulty_source_has_its_faults", messages),
        ("fast_rules_walk_like_plain_ones", walks),
        ("searches_find_the_known_optima", optima),
        ("boards_of_the_library_keep_everything", boards),
    ];
    let trials = tests.map(|(name, test)| {
        Trial::ignorable_test(name, move || {
            let Some(folder) = folder()? else {
                return Ok(Completion::ignored_with("there are no recordings beside the project"));
            };
            test(&folder)?;
            Ok(Completion::Completed)
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit();
}

fn folder() -> Result<Option<PathBuf>, Failed> {
    let named = env::var_os("QUADRILLE_SHARED").filter(|name| !name.is_empty());
    if named.as_ref().is_some_and(|name| name == "none") {
        return Ok(None);
    }
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = named.map_or(beside, PathBuf::from).join("puzzlescript");
    match (folder.is_dir(), env::var_os("CI")) {
        (true, _) => Ok(Some(folder)),
        (false, None) => Ok(None),
        (false, Some(_)) => Err(format!(
            "there are no recordings at {}; set QUADRILLE_SHARED=none to skip these tests",
            folder.display()
        )
        .into()),
    }
}

fn cases(folder: &Path, name: &str) -> Vec<Value> {
    let path = folder.join(name);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("a list of cases")
}

fn strings(value: &Value) -> Option<Vec<String>> {
    let list = value.as_array()?;
    Some(list.iter().filter_map(|text| text.as_str().map(str::to_string)).collect())
}

fn input(value: &Value) -> Input {
    match (value.as_u64(), value.as_str()) {
        (Some(0), _) => Input::Up,
        (Some(1), _) => Input::Left,
        (Some(2), _) => Input::Down,
        (Some(3), _) => Input::Right,
        (Some(4), _) => Input::Action,
        (_, Some("undo")) => Input::Undo,
        (_, Some("restart")) => Input::Restart,
        (_, Some("tick")) => Input::Tick,
        _ => panic!("{value} is not an input"),
    }
}

fn judge(cases: &[Value], test: impl Fn(&Value) -> Result<(), String>) -> Result<(), Failed> {
    let mut wrong = String::new();
    let mut right = 0;
    for case in cases {
        match test(case) {
            Ok(()) => right += 1,
            Err(why) => wrong += &format!("{} {}: {why}\n", case["index"], case["name"]),
        }
    }
    if right == cases.len() {
        Ok(())
    } else {
        Err(format!("{wrong}{right} of {}", cases.len()).into())
    }
}

fn plays(folder: &Path) -> Result<(), Failed> {
    judge(&cases(folder, "recorded.json"), |case| {
        let inputs: Vec<Input> =
            case["inputs"].as_array().expect("inputs").iter().map(input).collect();
        let sounds = strings(&case["sounds"]);
        recorded::replay(&Recording {
            source: case["source"].as_str().expect("a source"),
            level: case["level"].as_u64().expect("a level") as usize,
            seed: case["seed"].as_str(),
            inputs: &inputs,
            board: case["board"].as_str().expect("a board"),
            sounds: sounds.as_deref(),
        })
    })
}

fn messages(folder: &Path) -> Result<(), Failed> {
    judge(&cases(folder, "errors.json"), |case| {
        let messages = strings(&case["messages"]).expect("messages");
        let errors = case["errors"].as_u64().expect("a number of errors") as usize;
        recorded::check_messages(case["source"].as_str().expect("a source"), &messages, errors)
    })
}

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

const KEYS: [Input; 6] =
    [Input::Up, Input::Left, Input::Down, Input::Right, Input::Action, Input::Tick];

fn walks(folder: &Path) -> Result<(), Failed> {
    judge(&cases(folder, "recorded.json"), |case| {
        let program = compile(case["source"].as_str().expect("a source")).program;
        let program = Arc::new(program.ok_or("it does not compile")?);
        if program.is_random() {
            return Ok(());
        }
        let level = case["level"].as_u64().expect("a level") as usize;
        let Some(LevelEntry::Board(start, _)) = program.levels.get(level) else { return Ok(()) };
        let (width, height) = (start.width, start.height);
        let mut steppers =
            [Stepper::new(&program, width, height), Stepper::plain(&program, width, height)];
        for stepper in &mut steppers {
            stepper.set(start.words(), start.words());
            if stepper.begin().is_err() {
                return Ok(());
            }
        }
        let mut dice = Dice(case["index"].as_u64().unwrap_or_default());
        let recorded = case["inputs"].as_array().expect("inputs").iter().map(input);
        let recorded: Vec<Input> = recorded.filter(|input| KEYS.contains(input)).collect();
        let mut boards = [Vec::new(), Vec::new()];
        let steps = (1_000_000 / (width * height).max(1) / program.rules().max(1)).clamp(20, 200);
        for step in 0..steps {
            let key = if step % 3 == 2 { None } else { recorded.get(step) };
            let key = key.copied().unwrap_or_else(|| KEYS[dice.roll(KEYS.len())]);
            let mut done = Vec::new();
            for (stepper, board) in steppers.iter_mut().zip(&mut boards) {
                let made = stepper.step(key);
                done.push(made.map(|made| made == Step::Won));
                stepper.write(board);
            }
            if done[0] != done[1] {
                return Err(format!("step {step}, {key:?}: {done:?}"));
            }
            if boards[0] != boards[1] {
                return Err(format!("step {step}, {key:?}: the boards differ"));
            }
            if done[0] != Ok(false) {
                for stepper in &mut steppers {
                    stepper.set(start.words(), start.words());
                }
            }
        }
        Ok(())
    })
}

fn program(path: &Path) -> Arc<Program> {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Arc::new(compile(&text).program.expect("the game compiles"))
}

/// Known shortest plans, as far as a small search reaches.
fn optima(folder: &Path) -> Result<(), Failed> {
    let table = fs::read_to_string(folder.join("optima.csv")).expect("the table of optima");
    let mut wrong = String::new();
    let mut proved = 0;
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split(',').collect();
        let (level, known) = (columns[1].parse().expect("a level"), columns[2]);
        let program = program(&folder.join("games").join(columns[0]));
        let positions = Positions::new(program, level).expect("a board").expect("rules that end");
        let limits = Limits { max_nodes: Some(15_000), ..Limits::default() };
        let control = Control::with_limits(limits);
        let report = positions.solve(Algorithm::Bfs, &control);
        let found = match report.outcome {
            Outcome::Solved { cost, optimal: true, .. } => cost.to_string(),
            Outcome::Unsolvable => "unsolvable".to_string(),
            _ => continue,
        };
        proved += 1;
        if !known.is_empty() && known != found {
            wrong += &format!("{row}: {found}\n");
        }
    }
    if wrong.is_empty() && proved >= 20 { Ok(()) } else { Err(format!("{wrong}{proved}").into()) }
}

/// Plays the levels of recorded games, passing each position through the board's text or its share
/// code. Every position must be that of the plain rules.
fn boards(folder: &Path) -> Result<(), Failed> {
    let mut levels = 0;
    for case in cases(folder, "recorded.json") {
        let source = Source::read(case["source"].as_str().expect("a source"));
        let Some(game) = source.game.filter(|game| !game.program().is_random()) else { continue };
        if game.program().rules() > 2_000 {
            continue;
        }
        for level in source.levels.iter().take(2) {
            walk::keep_up(game, level, 25)
                .and_then(|()| walk::hold_bound(level, 2_000))
                .map_err(|why| format!("{} {}: {why}", case["index"], case["name"]))?;
            levels += 1;
        }
    }
    if levels < 200 { Err(format!("only {levels} levels were played").into()) } else { Ok(()) }
}
