//! The results of submissions, for people and for programs.

use std::fmt::Write;

use quadrille_api::grade::{Assignment, Graded, Mark};
use quadrille_base::quantities;
use serde::Serialize;

use crate::console::Console;
use crate::exit::Abort;
use crate::output::table;

/// Formats points without trailing zeros.
pub fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Prints the checks of one submission as a table, and its isolation unless that is as before.
pub fn one(console: &mut Console, graded: &Graded, before: Option<&Graded>) -> Result<(), Abort> {
    let columns = [("check", false), ("points", true), ("of", true), ("result", false)];
    let mut rows = table::new(console, &columns);
    for mark in &graded.marks {
        let name =
            if mark.hidden { format!("{} (hidden)", mark.check) } else { mark.check.clone() };
        rows.add_row([name, points(mark.points), points(mark.most), mark.message.clone()]);
    }
    let all = quantities::counted(graded.marks.len() as u64, "check");
    console.line(&format!(
        "{}: {} of {} points, {all}",
        crate::printable::line(&graded.submission),
        points(graded.points),
        points(graded.most)
    ))?;
    if let Some(error) = &graded.error {
        console.line(&format!("error: {}", crate::printable::line(error)))?;
    }
    table::print(console, &rows)?;
    let is_new = before.is_none_or(|before| before.isolation != graded.isolation);
    if is_new && !graded.isolation.is_empty() {
        let words = format!("isolation: {}", graded.isolation.join("; "));
        console.line(&console.wrap(&words, 2))?;
    }
    Ok(())
}

/// Prints all submissions as a table.
pub fn all(console: &mut Console, graded: &[Graded]) -> Result<(), Abort> {
    let columns = [("submission", false), ("points", true), ("of", true), ("error", false)];
    let mut rows = table::new(console, &columns);
    for one in graded {
        let error = one.error.clone().unwrap_or_default();
        rows.add_row([one.submission.clone(), points(one.points), points(one.most), error]);
    }
    console.line("")?;
    table::print(console, &rows)
}

#[derive(Serialize)]
struct GradescopeResults<'a> {
    /// The sum of all tests. Students see it at once, so it is left out if some are hidden: then
    /// Gradescope adds up the visible tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    execution_time: f64,
    output: String,
    visibility: &'static str,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
struct Test<'a> {
    name: &'a str,
    score: f64,
    max_score: f64,
    status: &'static str,
    output: &'a str,
    visibility: &'static str,
}

impl Test<'_> {
    fn new(mark: &Mark) -> Test<'_> {
        Test {
            name: &mark.check,
            score: mark.points,
            max_score: mark.most,
            status: if mark.is_full() { "passed" } else { "failed" },
            output: &mark.message,
            visibility: if mark.hidden { "after_published" } else { "visible" },
        }
    }
}

/// The `results.json` of Gradescope.
pub fn gradescope(graded: &Graded) -> String {
    let hides = graded.marks.iter().any(|mark| mark.hidden);
    let mut output: Vec<String> = graded.error.iter().cloned().collect();
    if hides {
        let (reached, most) = graded.total(|mark| !mark.hidden);
        output.push(format!("visible checks: {} of {} points", points(reached), points(most)));
    }
    let results = GradescopeResults {
        score: (!hides).then_some(graded.points),
        execution_time: graded.seconds,
        output: output.join("\n"),
        visibility: "visible",
        tests: graded.marks.iter().map(Test::new).collect(),
    };
    serde_json::to_string_pretty(&results).unwrap_or_default() + "\n"
}

/// The gradebook: a line per submission, a column per check.
pub fn gradebook(assignment: &Assignment, graded: &[Graded]) -> String {
    let cell = |text: &str| {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        // A spreadsheet would treat these as formulas.
        let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text };
        match text.contains([',', '"', '\'']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text,
        }
    };
    let mut out = String::from("submission,points,of,seconds,error");
    for check in &assignment.checks {
        out += &format!(",{}", cell(&check.name));
    }
    out.push('\n');
    for one in graded {
        let (reached, most) = (points(one.points), points(one.most));
        let error = cell(one.error.as_deref().unwrap_or_default());
        out += &format!("{},{reached},{most},{:.1},{error}", cell(&one.submission), one.seconds);
        one.marks.iter().for_each(|mark| out += &format!(",{}", points(mark.points)));
        out.push('\n');
    }
    out
}

fn escaped(text: &str) -> String {
    let good = text.chars().filter(|letter| !letter.is_control());
    let mut out = String::new();
    for letter in good {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            other => out.push(other),
        }
    }
    out
}

/// JUnit XML: one suite per submission, one case per check.
pub fn junit(title: &str, graded: &[Graded]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites name=\"{}\">", escaped(title));
    for one in graded {
        let failures = one.marks.iter().filter(|mark| !mark.is_full()).count();
        let _ = writeln!(
            out,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" time=\"{:.3}\">",
            escaped(&one.submission),
            one.marks.len(),
            one.seconds
        );
        for mark in &one.marks {
            let _ = write!(out, "    <testcase name=\"{}\"", escaped(&mark.check));
            if mark.is_full() {
                out += "/>\n";
            } else {
                let _ = writeln!(
                    out,
                    "><failure message=\"{}\"/></testcase>",
                    escaped(&format!(
                        "{} of {}: {}",
                        points(mark.points),
                        points(mark.most),
                        mark.message
                    ))
                );
            }
        }
        if let Some(error) = &one.error {
            let _ = writeln!(out, "    <system-err>{}</system-err>", escaped(error));
        }
        out += "  </testsuite>\n";
    }
    out + "</testsuites>\n"
}
