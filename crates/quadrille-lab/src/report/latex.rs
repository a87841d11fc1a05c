//! The tables of a report for LaTeX, with `booktabs`: those that fit a page.

use super::{Cell, LabReport, Section, Table};

/// Escapes a text for LaTeX.
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

impl LabReport {
    /// All tables in LaTeX. The document needs the packages `booktabs`, `longtable` and `textcomp`.
    pub fn latex(&self) -> String {
        let mut out = String::from("% Needs \\usepackage{booktabs,longtable,textcomp}\n");
        for (name, text) in &self.facts {
            out += &format!("% {}: {}\n", name, text.replace('\n', " "));
        }
        let is_alone = self.sections.len() == 1;
        let is_shown =
            |section: &&Section| is_alone || !section.detail && section.table.fits_page();
        for section in self.sections.iter().filter(is_shown) {
            out += &table(&section.id(), &section.title, &section.finding, &section.table);
        }
        let left_out: Vec<&Section> =
            self.sections.iter().filter(|section| !is_shown(section)).collect();
        if !left_out.is_empty() {
            out += "\n% Left out; 'quadrille lab table' prints parts of them:\n";
        }
        for section in left_out {
            out += &format!("% {} ({} rows)\n", section.title, section.table.rows.len());
        }
        out
    }
}

/// A table with more rows goes over several pages.
const MOST_ROWS: usize = 45;

fn table(id: &str, title: &str, finding: &str, table: &Table) -> String {
    let right = |column: usize| {
        let mut cells = table.rows.iter().filter_map(|row| row.get(column));
        column > 0 && cells.any(Cell::is_number)
    };
    let spec: String =
        (0..table.columns.len()).map(|column| if right(column) { 'r' } else { 'l' }).collect();
    let line = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
    let head = line(table.columns.iter().map(|name| plain(name)).collect());
    if table.rows.len() <= MOST_ROWS {
        let rows = table.rows.iter();
        let body: String =
            rows.map(|row| line(row.iter().map(|cell| plain(&cell.shown())).collect())).collect();
        return format!(
            "\n% {}\n\\begin{{table}}\n\\centering\n\\caption{{{}}}\\label{{tab:{id}}}\n\\begin{{tabular}}{{{spec}}}\n\\toprule\n\
             {head}\\midrule\n{body}\\bottomrule\n\\end{{tabular}}\n\\end{{table}}\n",
            finding.replace('\n', " "),
            plain(title),
        );
    }
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
