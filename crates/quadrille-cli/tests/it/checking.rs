//! Checking many plans for many levels at once.

use crate::common::Folder;

/// Levels of two moves, `count` of them.
fn levels(count: usize) -> String {
    (0..count).map(|number| format!("level n{number}\nr . .\n. . .\n. . R\n\n")).collect()
}

#[test]
fn the_plans_of_a_pack_solve_its_levels() {
    let folder = Folder::new();
    let solved = folder.run(&["solve", "@classics", "--json"]);
    let rows = solved.json();
    let plans = rows.iter().filter(|row| row["plan"].is_array()).count();
    assert!(plans > 5, "{}", solved.out);
    folder.write("plans.jsonl", &solved.out);
    let run = folder.run(&["check", "@classics", "--plans", "plans.jsonl", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let checked = run.json();
    assert_eq!(checked.len(), plans, "{}", run.out);
    assert!(checked.iter().all(|row| row["solved"] == true), "{}", run.out);
    let run = folder.run(&["check", "@classics", "--plans", "plans.jsonl"]);
    assert!(run.out.contains(&format!("{plans} plans checked: {plans} solved")), "{}", run.out);
}

#[test]
fn one_wrong_plan_among_thousands_is_found() {
    let count = 3000;
    let folder = Folder::with(levels(count));
    let plan = |number: usize| match number {
        7 => "n7: D U\n".to_string(),
        1700 => "n1700: R R\n".to_string(),
        1701 => "{\"level\":\"n1701\",\"plan\":[\"D\",\"R\"],\"cost\":1}\n".to_string(),
        number => format!("n{number}: R D\n"),
    };
    // In another order than that of the levels, and none for the last one.
    let plans: String = (0..count - 1).rev().map(plan).collect();
    folder.write("plans.txt", &plans);
    let run = folder.run(&["check", "level.txt", "--plans", "plans.txt"]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    let wrong: Vec<&str> =
        run.out.lines().filter(|line| !line.ends_with(": solved in 2 moves")).collect();
    let told = [
        "n1701: solved in 2 moves, but 1 were claimed",
        "n1700: not solved: move 2 (R) is illegal",
        "n7: not solved after 2 moves",
        "2,999 plans checked: 2,996 solved, 3 not solved; 1 level not mentioned",
    ];
    assert_eq!(wrong.len(), told.len(), "{wrong:?}");
    for (line, told) in wrong.iter().zip(told) {
        assert!(line.contains(told), "{line}: {told}");
    }
    folder.write("plans.txt", format!("{plans}nobody: R D\n"));
    let run = folder.run(&["check", "level.txt", "--plans", "plans.txt", "--json"]);
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("there is no level 'nobody'"), "{}", run.err);
    let checked = run.json();
    assert_eq!(checked.len(), count);
    assert_eq!(checked.iter().filter(|row| row["solved"] == true).count(), count - 4);
}
