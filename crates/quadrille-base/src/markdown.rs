//! Documents in Markdown: a title, sections, lists and tables.

/// A document: a title, and sections of blocks.
#[derive(Clone, Debug)]
pub struct Document {
    text: String,
}

impl Document {
    /// A document that starts with these blocks.
    pub fn new(title: &str, blocks: &[String]) -> Document {
        let mut document = Document { text: format!("# {title}\n") };
        document.add(blocks);
        document
    }

    /// Adds a section, unless all its blocks are empty.
    pub fn section(&mut self, head: &str, blocks: &[String]) {
        if blocks.iter().any(|block| !block.is_empty()) {
            self.text += &format!("\n## {head}\n");
            self.add(blocks);
        }
    }

    fn add(&mut self, blocks: &[String]) {
        for block in blocks.iter().filter(|block| !block.is_empty()) {
            self.text += &format!("\n{block}\n");
        }
    }

    pub fn into_text(self) -> String {
        self.text
    }
}

/// A list, one item per line.
pub fn list(items: impl IntoIterator<Item = impl std::fmt::Display>) -> String {
    items.into_iter().map(|item| format!("- {item}")).collect::<Vec<_>>().join("\n")
}

/// A block of text as it is.
pub fn verbatim(text: &str) -> String {
    format!("```text\n{text}\n```")
}

/// Cells wider than this do not widen their column.
const WIDEST: usize = 40;

/// A table in columns of even width. `is_right` is true for the columns that are aligned right.
pub fn table(head: &[&str], rows: &[Vec<String>], is_right: impl Fn(usize) -> bool) -> String {
    let size = |text: &str| text.chars().count();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| size(cell));
        cells.filter(|&size| size <= WIDEST).chain([size(head[column]), 3]).max().unwrap_or(3)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let cells = cells.enumerate().map(|(column, cell)| {
            let room =
                " ".repeat(widths.get(column).map_or(0, |&all| all.saturating_sub(size(cell))));
            if is_right(column) { format!("{room}{cell}") } else { format!("{cell}{room}") }
        });
        format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
    };
    let rule = widths.iter().enumerate().map(|(column, &width)| {
        let end = if is_right(column) { ':' } else { '-' };
        format!("-{}{end}", "-".repeat(width))
    });
    let rule = format!("|{}|", rule.collect::<Vec<_>>().join("|"));
    let rows = rows.iter().map(|row| line(&mut row.iter().map(String::as_str)));
    let head = line(&mut head.iter().copied());
    [head, rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

/// A text whose characters stand for themselves, in one line.
pub fn escaped(text: &str) -> String {
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
