//! A level written in any format and changed in one place is read as the same level with that
//! change, refused, or read with a note.

use std::fs;
use std::path::Path;

use crate::change::{changed, judge};
use crate::support::{Random, random_level};
use quadrille::games;
use quadrille::levels::{Level, format_names, read, write_all};

/// Makes one change in the levels as written in each format, and checks the reading.
fn hunt(levels: &[Level], random: &mut Random, mismatches: &mut Vec<String>) -> usize {
    let mut count = 0;
    for format in format_names(levels[0].game).into_iter().filter(|&format| format != "svg") {
        let Ok(text) = write_all(levels, format) else { continue };
        count += usize::from(hunt_in(&text, format, random, mismatches));
    }
    count
}

/// The same for a given text.
fn hunt_in(text: &str, format: &str, random: &mut Random, mismatches: &mut Vec<String>) -> bool {
    let original = read(text, None);
    // Texts that could be of several games are refused or noted even without a change.
    let before: Vec<Level> = original.levels().cloned().collect();
    if before.is_empty() || original.mistakes().next().is_some() {
        return false;
    }
    let (after, extent) = changed(text, &mut |below| random.below(below));
    if format == "code" && after.split_whitespace().all(|word| text.contains(word)) {
        // A word is a level, so one more or less is correct.
        return false;
    }
    if let Err(why) = judge(&before, &after, None, extent) {
        mismatches
            .push(format!("{format}: {why}\n--- before\n{text}\n--- after\n{after:?}\n{after}\n"));
    }
    true
}

fn assert_none(mismatches: &[String], count: usize) {
    assert!(
        mismatches.is_empty(),
        "{} of {count} changed texts are read as something else. The first:\n{}",
        mismatches.len(),
        mismatches.iter().take(5).cloned().collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn a_changed_text_is_never_another_level() {
    let mut random = Random(7);
    let (mut mismatches, mut count) = (Vec::new(), 0);
    for round in 0..200 {
        for game in games::ALL {
            let levels: Vec<Level> = (0..random.between(1, 3))
                .map(|index| {
                    let side = random.between(2, 6);
                    let mut level = random_level(game.id(), &mut random, side);
                    level.name = (round % 2 == 0).then(|| format!("name {index}"));
                    level
                })
                .collect();
            count += hunt(&levels, &mut random, &mut mismatches);
        }
    }
    assert!(count > 2000);
    assert_none(&mismatches, count);
}

/// Every level of the packs and of sample files, alone and with its neighbours, in each format.
/// `HUNT=200000` sets the number of changes.
#[test]
#[ignore = "takes minutes; for changes of the readers"]
fn a_long_hunt_finds_nothing() {
    let wanted: usize = std::env::var("HUNT").ok().and_then(|it| it.parse().ok()).unwrap_or(20_000);
    let seed = std::env::var("SEED").ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    let mut texts = Vec::new();
    for folder in ["../../levels", "../../../../shared/levels", "../../../shared/levels"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let Ok(files) = fs::read_dir(folder) else { continue };
        let mut paths: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
        paths.sort();
        let is_level = |path: &&std::path::PathBuf| path.extension().is_some_and(|it| it != "csv");
        texts
            .extend(paths.iter().filter(is_level).filter_map(|path| fs::read_to_string(path).ok()));
    }
    let mut random = Random(seed);
    let (mut mismatches, mut count) = (Vec::new(), 0);
    let levels: Vec<Vec<Level>> =
        texts.iter().map(|text| read(text, None).levels().cloned().collect()).collect();
    while count < wanted {
        let file = random.below(texts.len());
        let many = &levels[file];
        let first = random.below(many.len());
        let same = many[first..].iter().take_while(|level| level.game == many[first].game).count();
        let mut some = many[first..first + random.between(1, 3).min(same)].to_vec();
        if random.below(2) == 0 {
            some.iter_mut().for_each(|level| level.name = None);
        }
        count += hunt(&some, &mut random, &mut mismatches);
        if random.below(2000) == 0 {
            count += usize::from(hunt_in(&texts[file], "file", &mut random, &mut mismatches));
        }
    }
    println!("{count} changes, {} misread", mismatches.len());
    if let Ok(path) = std::env::var("FOUND") {
        fs::write(path, mismatches.join("\n=====\n")).expect("the file can be written");
    }
    assert_none(&mismatches, count);
}
