//! The report as one self-contained page: no network, no scripts.

use quadrille_base::quantities::counted;

use super::{Cell, LabReport, Section, Table};
use crate::charts::{ColourScheme, escape, style};

const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fff;--ground:#f4f5f7;--ink:#1c2127;--soft:#57606a;--edge:#d9dde3;--mark:#0b62c4}
@media(prefers-color-scheme:dark){:root{--paper:#14171c;--ground:#0d0f13;--ink:#e6e9ed;--soft:#a1aab5;--edge:#2c323b;--mark:#6cb0ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,sans-serif}
main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.55rem;line-height:1.25;margin:.5rem 0 1rem;text-wrap:balance}
h2{font-size:1.3rem;margin:2.75rem 0 .5rem;padding-top:1rem;border-top:2px solid var(--edge)}
h3{font-size:1.05rem;margin:2rem 0 .25rem}
a{color:var(--mark)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.15rem 1rem;margin:0 0 1rem}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
nav{margin:1rem 0;padding:.75rem 1rem;background:var(--paper);border:1px solid var(--edge);border-radius:8px}
nav ul{margin:.2rem 0 .6rem;padding-left:2.2rem;columns:2 16rem}nav li{break-inside:avoid}nav details{margin:0}nav a{font-weight:600}nav li a{font-weight:400}
.finding{margin:.25rem 0 .75rem;max-width:46rem}
.warning{padding:.6rem 1rem;border:2px dashed #c2410c;border-radius:8px}
figure{margin:0;overflow-x:auto;background:var(--paper);border:1px solid var(--edge);border-radius:8px}
figure svg{display:block;width:100%;min-width:38rem;max-width:60rem;height:auto}
details{margin:.4rem 0 0}summary{cursor:pointer;color:var(--soft)}
.wide{overflow-x:auto;margin-top:.4rem}
.more{margin-top:1.5rem}.more>summary{font-weight:600;padding:.5rem 0}
table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums;background:var(--paper)}
th,td{padding:.2rem .6rem;border-bottom:1px solid var(--edge);text-align:left;vertical-align:top}
td,tbody th{white-space:nowrap}
th{color:var(--soft);font-weight:600}.n{text-align:right}
footer{margin-top:3rem;color:var(--soft);font-size:.85rem}
@media print{:root{--paper:#fff;--ground:#fff;--ink:#000;--soft:#444;--edge:#bbb;color-scheme:light}
main{max-width:none;padding:0}nav,footer,summary,details:not([open]){display:none}
section{break-inside:auto}h2,h3,.finding{break-after:avoid}
@page{margin:12mm}body{font-size:10.5px;line-height:1.4}h1{font-size:1.3rem;margin:0 0 .5rem}
h2{margin:.6rem 0 .2rem;padding-top:.3rem}h3{margin:.5rem 0 .1rem}
.finding{max-width:none;margin:.1rem 0 .25rem;break-inside:avoid}
figure{break-inside:avoid;overflow:visible;border:0}
figure svg{min-width:0;width:auto;height:auto;max-width:130mm;max-height:68mm}
.wide{overflow:visible}table{font-size:.62rem}th,td{padding:.1rem .3rem;white-space:normal}tr{break-inside:avoid}}
";

impl LabReport {
    pub fn html(&self) -> String {
        let mut out = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>{STYLE}{}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
            style(ColourScheme::Viewer),
            title = escape(&self.title),
        );
        if let Some(incomplete) = &self.incomplete {
            out += &format!(
                "<p class=\"warning\"><strong>Not complete:</strong> {}.</p>\n",
                escape(incomplete)
            );
        }
        out += "<dl>\n";
        for (name, text) in &self.facts {
            out += &format!("<dt>{}</dt><dd>{}</dd>\n", escape(name), escape(text));
        }
        out += "</dl>\n";
        out += &self.contents();
        for sections in self.sections.chunk_by(|a, b| a.game == b.game) {
            let game = &sections[0].game;
            out += &format!("<h2 id=\"{}\">{}</h2>\n", anchor(game), heading(game));
            let (details, first): (Vec<&Section>, Vec<&Section>) =
                sections.iter().partition(|section| section.detail);
            out.extend(first.into_iter().map(part));
            if !details.is_empty() {
                out += &format!(
                    "<details class=\"more\"><summary>More: {} in detail</summary>\n",
                    counted(details.len() as u64, "chart")
                );
                out.extend(details.into_iter().map(part));
                out += "</details>\n";
            }
        }
        out += "<footer>Hover over a mark, or hold a finger on it, to see what it stands for. Every picture is beside this page as \
                a file too.</footer>\n</main>\n</body>\n</html>\n";
        out
    }

    /// The table of contents: games, each with its sections folded.
    fn contents(&self) -> String {
        let mut out = String::from("<nav aria-label=\"Contents\">\n");
        for sections in self.sections.chunk_by(|a, b| a.game == b.game) {
            let game = &sections[0].game;
            out += &format!(
                "<details><summary><a href=\"#{}\">{}</a> <small>{}</small></summary><ul>\n",
                anchor(game),
                heading(game),
                counted(sections.len() as u64, "chart")
            );
            for section in sections {
                let title = &section.title;
                let title = title.strip_suffix(&format!(", {game}")).unwrap_or(title);
                out += &format!("<li><a href=\"#{}\">{}</a></li>\n", section.id(), escape(title));
            }
            out += "</ul></details>\n";
        }
        out + "</nav>\n"
    }
}

fn anchor(game: &str) -> String {
    format!("game-{}", if game.is_empty() { "all" } else { game })
}

fn heading(game: &str) -> String {
    match quadrille::games::by_id(game) {
        Some(game) => escape(game.title()),
        None if game.is_empty() => "All games".to_string(),
        None => escape(game),
    }
}

fn part(section: &Section) -> String {
    // The page contains the style sheet of the charts only once.
    let own = format!("<style>{}</style>\n", style(ColourScheme::Viewer));
    let chart = section.chart.replacen(&own, "", 1);
    let figure =
        if chart.is_empty() { String::new() } else { format!("<figure>{chart}</figure>\n") };
    let rows = section.table.rows.len();
    let is_short = rows <= 12 && section.name == "coverage";
    let open = is_short || section.chart.is_empty();
    format!(
        "<section id=\"{}\">\n<h3>{}</h3>\n<p class=\"finding\">{}</p>\n{figure}\
         <details{}><summary>The numbers ({rows} rows)</summary>\n{}</details>\n</section>\n",
        section.id(),
        escape(&section.title),
        escape(&section.finding),
        if open { " open" } else { "" },
        table(&section.table),
    )
}

fn table(table: &Table) -> String {
    let right = |column: usize| {
        let mut cells = table.rows.iter().filter_map(|row| row.get(column));
        column > 0 && cells.any(Cell::is_number)
    };
    let class = |column: usize| if right(column) { " class=\"n\"" } else { "" };
    let mut out = String::from("<div class=\"wide\"><table>\n<thead><tr>");
    for (column, name) in table.columns.iter().enumerate() {
        out += &format!("<th scope=\"col\"{}>{}</th>", class(column), escape(name));
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        out += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            let text = escape(&cell.shown());
            out += &match column {
                0 => format!("<th scope=\"row\">{text}</th>"),
                column => format!("<td{}>{text}</td>", class(column)),
            };
        }
        out += "</tr>\n";
    }
    out + "</tbody></table></div>\n"
}
