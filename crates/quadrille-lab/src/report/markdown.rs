//! The report as Markdown: findings and tables.

use super::{Cell, LabReport, Section, Table};

/// Escapes a text for a table cell.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            // Within a word an underscore stands for itself.
            '_' if out.ends_with(char::is_alphanumeric)
                && rest.peek().is_some_and(|next| next.is_alphanumeric()) =>
            {
                out.push(c);
            }
            '|' | '*' | '_' | '`' | '<' | '[' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

impl LabReport {
    /// Findings and tables as Markdown; with charts, it links to the files of
    /// [`LabReport::pictures`].
    pub fn markdown(&self, with_charts: bool) -> String {
        let mut out = format!("# {}\n\n", plain(&self.title));
        for (name, text) in &self.facts {
            out += &format!("- **{name}**: {}\n", plain(text));
        }
        if let Some(incomplete) = &self.incomplete {
            out += &format!("\n**Not complete**: {incomplete}.\n");
        }
        for section in &self.sections {
            out += &format!("\n## {}\n\n{}\n\n", plain(&section.title), plain(&section.finding));
            if with_charts && !section.chart.is_empty() {
                out += &format!("![{}]({}.svg)\n\n", plain(&section.title), section.id());
            }
            out += &table(&section.table);
        }
        out
    }
}

impl LabReport {
    /// The tables alone, each with its finding below.
    pub fn markdown_tables(&self) -> String {
        let part =
            |section: &Section| format!("{}\n{}\n", table(&section.table), plain(&section.finding));
        self.sections.iter().map(part).collect::<Vec<_>>().join("\n")
    }
}

fn table(table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = line(table.columns.iter().map(|name| plain(name)).collect());
    let right = |column: usize| {
        let mut cells = table.rows.iter().filter_map(|row| row.get(column));
        column > 0 && cells.any(Cell::is_number)
    };
    let rule = (0..table.columns.len()).map(|column| if right(column) { "--:" } else { "---" });
    out += &line(rule.map(String::from).collect());
    for row in &table.rows {
        out += &line(row.iter().map(|cell| plain(&cell.shown())).collect());
    }
    out
}
