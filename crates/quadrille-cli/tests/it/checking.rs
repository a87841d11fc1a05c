//! Checks many plans for many levels at once.

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
    // In another order than that of the levels, and without the last one.
    let plans: String = (0..count - 1).rev().map(plan).collect();
    folder.write("plans.txt", &plans);
    let run = folder.run(&["check", "level.txt", "--plans", "plans.txt"]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    let wrong: Vec<&str> =
        run.out.lines().filter(|line| !line.ends_with(": solved in 2 moves")).collect();
    let expected = [
        "n1701: solved in 2 moves, but 1 were claimed",
        "n1700: not solved: move 2 (R) is illegal",
        "n7: not solved after 2 moves",
        "2,999 plans checked: 2,996 solved, 3 not solved; 1 level not mentioned",
    ];
    assert_eq!(wrong.len(), expected.len(), "{wrong:?}");
    for (line, expected) in wrong.iter().zip(expected) {
        assert!(line.contains(expected), "{line}: {expected}");
    }
    folder.write("plans.txt", format!("{plans}nobody: R D\n"));
    let run = folder.run(&["check", "level.txt", "--plans", "plans.txt", "--json"]);
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("there is no level 'nobody'"), "{}", run.err);
    let checked = run.json();
    assert_eq!(checked.len(), count);
    assert_eq!(checked.iter().filter(|row| row["solved"] == true).count(), count - 4);
}

#[test]
fn the_plan_of_a_planner_is_checked() {
    let cases = [
        (
            "game: tiles\nname: a\n\nr . .\n. . .\n. . R\n",
            "(choose c2-0 down)\n(end c0-0 c2-0 down)\n(choose c0-2 right)\n; cost = 2\n",
            2,
        ),
        ("game: zhed\nname: a\n\n1.G\n1..\n", "(choose c1-0 up n1)\n(choose c0-0 right n1)\n", 0),
        ("#####\n#@$.#\n#####\n", "(push c1-1 c1-2 c1-3 right)\n", 1),
        (
            "game: fold\nname: a\n\n1.\n",
            "(choose p1-1 right-0 c0-0 c0-1)\n(copy p1-1 right-0 c0-0 c0-1)\n",
            1,
        ),
        ("game: squares\nname: a\n\nAABB\nABAB\n", "(swap c1-1 c1-2 c0-2 c0-0 cb ca)\n", 1),
    ];
    for (level, plan, moves) in cases {
        let folder = Folder::new();
        folder.write("level.txt", level);
        folder.write("sas_plan", plan);
        let run = folder.run(&["check", "level.txt", "--plans", "sas_plan", "--json"]);
        let checked = &run.json()[0];
        assert_eq!(checked["solved"], moves > 0, "{}{}", run.out, run.err);
        assert_eq!(run.code, Some(if moves > 0 { 0 } else { 1 }), "{}", run.err);
        if moves > 0 {
            assert_eq!(checked["moves"], moves);
        }
    }
    let folder = Folder::new();
    folder.write("sas_plan", "(fly c0-0)\n");
    let level = ["check", "@classics", "--plans", "sas_plan"];
    folder.run(&level).is_refused(&["one level"]);
    folder.run(&[&level[..], &["--level", "twins"]].concat()).is_refused(&["fly", "not an action"]);
}
