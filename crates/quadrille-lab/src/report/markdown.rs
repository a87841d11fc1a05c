//! The report as Markdown: findings and tables.

use quadrille_base::markdown::{self, Document, escaped, list};

use super::{Cell, LabReport, Section, Table};

impl LabReport {
    /// Findings and tables as Markdown; with charts, it links to the files of
    /// [`LabReport::pictures`].
    pub fn markdown(&self, with_charts: bool) -> String {
        let facts = self.facts.iter().map(|(name, text)| format!("**{name}**: {}", escaped(text)));
        let incomplete = self.incomplete.as_ref();
        let incomplete = incomplete.map(|what| format!("**Not complete**: {what}."));
        let blocks = [list(facts), incomplete.unwrap_or_default()];
        let mut document = Document::new(&escaped(&self.title), &blocks);
        for section in &self.sections {
            let title = escaped(&section.title);
            let has_chart = with_charts && !section.chart.is_empty();
            let chart = has_chart.then(|| format!("![{title}]({}.svg)", section.id()));
            let blocks =
                [escaped(&section.finding), chart.unwrap_or_default(), table(&section.table)];
            document.section(&title, &blocks);
        }
        document.into_text()
    }

    /// The tables alone, each with its finding below.
    pub fn markdown_tables(&self) -> String {
        let part = |section: &Section| {
            format!("{}\n\n{}\n", table(&section.table), escaped(&section.finding))
        };
        self.sections.iter().map(part).collect::<Vec<_>>().join("\n")
    }
}

fn table(table: &Table) -> String {
    let is_right = |column: usize| {
        let mut cells = table.rows.iter().filter_map(|row| row.get(column));
        column > 0 && cells.any(Cell::is_number)
    };
    let head: Vec<String> = table.columns.iter().map(|name| escaped(name)).collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let rows = table.rows.iter();
    let rows = rows.map(|row| row.iter().map(|cell| escaped(&cell.shown())).collect());
    markdown::table(&head, &rows.collect::<Vec<_>>(), is_right)
}
