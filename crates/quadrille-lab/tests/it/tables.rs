//! Custom tables have the figures of the trials, counted by hand.

use crate::common::schedule;
use quadrille::record::Verdict;
use quadrille::search::Cancel;
use quadrille_lab::report::{Cell, LabReport, Table, TableDefinition};
use quadrille_lab::{Conditions, Results, Store, run};

fn results() -> Results {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.sqlite");
    let plan = "methods = ['bfs', 'greedy', 'astar']\nlimits = { nodes = 300, time = '100s' }\nrepeats = 2\n";
    let schedule = schedule(plan);
    let mut store = Store::open(&path, &schedule).unwrap();
    let conditions = Conditions::new(2, "test");
    run(&schedule, &mut store, &conditions, &Cancel::default(), |_, _| {}, |_| {}).unwrap();
    store.close().unwrap();
    Results::read(&path).unwrap()
}

fn definition(rows: &str, across: Option<&str>, figures: &str) -> TableDefinition {
    TableDefinition {
        rows: rows.to_string(),
        across: across.map(str::to_string),
        figures: figures.split(',').map(|figure| figure.parse().unwrap()).collect(),
        own_levels: false,
        factor: false,
    }
}

fn table(results: &Results, definition: &TableDefinition) -> Table {
    LabReport::of_definition(results, definition).unwrap().sections.remove(0).table
}

fn cell<'t>(table: &'t Table, row: &str, column: &str) -> &'t Cell {
    let column = table.columns.iter().position(|name| name == column).unwrap_or_else(|| {
        panic!("{:?}", table.columns);
    });
    let row = table.rows.iter().find(|cells| cells[0].shown() == row);
    &row.unwrap_or_else(|| panic!("{:?}", table.rows))[column]
}

/// The positions that a method expanded on the levels of a game, in the order of the levels.
fn expanded(results: &Results, game: &str, method: &str) -> Vec<(Verdict, f64)> {
    let trials = results.trials.iter().filter(|trial| {
        trial.game == game && trial.record.method.starts_with(method) && trial.repeat == 0
    });
    trials.map(|t| (t.record.outcome, t.record.stats.expanded as f64)).collect()
}

#[test]
fn folds_are_over_the_levels_that_all_answered() {
    let results = results();
    let made = table(&results, &definition("method", None, "coverage,expanded:sum,expanded:max"));
    // Breadth-first search does not answer one level of ZHED, so the others are used.
    let bfs = expanded(&results, "zhed", "bfs");
    assert_eq!(bfs[1].0, Verdict::Unknown);
    let tiles = expanded(&results, "tiles", "bfs");
    let sum: f64 = tiles.iter().map(|(_, count)| count).sum::<f64>() + bfs[0].1;
    let Cell::Number(shown, _) = cell(&made, "bfs", "expanded (sum)") else { panic!("a number") };
    assert_eq!(*shown, sum);
    assert_eq!(*cell(&made, "bfs", "coverage"), Cell::Of(4, 5));
    // Its own levels are the same as the common ones.
    let own = TableDefinition { own_levels: true, ..definition("method", None, "expanded:sum") };
    assert_eq!(
        cell(&table(&results, &own), "bfs", "expanded (sum)"),
        cell(&made, "bfs", "expanded (sum)")
    );
    let below = |rows| {
        let report =
            LabReport::of_definition(&results, &definition(rows, None, "expanded")).unwrap();
        report.markdown_tables()
    };
    assert!(
        below("method").contains(
            "4 of 5 levels that were answered by every method with an answer in their game"
        )
    );
    // Each game has its own heuristics, but the same algorithms.
    let differ = "Not all ran on the same levels";
    assert!(below("method").contains(differ) && !below("algorithm").contains(differ));
}

/// A method without an answer in one game is left out there, but its row then covers fewer levels.
#[test]
fn rows_over_different_levels_are_not_compared() {
    let mut results = results();
    results.trials.retain(|trial| !trial.record.method.starts_with("astar"));
    let below = |results: &Results, figures| {
        let report =
            LabReport::of_definition(results, &definition("algorithm", None, figures)).unwrap();
        report.markdown_tables()
    };
    let differ = "Not all rows are over the same of these levels";
    assert!(!below(&results, "expanded").contains(differ));
    for trial in &mut results.trials {
        if trial.game == "tiles" && trial.record.method.starts_with("greedy") {
            trial.record.outcome = Verdict::Unknown;
        }
    }
    assert!(below(&results, "expanded").contains(differ));
    assert!(!below(&results, "coverage").contains(differ));
}

#[test]
fn games_by_methods_have_a_line_for_all() {
    let results = results();
    let made = table(&results, &definition("game", Some("algorithm"), "coverage"));
    assert_eq!(made.columns, ["game", "bfs", "greedy", "astar"]);
    assert_eq!(*cell(&made, "tiles", "bfs"), Cell::Of(3, 3));
    assert_eq!(*cell(&made, "zhed", "bfs"), Cell::Of(1, 2));
    assert_eq!(*cell(&made, "all", "bfs"), Cell::Of(4, 5));
    let levels = table(&results, &definition("level", Some("method"), "expanded"));
    assert_eq!(cell(&levels, "long-way", "bfs").shown(), "✗");
}

#[test]
fn scores_are_those_of_the_competitions() {
    let mut results = results();
    // Times and costs as in an example by hand: plans of 5 and 10 moves, where 5 is the best.
    for trial in &mut results.trials {
        trial.record.stats.seconds = 10.0;
    }
    let trial = results.trials.iter().find(|trial| trial.level == "stopper").unwrap();
    assert_eq!(trial.optimum, Some(5));
    for trial in results.trials.iter_mut().filter(|trial| trial.level == "stopper") {
        if trial.record.method.starts_with("greedy") {
            trial.record.cost = Some(10);
        }
    }
    let chosen = results.filtered(&["level = stopper".parse().unwrap()]).unwrap();
    let made = table(&chosen, &definition("algorithm", None, "ipc-sat,ipc-agl"));
    assert_eq!(cell(&made, "greedy", "ipc-sat").shown(), "0.50");
    assert_eq!(cell(&made, "astar", "ipc-sat").shown(), "1.00");
    // 1 − log 10 / log 100
    assert_eq!(cell(&made, "astar", "ipc-agl").shown(), "0.50");
}

#[test]
fn revisions_stand_side_by_side() {
    let (old, mut new) = (results(), results());
    for trial in &mut new.trials {
        trial.record.stats.expanded *= 3;
    }
    let merged = Results::merged(vec![old.labelled("old"), new.labelled("new")]);
    let merged = merged.with_methods(&["bfs".to_string()]).unwrap();
    let definition =
        TableDefinition { factor: true, ..definition("game", Some("method"), "expanded:sum") };
    let made = table(&merged, &definition);
    assert_eq!(made.columns, ["game", "bfs [old]", "bfs [new]", "bfs [new] / bfs [old]"]);
    assert_eq!(made.rows[0][3].shown(), "3.00");
    let report = LabReport::new(&merged, None);
    assert!(report.sections.iter().any(|section| section.name == "pairs-expanded"));
}

#[test]
fn mistakes_name_what_there_is() {
    let results = results();
    let wrong =
        |definition: &TableDefinition| LabReport::of_definition(&results, definition).unwrap_err();
    assert!(wrong(&definition("methods", None, "coverage")).contains("did you mean 'method'?"));
    assert!(wrong(&definition("method", None, "expandde")).contains("did you mean 'expanded'?"));
    assert!(wrong(&definition("method", None, "level")).contains("no numbers"));
    let figure = |text: &str| text.parse::<quadrille_lab::report::Figure>().unwrap_err();
    assert!(figure("expanded:average").contains("geomean"));
    assert!(figure("coverage:sum").contains("not folded"));
    let named = results.clone().with_methods(&["dfs".to_string()]).unwrap_err();
    assert!(named.contains("no method 'dfs'; there are bfs"), "{named}");
    assert!(results.clone().with_methods(&["astar".to_string()]).is_ok(), "with its default");
}

#[test]
fn latex_has_what_fits_a_page() {
    let results = results();
    let report = LabReport::new(&results, None);
    let text = report.latex();
    let tables = text.matches("\\begin{table}").count();
    assert!(tables > 0 && tables < report.sections.len(), "{text}");
    assert!(!text.contains("\\begin{longtable}"), "{text}");
    assert!(text.contains("% Left out"), "{text}");
    let wide = "level,code,fingerprint,machine,version,method,plan,source,experiment,outcome";
    let columns: Vec<String> = wide.split(',').map(|name| name.repeat(3)).collect();
    assert!(!Table { columns, rows: Vec::new() }.fits_page());
}
