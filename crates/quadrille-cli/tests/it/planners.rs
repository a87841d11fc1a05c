//! Levels in PDDL, solved by external planners: their shortest plans have the same length.
//!
//! `pip install up-fast-downward pyperplan`, then `cargo test -p quadrille-cli --test it --
//! --ignored planners`. `PLANNERS_PYTHON` names the Python that has them, by default `python3`.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::common::Folder;

/// A classic that needs too much memory for blind planners: ten numbers, all of which are needed.
const TOO_LARGE: &str = "app-41";

fn python() -> Command {
    Command::new(env::var_os("PLANNERS_PYTHON").unwrap_or_else(|| "python3".into()))
}

/// The cost of Fast Downward's plan; `None` if it proves that there is none.
fn fast_downward(folder: &Path) -> Option<u64> {
    // The package itself cannot be imported without another one, which only its Python interface
    // needs.
    let find = "import importlib.util as u, os; print(os.path.join(os.path.dirname(u.find_spec('up_fast_downward').origin), 'downward', 'fast-downward.py'))";
    let found = python().args(["-c", find]).output().expect("python3 is there");
    let driver = String::from_utf8(found.stdout).expect("a path");
    let search = ["domain.pddl", "problem.pddl", "--search", "astar(blind())"];
    let run = python().arg(driver.trim()).args(search).current_dir(folder).output();
    let output = String::from_utf8_lossy(&run.expect("Fast Downward runs").stdout).into_owned();
    if output.contains("Task is provably unsolvable") {
        return None;
    }
    let cost = output.lines().find_map(|line| line.split("Plan cost: ").nth(1));
    let cost = cost.unwrap_or_else(|| panic!("{output}"));
    Some(cost.trim().parse().expect("a cost"))
}

/// The length of pyperplan's plan.
fn pyperplan(folder: &Path) -> usize {
    let search = ["-m", "pyperplan", "-s", "astar", "-H", "blind", "domain.pddl", "problem.pddl"];
    let run = python().args(search).current_dir(folder).output().expect("pyperplan runs");
    let plan = std::fs::read_to_string(folder.join("problem.pddl.soln"));
    plan.unwrap_or_else(|_| panic!("{run:?}")).lines().filter(|line| line.starts_with('(')).count()
}

#[test]
#[ignore = "it needs pyperplan and Fast Downward: pip install up-fast-downward pyperplan"]
fn planners_need_as_many_moves() {
    let folder = Folder::new();
    let mut tried = 0;
    for row in folder.run(&["list", "levels", "@classics", "--json"]).json() {
        let (name, game) = (row["level"].as_str().unwrap(), row["game"].as_str().unwrap());
        if name == TOO_LARGE {
            continue;
        }
        let level = ["@classics", "--level", name];
        for part in ["domain", "problem"] {
            let format = format!("pddl-{part}");
            let shown = folder.run(&[&["show", "--format", &format], &level[..]].concat());
            assert_eq!(shown.code, Some(0), "{shown:?}");
            folder.write(&format!("{part}.pddl"), shown.out);
        }
        let solved = folder.run(&[&["solve", "--json"], &level[..]].concat()).json();
        let ours = solved[0]["cost"].as_u64();
        assert_eq!(fast_downward(&folder.path("")), ours, "{level:?}");
        if game == "sokoban" {
            assert_eq!(Some(pyperplan(&folder.path("")) as u64), ours, "{level:?}");
        }
        tried += 1;
    }
    assert_eq!(tried, 13);
}
