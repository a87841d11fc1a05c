//! `quadrille pack`: checks, sorts, fills and prints a file of levels.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand, ValueHint};
use quadrille::desk;
use quadrille::generate::{self, Rating, Theme};
use quadrille::levels::{self, Known, Level};
use quadrille::search::{Control, Limits, Outcome, Report};
use quadrille::{Method, verify};
use quadrille_base::quantities::{self, counted};
use serde::Serialize;

use super::rate::RatingInput;
use super::text_of;
use crate::Context;
use crate::args::FILES;
use crate::console;
use crate::each::{Each, Reporter};
use crate::errors::Fault;
use crate::exit::{self, Abort, Exit};
use crate::input::Item;
use crate::output::pictures::{self, Kind};
use crate::output::{file, json, report, table};
use crate::printable;

const EXAMPLES: &str = "\
Examples:
  quadrille pack check levels.txt
  quadrille pack sort levels.txt --output sorted.txt
  quadrille pack fill levels.txt --step 4 --output full.txt
  quadrille pack sheet levels.txt --columns 3 --output sheet.pdf
  quadrille pack draw levels.txt --output pictures/level.png
  quadrille pack draw levels.txt --output pictures/solution.gif

";

/// Check, sort, fill or print a pack of levels
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES.trim_end())]
pub struct PackArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Check names, solutions, claimed lengths and duplicates; show the difficulty curve
    #[command(after_help = text_of(&[FILES, "\n\n", exit::HELP]))]
    Check(CheckArgs),
    /// Write the levels from the easiest to the hardest, with solutions and ratings
    #[command(after_help = text_of(&[FILES, "\n\n", exit::HELP]))]
    Sort(SortArgs),
    /// Make levels where the difficulty rises too fast, and write the pack with them in order
    #[command(after_help = text_of(&[FILES, "\n\n", exit::HELP]))]
    Fill(FillArgs),
    /// Draw the levels on printable pages (A4), with the solutions at the end
    #[command(after_help = text_of(&[FILES, "\n\n", exit::HELP]))]
    Sheet(SheetArgs),
    /// Draw every level as a picture (PNG, SVG), or its solution as an animation (GIF)
    #[command(after_help = text_of(&[FILES, "\n\n", exit::HELP]))]
    Draw(DrawArgs),
}

#[derive(Args, Debug)]
struct CheckArgs {
    #[command(flatten)]
    input: RatingInput,

    /// Print one JSON object per level and line
    #[arg(long)]
    json: bool,
}

/// The figure of a rating that levels are sorted by.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum By {
    Score,
    Order,
}

#[derive(Args, Debug)]
struct SortArgs {
    #[command(flatten)]
    input: RatingInput,

    /// Sort by the score of the choices, or by moves, pieces and size as people do
    #[arg(long, value_enum, default_value_t = By::Score)]
    by: By,

    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

#[derive(Args, Debug)]
struct FillArgs {
    #[command(flatten)]
    input: RatingInput,

    /// Let the score rise by at most this much from level to level
    #[arg(long, value_name = "SCORE", default_value = "5", value_parser = clap::value_parser!(u32).range(1..=1000))]
    step: u32,

    /// Make other levels with another seed
    #[arg(long, value_name = "NUMBER", default_value = "0")]
    seed: u64,

    /// Stop making levels after this time: 500ms, 10s
    #[arg(short = 't', long, value_name = "TIME", default_value = "60s", value_parser = quantities::duration)]
    max_time: Duration,

    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

#[derive(Args, Debug)]
struct SheetArgs {
    #[command(flatten)]
    input: RatingInput,

    /// Put this many levels side by side
    #[arg(long, value_name = "COUNT", default_value = "2", value_parser = clap::value_parser!(u16).range(1..=8))]
    columns: u16,

    /// Write the pages to this file: X.pdf, or X.svg (several pages: X-1.svg, X-2.svg)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
}

#[derive(Args, Debug)]
struct DrawArgs {
    #[command(flatten)]
    input: RatingInput,

    /// Write to this file: X.png, X.svg or X.gif; several levels become X-NAME.png and so on
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
}

pub fn run(args: &PackArgs, context: &mut Context) -> Result<Exit, Abort> {
    match &args.what {
        What::Check(args) => check(args, context),
        What::Sort(args) => sort(args, context),
        What::Fill(args) => fill(args, context),
        What::Sheet(args) => sheet(args, context),
        What::Draw(args) => draw(args, context),
    }
}

/// The solution and the rating of a level.
struct Study {
    report: Report,
    rating: Option<Rating>,
}

struct Studied<'a> {
    item: &'a Item,
    level: &'a Level,
    study: Study,
}

/// The studies in the order of the items; `None` for items without one.
#[derive(Default)]
struct Studies(Vec<Option<Study>>);

impl Reporter<Study> for Studies {
    fn answer(
        &mut self,
        _context: &mut Context,
        _item: &Item,
        _level: &Level,
        study: Study,
    ) -> Result<Exit, Abort> {
        let exit = match study.report.outcome {
            Outcome::Unknown => Exit::of_stop(study.report.stop),
            Outcome::Unsolvable => Exit::No,
            Outcome::Solved { .. } => Exit::Fine,
        };
        self.0.push(Some(study));
        Ok(exit)
    }

    fn unread(&mut self) {
        self.0.push(None);
    }

    fn failed(&mut self, _item: &Item) {
        self.0.push(None);
    }

    fn skipped(&mut self) {
        self.0.push(None);
    }
}

/// Solves and rates every level, in the order of the files.
fn study<'a>(
    items: &'a [Item],
    input: &RatingInput,
    json: bool,
    context: &mut Context,
) -> Result<(Vec<Studied<'a>>, Exit), Abort> {
    let work = |_, level: &Level, control: Control| {
        let report = level.game.solve(&level.grid, &Method::default(), &control, None)?;
        let control = Control { progress: Default::default(), ..control };
        Ok(Study { report, rating: generate::rate(level, &control).ok() })
    };
    let (jobs, limits) = (input.workers(), input.limits());
    let each = Each { items, doing: "solving", jobs, limits, json };
    let mut studies = Studies::default();
    let exit = each.run(context, |_| String::new(), work, &mut studies)?;
    let all = items.iter().zip(studies.0).filter_map(|(item, study)| {
        Some(Studied { item, level: item.level.as_ref().ok()?, study: study? })
    });
    Ok((all.collect(), exit))
}

impl Studied<'_> {
    /// The figure to sort by; infinite without a rating.
    fn key(&self, by: By) -> f64 {
        self.study.rating.as_ref().map_or(f64::INFINITY, |rating| match by {
            By::Score => rating.score.into(),
            By::Order => rating.order,
        })
    }

    /// The level with the optimum, solution and rating filled in.
    fn completed(&self) -> Level {
        let mut level = self.level.clone();
        if let Outcome::Solved { plan, cost, optimal } = &self.study.report.outcome {
            level.known = Some(if *optimal { Known::Optimal(*cost) } else { Known::Best(*cost) });
            level.solution = Some(plan.clone());
        }
        level.difficulty = self.study.rating.as_ref().map(|rating| rating.score);
        level.themes = self.themes();
        level
    }

    fn themes(&self) -> Vec<Theme> {
        let rating = self.study.rating.as_ref();
        rating.map_or_else(Vec::new, |rating| Theme::of(self.level.grid.size(), rating))
    }

    /// The problems of the level itself.
    fn problems(&self) -> Vec<String> {
        let (level, report) = (self.level, &self.study.report);
        let mut problems = Vec::new();
        if level.name.as_deref().is_none_or(str::is_empty) {
            problems.push("it has no name".to_string());
        }
        let is_claimed = level.known == Some(Known::Unsolvable);
        match report.outcome {
            Outcome::Unsolvable if !is_claimed => problems.push("it has no solution".to_string()),
            Outcome::Unknown => problems.push("not solved within the limits".to_string()),
            _ => {}
        }
        problems.extend(report::contradiction(level, report));
        if let Some(plan) = &level.solution {
            let replay = verify::replay(level.game, &level.grid, plan);
            if let Err(error) = replay.and_then(|replay| replay.is_plan()) {
                problems.push(format!("its solution is wrong: {}", error.message()));
            }
        }
        let scores = level.difficulty.zip(self.study.rating.as_ref());
        if let Some((claimed, rating)) = scores.filter(|(claimed, rating)| *claimed != rating.score)
        {
            problems.push(format!("its difficulty is {}, not {claimed}", rating.score));
        }
        if !level.themes.is_empty() && level.themes != self.themes() {
            let themes: Vec<&str> = self.themes().into_iter().map(Theme::name).collect();
            problems.push(format!("its themes are {}", themes.join(" ")));
        }
        problems
    }
}

#[derive(Serialize)]
struct CheckFields<'a> {
    problems: &'a [String],
    score: Option<u32>,
}

fn check(args: &CheckArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = args.input.levels.load(context)?;
    let (all, mut exit) = study(&items, &args.input, args.json, context)?;
    let mut boards = HashMap::new();
    let mut names = HashMap::new();
    let mut rows = table::new(
        &context.console,
        &[("level", false), ("score", true), ("curve", false), ("problems", false)],
    );
    let mut found = 0;
    for studied in &all {
        let title = printable::line(&studied.item.title).into_owned();
        let mut problems = studied.problems();
        let level = studied.level;
        let board = (level.game.id(), level.game.canonical(&level.grid));
        if let Some(other) = boards.get(&board) {
            problems
                .push(format!("it is the same as {other} up to rotation, reflection and names"));
        } else {
            boards.insert(board, title.clone());
        }
        if let Some(name) = level.name.clone().filter(|name| !name.is_empty()) {
            let count = names.entry(name).or_insert(0);
            *count += 1;
            if *count > 1 {
                problems.push("an earlier level has its name".to_string());
            }
        }
        found += problems.len();
        let score = studied.study.rating.as_ref().map(|rating| rating.score);
        if args.json {
            let fields = CheckFields { problems: &problems, score };
            context.console.json(&json::LevelResult::new(studied.item, fields))?;
        } else {
            rows.add_row([
                title,
                score.map_or("–".to_string(), |score| score.to_string()),
                "=".repeat(score.unwrap_or(0).div_ceil(3).min(30) as usize),
                problems.join("; "),
            ]);
        }
    }
    if !args.json && !all.is_empty() {
        table::print(&mut context.console, &rows)?;
        context.console.line("")?;
        let scores = all.iter().filter_map(|one| Some(one.study.rating.as_ref()?.score));
        let scores: Vec<u32> = scores.collect();
        let falls = scores.windows(2).filter(|pair| pair[1] < pair[0]).count();
        let levels = counted(all.len() as u64, "level");
        let problems = counted(found as u64, "problem");
        context.console.line(&format!(
            "{levels}, {problems}; the curve falls {}.",
            counted(falls as u64, "time")
        ))?;
    }
    if found > 0 {
        exit = exit.max(Exit::No);
    }
    Ok(exit)
}

fn sort(args: &SortArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = args.input.levels.load(context)?;
    let (all, exit) = study(&items, &args.input, false, context)?;
    check_complete(&items, &all)?;
    let mut levels: Vec<(f64, Level)> =
        all.iter().map(|studied| (studied.key(args.by), studied.completed())).collect();
    levels.sort_by(|one, other| one.0.total_cmp(&other.0));
    let levels: Vec<Level> = levels.into_iter().map(|(_, level)| level).collect();
    write(&levels, args.output.as_deref(), context)?;
    Ok(exit)
}

/// Writes levels, those without a rating last.
fn write(levels: &[Level], output: Option<&Path>, context: &mut Context) -> Result<(), Abort> {
    let unrated = levels.iter().filter(|level| level.difficulty.is_none()).count();
    if unrated > 0 {
        console::remark(&format!(
            "without a rating, at the end: {}",
            counted(unrated as u64, "level")
        ));
    }
    let text = levels::write_all(levels, "native").map_err(Fault::from)?;
    match output {
        Some(path) => file::replace(path, text.as_bytes())?,
        None => context.console.text(&text)?,
    }
    Ok(())
}

fn fill(args: &FillArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = args.input.levels.load(context)?;
    let (all, mut exit) = study(&items, &args.input, false, context)?;
    check_complete(&items, &all)?;
    let mut levels: Vec<Level> = all.iter().map(Studied::completed).collect();
    let limits = Limits { max_time: Some(args.max_time), ..Limits::default() };
    let cancel = context.interrupt.arm();
    let control = Control { limits, cancel: cancel.clone(), ..Control::default() };
    let gaps = desk::fill(&levels, args.step, args.seed, &control);
    context.interrupt.disarm();
    let mut names: HashSet<String> = levels.iter().filter_map(|one| one.name.clone()).collect();
    let mut number = 0;
    for gap in &gaps {
        let (low, high) = gap.scores;
        let made = counted(gap.levels.len() as u64, "level");
        let open = if gap.is_closed { "" } else { "; a gap is left" };
        console::remark(&format!("{}: {made} between {low} and {high}{open}", gap.game));
        if !gap.is_closed {
            exit = exit.max(Exit::No);
        }
        for level in &gap.levels {
            let name = loop {
                number += 1;
                let name = format!("filled-{number:02}");
                if names.insert(name.clone()) {
                    break name;
                }
            };
            levels.push(Level { name: Some(name), ..level.clone() });
        }
    }
    if gaps.is_empty() {
        console::remark(&format!("no gap is larger than {}", args.step));
    }
    levels.sort_by_key(|level| level.difficulty.unwrap_or(u32::MAX));
    write(&levels, args.output.as_deref(), context)?;
    Ok(exit)
}

/// Fails if levels are missing, which a written file would lose.
fn check_complete(items: &[Item], all: &[Studied<'_>]) -> Result<(), Fault> {
    match items.len() == all.len() {
        true => Ok(()),
        false => Err(incomplete()),
    }
}

fn incomplete() -> Fault {
    Fault::new("nothing was written because some levels failed")
        .help("choose the good levels with --level, or fix the others")
}

fn sheet(args: &SheetArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = args.input.levels.load(context)?;
    let (all, exit) = study(&items, &args.input, false, context)?;
    check_complete(&items, &all)?;
    let levels: Vec<Level> = all.iter().map(Studied::completed).collect();
    let title = items.first().map_or("", |item| item.source.name.as_str());
    let title = Path::new(title).file_stem().map_or(title.into(), |stem| stem.to_string_lossy());
    let count = counted(levels.len() as u64, "level");
    let columns = args.columns.into();
    if args.output.extension().is_some_and(|end| end.eq_ignore_ascii_case("pdf")) {
        file::replace(&args.output, &desk::sheet_pdf(&title, &levels, columns))?;
        context.console.line(&format!("{count} in {}", args.output.display()))?;
        return Ok(exit);
    }
    let pages = desk::sheet(&title, &levels, columns);
    let stem = args.output.file_stem().unwrap_or_default().to_string_lossy();
    let mut names = Vec::new();
    for (number, page) in (1..).zip(&pages) {
        let name = match pages.len() {
            1 => args.output.clone(),
            _ => args.output.with_file_name(format!("{stem}-{number}.svg")),
        };
        file::replace(&name, page.as_bytes())?;
        names.push(name.file_name().unwrap_or_default().to_string_lossy().into_owned());
    }
    context.console.line(&format!(
        "{count} on {}: {}",
        counted(pages.len() as u64, "page"),
        names.join(", ")
    ))?;
    Ok(exit)
}

fn draw(args: &DrawArgs, context: &mut Context) -> Result<Exit, Abort> {
    let Some(kind) = Kind::of(&args.output) else {
        let name = args.output.to_string_lossy();
        return Err(Fault::new("the kind of the pictures is unknown")
            .of_file(&name)
            .help("use a name that ends with .png, .svg or .gif")
            .into());
    };
    let items = args.input.levels.load(context)?;
    let (all, exit) = match kind {
        Kind::Gif => study(&items, &args.input, false, context)?,
        Kind::Png | Kind::Svg => (Vec::new(), Exit::Fine),
    };
    let mut drawn: Vec<(&Item, Vec<u8>)> = Vec::new();
    let mut unsolved = 0;
    if kind == Kind::Gif {
        check_complete(&items, &all)?;
        for studied in &all {
            match &studied.study.report.outcome {
                Outcome::Solved { plan, .. } => {
                    drawn.push((studied.item, kind.film(studied.level, plan)?));
                }
                _ => unsolved += 1,
            }
        }
    } else {
        let good = items.iter().filter_map(|item| Some((item, item.level.as_ref().ok()?)));
        drawn.extend(good.map(|(item, level)| (item, kind.board(level))));
        if drawn.len() < items.len() {
            return Err(incomplete().into());
        }
    }
    if unsolved > 0 {
        console::remark(&format!("without a solution: {}", counted(unsolved, "level")));
    }
    pictures::write(&args.output, &drawn)?;
    Ok(exit)
}
