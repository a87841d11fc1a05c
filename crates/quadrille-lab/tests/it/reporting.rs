//! Reports and exports are complete, count unanswered levels, and are self-contained.

use crate::common::mixed;
use quadrille::record::Verdict;
use quadrille::search::Cancel;
use quadrille_lab::export::{COLUMNS, csv, json_lines};
use quadrille_lab::report::{Cell, LabReport};
use quadrille_lab::{Conditions, Results, Store, run};

fn results() -> Results {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.sqlite");
    let schedule = mixed(2);
    let mut store = Store::open(&path, &schedule).unwrap();
    run(&schedule, &mut store, &Conditions::new(2, "test"), &Cancel::default(), |_, _| {}, |_| {})
        .unwrap();
    store.close().unwrap();
    Results::read(&path).unwrap()
}

#[test]
fn every_section_has_its_chart_its_table_and_its_finding() {
    let report = LabReport::new(&results(), None);
    let mut names = std::collections::BTreeSet::new();
    for section in &report.sections {
        assert!(section.chart.starts_with("<svg"), "{}", section.title);
        assert!(section.finding.ends_with('.'), "{}", section.finding);
        assert!(
            !section.finding.contains("NaN") && !section.finding.contains("inf"),
            "{}",
            section.finding
        );
        assert!(!section.table.rows.is_empty(), "{}", section.title);
        for row in &section.table.rows {
            assert_eq!(row.len(), section.table.columns.len(), "{}", section.title);
        }
        assert!(names.insert((section.game.clone(), section.name.clone())), "{names:?}");
    }
    let has = |game: &str, name: &str| names.contains(&(game.to_string(), name.to_string()));
    for game in ["tiles", "zhed"] {
        for name in [
            "coverage",
            "levels-time",
            "levels-expanded",
            "levels-moves",
            "astar-levels-time",
            "astar-levels-expanded",
            "astar-moves",
            "astar-quality",
        ] {
            assert!(has(game, name), "{game} {name}");
        }
    }
    assert!(has("", "coverage"));
}

#[test]
fn what_was_not_answered_is_counted_and_shown() {
    let results = results();
    let stopped = results
        .trials
        .iter()
        .any(|r| r.record.outcome == Verdict::Unknown && r.record.method == "bfs");
    assert!(stopped, "the plan has a level that breadth-first search does not finish");
    let report = LabReport::new(&results, None);
    let section =
        |name: &str| report.sections.iter().find(|s| s.game == "zhed" && s.name == name).unwrap();
    let bfs = section("coverage")
        .table
        .rows
        .iter()
        .find(|row| row[0] == Cell::Text("bfs".into()))
        .unwrap();
    assert_eq!(bfs[1], Cell::Of(1, 2));
    let Cell::Number(par, _) = bfs[9] else { panic!("PAR10 is a number") };
    // One of two levels has no answer at a limit of ten minutes.
    assert!((3000.0..3001.0).contains(&par), "{par}");
    let time = &section("levels-time").table;
    let column = time.columns.iter().position(|name| name == "bfs").unwrap();
    assert!(time.rows.iter().any(|row| matches!(row[column], Cell::Stopped(..))));
    // The figures below the levels are over those that all methods answered.
    let expanded = &section("levels-expanded").table;
    let row = |name: &str| expanded.rows.iter().find(|row| row[0].shown() == name).unwrap();
    assert_eq!(row("mean, 1 level")[1..], row("step-over")[1..]);
    assert!(section("levels-time").chart.contains("stopped without an answer"));
    assert!(report.facts.iter().any(|(name, text)| name == "PAR10" && text.contains("ten times")));
}

#[test]
fn charts_per_level_show_every_heuristic_while_there_is_room() {
    let report = LabReport::new(&results(), None);
    let is_it = |section: &&quadrille_lab::report::Section| {
        section.game == "zhed" && section.name == "levels-expanded"
    };
    let section = report.sections.iter().find(is_it).unwrap();
    for method in &section.table.columns[1..] {
        assert!(section.chart.contains(&format!(">{method}</text>")), "{method}");
    }
    assert!(section.table.columns.contains(&"astar with h2".to_string()));
}

#[test]
fn the_page_stands_alone() {
    let mut results = results();
    results.title = "<script>alert('&')</script>".to_string();
    let page = LabReport::new(&results, None).html();
    assert!(!page.contains("<script"), "no scripts, not even foreign ones");
    assert!(page.contains("&lt;script&gt;"));
    let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
    assert!(
        !elsewhere.contains("http://")
            && !elsewhere.contains("https://")
            && !elsewhere.contains("@import")
    );
    assert!(page.contains("prefers-color-scheme"));
    assert_eq!(page.matches("<figure>").count(), page.matches("</figure>").count());
    for id in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
}

#[test]
fn an_incomplete_report_says_so() {
    let mut results = results();
    results.trials.truncate(9);
    let report = LabReport::new(&results, None);
    assert!(report.incomplete.as_ref().unwrap().contains("are not there yet"));
    assert!(report.html().contains("Not complete"));
    assert!(report.markdown(false).contains("Not complete"));
    results.trials.clear();
    let empty = LabReport::new(&results, None);
    assert!(empty.sections.is_empty() && empty.html().contains("</html>"));
}

#[test]
fn the_methods_of_the_scatter_can_be_chosen() {
    let pair = ("bfs".to_string(), "astar with relaxed".to_string());
    let report = LabReport::new(&results(), Some(&pair));
    let scatter: Vec<_> =
        report.sections.iter().filter(|s| s.name.starts_with("scatter")).collect();
    // The games with both methods have the chart.
    assert_eq!(scatter.len(), 2);
    assert!(scatter[0].title.starts_with("astar with relaxed against bfs"), "{}", scatter[0].title);
    assert!(scatter[0].chart.contains("<title>stopper: bfs "));
}

#[test]
fn exports_have_a_row_per_trial_and_a_field_per_column() {
    let mut results = results();
    results.trials[0].level = "a \"quoted\", name\nin two lines".to_string();
    let mut text = Vec::new();
    csv(&results.trials, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    assert_eq!(header, COLUMNS.iter().map(|column| column.name.as_ref()).collect::<Vec<_>>());
    assert!(text.contains("\"a \"\"quoted\"\", name\nin two lines\""));
    assert_eq!(text.lines().count(), results.trials.len() + 2);
    let mut lines = Vec::new();
    json_lines(&results.trials, &mut lines).unwrap();
    let lines = String::from_utf8(lines).unwrap();
    assert_eq!(lines.lines().count(), results.trials.len());
    for line in lines.lines() {
        let object: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(line).unwrap();
        assert_eq!(object.len(), COLUMNS.len());
        for column in COLUMNS.iter() {
            assert!(!column.required || !object[column.name.as_ref()].is_null(), "{}", column.name);
        }
    }
}

#[test]
fn the_documentation_has_every_column() {
    let docs = include_str!("../../../../docs/lab.md");
    for column in COLUMNS.iter() {
        let kind = match column.kind {
            quadrille_lab::export::Kind::Text => "text",
            quadrille_lab::export::Kind::Whole => "int64",
            quadrille_lab::export::Kind::Real => "float64",
            quadrille_lab::export::Kind::Truth => "bool",
        };
        let null = if column.required { "" } else { "yes" };
        let row = format!("| `{}` | {kind} | {null} | {} |", column.name, column.about);
        assert!(docs.contains(&row), "docs/lab.md lacks: {row}");
    }
}

#[cfg(feature = "check-parquet")]
#[test]
fn parquet_has_the_same_rows() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    let results = results();
    let mut bytes = Vec::new();
    quadrille_lab::export::parquet(&results.trials, &mut bytes).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.parquet");
    std::fs::write(&path, bytes).unwrap();
    let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), results.trials.len());
    let at = |name: &str| COLUMNS.iter().position(|column| column.name == name).unwrap();
    for (row, trial) in rows.iter().zip(&results.trials) {
        assert_eq!(row.len(), COLUMNS.len());
        assert_eq!(row.get_string(at("method")).unwrap(), &trial.record.method);
        assert_eq!(row.get_long(at("expanded")).unwrap(), trial.record.stats.expanded as i64);
        assert_eq!(row.get_double(at("seconds")).unwrap(), trial.record.stats.seconds);
        assert_eq!(row.get_long(at("cost")).ok(), trial.record.cost.map(i64::from));
        assert_eq!(row.get_string(at("heuristic")).ok(), trial.record.heuristic.as_ref());
    }
}
