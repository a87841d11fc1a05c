//! The tables of a report for LaTeX, with `booktabs` and `longtable`.

use super::{Cell, Report, Table};

/// A text that LaTeX prints as it is.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '≥' => out.push_str("$\\geq$"),
            '✗' => out.push_str("$\\times$"),
            'µ' => out.push_str("\\textmu{}"),
            '–' => out.push_str("--"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

impl Report {
    /// All tables for LaTeX. The document needs the packages `booktabs`, `longtable` and
    /// `textcomp`.
    pub fn latex(&self) -> String {
        let mut out = String::from("% Needs \\usepackage{booktabs,longtable,textcomp}\n");
        for (name, text) in &self.facts {
            out += &format!("% {}: {}\n", name, text.replace('\n', " "));
        }
        for section in &self.sections {
            out += &table(&section.id(), &section.title, &section.finding, &section.table);
        }
        out
    }
}

fn table(id: &str, title: &str, finding: &str, table: &Table) -> String {
    let right = |column: usize| {
        let mut cells = table.rows.iter().filter_map(|row| row.get(column));
        column > 0 && cells.any(Cell::is_number)
    };
    let spec: String =
        (0..table.columns.len()).map(|column| if right(column) { 'r' } else { 'l' }).collect();
    let line = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
    let head = line(table.columns.iter().map(|name| plain(name)).collect());
    let mut out = format!(
        "\n% {}\n\\begin{{longtable}}{{{spec}}}\n\\caption{{{}}}\\label{{tab:{id}}}\\\\\n\\toprule\n{head}\\midrule\n\
         \\endfirsthead\n\\toprule\n{head}\\midrule\n\\endhead\n",
        finding.replace('\n', " "),
        plain(title),
    );
    for row in &table.rows {
        out += &line(row.iter().map(|cell| plain(&cell.shown())).collect());
    }
    out + "\\bottomrule\n\\end{longtable}\n"
}
