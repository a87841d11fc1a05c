//! The recorded plays and messages of the original. They lie beside the project, in `../shared` or in the folder that
//! `QUADRILLE_SHARED` names, and are no part of it. Where they are missing, these tests are ignored with that reason; where `CI`
//! is set they fail, unless `QUADRILLE_SHARED` is `none`.

use std::path::{Path, PathBuf};
use std::{env, fs};

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use quadrille_puzzlescript::Input;
use quadrille_puzzlescript::recorded::{self, Recording};
use serde_json::Value;

fn main() {
    let tests = [
        ("every_recorded_play_ends_with_its_board", plays as fn(&Path) -> Result<(), Failed>),
        ("every_faulty_source_has_its_faults", messages),
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
            "there are no recordings at {}; QUADRILLE_SHARED=none goes without",
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
