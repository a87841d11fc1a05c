//! Generating levels: the same with any number of jobs, kept after an interrupt, and helpful
//! errors.

use std::collections::BTreeMap;
use std::path::Path;

use crate::common::Folder;
use quadrille::games;
use quadrille::levels::{Level, read};

#[test]
fn the_number_of_jobs_changes_nothing() {
    let folder = Folder::new();
    for game in games::ALL {
        let args = ["generate", game.id(), "--count", "5", "--seed", "3"];
        let one = folder.run(&[&args[..], &["--jobs", "1"]].concat());
        let many = folder.run(&[&args[..], &["--jobs", "5"]].concat());
        assert_eq!((one.code, many.code), (Some(0), Some(0)), "{}", one.err);
        assert_eq!(one.out, many.out);
        assert_eq!(read(&one.out, None).levels().count(), 5);
        let other = folder.run(&["generate", game.id(), "--count", "5", "--seed", "4"]);
        assert_ne!(one.out, other.out);
    }
}

#[test]
fn a_file_says_how_it_was_made() {
    let folder = Folder::new();
    let args = ["generate", "zhed", "--count", "2", "-m", "3..4", "-o", "new.txt"];
    let run = folder.run(&args);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
    let text = folder.read("new.txt");
    assert!(
        text.starts_with("; quadrille generate zhed --moves 3..4 --seed 0 --count 2\n"),
        "{text}"
    );
    assert_eq!(folder.run(&["solve", "new.txt"]).code, Some(0));
    assert_eq!(folder.names(), ["new.txt"]);
}

#[test]
fn programs_get_objects() {
    let folder = Folder::new();
    let run = folder.run(&["generate", "tiles", "--count", "3", "--json"]);
    let levels = run.json();
    assert_eq!(levels.len(), 3);
    for level in &levels {
        let code = level["code"].as_str().unwrap();
        let solved = &folder.run(&["solve", code, "--json"]).json()[0];
        assert_eq!(solved["cost"], level["moves"]);
        assert_eq!(
            level["solution"].as_array().unwrap().len() as u64,
            level["moves"].as_u64().unwrap()
        );
        let rated = &folder.run(&["rate", code, "--json"]).json()[0];
        assert_eq!((&rated["score"], &rated["plans"]), (&level["score"], &level["plans"]));
    }
}

#[test]
fn impossible_specs_end_with_a_word() {
    let folder = Folder::new();
    let spec = ["generate", "tiles", "--size", "4x4", "--blocks", "1", "--moves", "40"];
    let run = folder.run(&[&spec[..], &["--tries", "300", "-o", "none.txt"]].concat());
    assert_eq!(run.code, Some(3));
    assert!(
        run.err.contains("no 4x4 tiles level with 1 block needs 40 moves: 300 candidates tried"),
        "{}",
        run.err
    );
    assert!(run.err.contains("--moves"), "{}", run.err);
    assert!(folder.names().is_empty());
    let run = folder.run(&[&spec[..], &["--tries", "300", "--json"]].concat());
    assert!(run.json()[0]["error"]["message"].as_str().unwrap().contains("300 candidates"));
}

#[test]
fn a_limit_of_time_keeps_what_was_found() {
    let folder = Folder::new();
    let args = ["generate", "zhed", "--count", "100000", "--max-time", "2s", "-o", "some.txt"];
    let run = folder.run(&args);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.err.contains("of 100,000 levels found in 2"), "{}", run.err);
    assert!(run.err.contains("--max-time"), "{}", run.err);
    let text = folder.read("some.txt");
    let levels: Vec<Level> = read(&text, None).levels().cloned().collect();
    assert!(!levels.is_empty());
    // The recipe makes the same levels again.
    let recipe = text.lines().next().unwrap().strip_prefix("; quadrille ").unwrap();
    assert!(recipe.ends_with(&format!("--count {}", levels.len())), "{recipe}");
}

#[test]
fn large_boards_and_many_pieces_can_be_asked_for() {
    let folder = Folder::new();
    let made = |args: &[&str]| {
        let run = folder.run(&[&["generate"], args, &["--count", "1"]].concat());
        assert_eq!(run.code, Some(0), "{args:?}: {}", run.err);
        read(&run.out, None).levels().next().unwrap().clone()
    };
    let fold = made(&["fold", "--size", "16x16"]);
    assert_eq!(fold.grid.size().to_string(), "16x16");
    // Levels that need this many numbers are rare, but can be requested.
    let many = ["generate", "zhed", "--size", "16x16", "--blocks", "41..60", "--tries", "1"];
    assert_eq!(folder.run(&[&many[..], &["--max-nodes", "100"]].concat()).code, Some(3));
}

#[test]
fn bad_options_are_refused_with_a_way_out() {
    let folder = Folder::new();
    let refused = |args: &[&str], words: &[&str]| {
        folder.run(&[&["generate"], args].concat()).is_refused(words);
    };
    refused(&["tils"], &["tiles"]);
    refused(&["tiles", "--size", "5"], &["6x8"]);
    refused(&["tiles", "--size", "1x5"], &["too small", "2 to 32"]);
    refused(&["tiles", "--moves", "9..2"], &["9 is more than 2", "8..12"]);
    refused(&["tiles", "--blocks", "40"], &["1 to 32 blocks"]);
    refused(&["zhed", "--difficulty", "evil"], &["easy, medium, hard or expert"]);
    refused(&["zhed", "--hardest", "--unique"], &["cannot be used with"]);
    refused(&["zhed", "--count", "0"], &["1..=100000"]);
}

#[cfg(unix)]
#[test]
fn what_was_found_before_an_interrupt_is_kept() {
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::Duration;

    let waits = [300, 1500, 6000, 20_000].map(Duration::from_millis);
    let kept = waits.into_iter().any(|wait| {
        let folder = Folder::new();
        let mut child = folder
            .command(&["generate", "tiles", "--count", "100000", "-o", "new.txt"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        thread::sleep(wait);
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        // No file at all if nothing was found yet: then it needs more time.
        folder.names() == ["new.txt"] && {
            let document = read(&folder.read("new.txt"), None);
            assert_eq!(document.diagnostics().count(), 0);
            document.levels().count() > 0
        }
    });
    assert!(kept, "nothing was ever found");
}

/// The levels of a pack, by the commands that made them.
fn sections(text: &str) -> BTreeMap<String, Vec<Level>> {
    let mut sections: BTreeMap<String, String> = BTreeMap::new();
    let mut current: Option<String> = None;
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("; quadrille ") {
            current = Some(command.to_string());
        }
        if let Some(command) = &current {
            let section = sections.entry(command.clone()).or_default();
            section.push_str(line);
            section.push('\n');
        }
    }
    let levels = |text: String| read(&text, None).levels().cloned().collect();
    sections.into_iter().map(|(command, text)| (command, levels(text))).collect()
}

/// Commands that take longer than a moment run only with `cargo test -- --ignored`.
fn remake(is_meant: impl Fn(&str) -> bool) {
    let folder = Folder::new();
    for game in games::ALL {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../levels/{}.txt", game.id()));
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let sections = sections(&text);
        let cheap = sections.iter().filter(|(command, _)| is_meant(command));
        let mut remade = 0;
        for (command, levels) in cheap {
            let args: Vec<&str> = command.split_whitespace().collect();
            let run = folder.run(&args);
            assert_eq!(run.code, Some(0), "{command}: {}", run.err);
            let again: Vec<Level> = read(&run.out, None).levels().cloned().collect();
            for level in levels {
                let same = again.iter().find(|one| one.grid == level.grid);
                let made = same.map(|one| (one.known, one.difficulty));
                let kept = Some((level.known, level.difficulty));
                assert_eq!(made, kept, "{command}: {:?}", level.name);
            }
            remade += levels.len();
        }
        assert!(remade > 0, "{}", game.id());
    }
}

#[test]
fn packs_can_be_made_again() {
    remake(|command| {
        command.contains("--difficulty easy") || command.contains("--difficulty medium")
    });
}

#[test]
#[ignore = "takes minutes"]
fn all_of_the_packs_can_be_made_again() {
    remake(|_| true);
}

#[test]
fn random_boards_come_solvable_or_not() {
    let folder = Folder::new();
    let made = folder.run(&["generate", "squares", "--any", "--size", "3x4,4x4", "--count", "40"]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    let text = &made.out;
    assert!(
        text.starts_with("; quadrille generate squares --size 3x4,4x4 --seed 0 --count 40 --any")
    );
    let document = read(text, None);
    assert_eq!(document.levels().count(), 40);
    let solvable = document.levels().filter(|level| {
        let report = level.game.solve(
            &level.grid,
            &quadrille::Method::default(),
            &quadrille::search::Control::default(),
            None,
        );
        report.unwrap().plan().is_some()
    });
    let solvable = solvable.count();
    assert!(solvable > 0 && solvable < 40, "{solvable} of 40 can be solved");
    folder
        .run(&["generate", "squares", "--any", "--moves", "3"])
        .is_refused(&["--any", "cannot be used with"]);
}
