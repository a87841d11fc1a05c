//! The language of the scripts: its limits, and its functions for boards.

use std::cell::RefCell;

use quadrille::games;
use rhai::{Array, Dynamic, Engine, FLOAT, INT, ImmutableString, Map};

use crate::board::{Mistake, ScriptBoard, place};
use crate::language::language;
use crate::lists;

/// The steps that a script may take for one board.
const MOST_STEPS: u64 = 1_000_000;
const MOST_CALLS: usize = 64;
/// The longest list, and the most entries of a map. The language counts a list again whenever it
/// grows, so the time for a long one is quadratic in its length.
const MOST_THINGS: usize = 5_000;
/// The longest text that a script may make, in bytes.
const MOST_TEXT: usize = 20_000;
const MOST_VARIABLES: usize = 500;
const MOST_DEPTH: usize = 128;

const NO_SLEEP: &str = "a script may not wait";

/// The properties and functions of boards of every game, with descriptions.
pub(crate) const COMMON: &[(&str, &str)] = &[
    ("rows", "the number of rows"),
    ("cols", "the number of columns"),
    ("at(row, col)", "the cell there: row, col, glyph; () beyond the border"),
    ("ray(thing, \"up\")", "the cells from a thing to the border, without it: row, col, glyph"),
    (
        "line(one, other)",
        "the cells from one thing to another, without the first; [] if they are not in line",
    ),
    ("get(row, col)", "the glyph there; \"\" beyond the border"),
    (
        "count(glyphs)",
        "the number of cells with one of these glyphs: \"o\", \"ox\" or [\"1\", \"10\"]",
    ),
    ("cells(glyphs)", "these cells, row by row: row, col, glyph"),
    ("first(glyphs), last(glyphs)", "the first and the last of them; () when there is none"),
];

/// The functions for numbers and things that every script has.
pub(crate) const HELPERS: &[(&str, &str)] = &[
    ("steps(one, other)", "rows plus columns between two things"),
    ("distance(one, other)", "the straight line between two things"),
    ("in_line(one, other)", "true if two things are in one row or column"),
    ("sum(list), mean(list)", "the sum and the mean of a list of numbers"),
    ("least(list), most(list)", "the extremes of a list; of none, infinity() and 0"),
    ("infinity()", "puts a board last"),
    ("log2(number)", "the logarithm to base 2"),
];

/// The most lines that are kept of a script's output, and the most characters of each.
const MOST_LINES: usize = 40;
const MOST_OF_LINE: usize = 200;

thread_local! {
    /// The lines printed on this thread, while they are captured.
    static PRINTED: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

fn record_line(line: &str) {
    PRINTED.with_borrow_mut(|printed| {
        if let Some(printed) = printed.as_mut().filter(|printed| printed.len() < MOST_LINES) {
            printed.push(line.chars().take(MOST_OF_LINE).collect());
        }
    });
}

/// Runs a script and also returns the lines it printed.
pub(crate) fn capture_output<T>(run: impl FnOnce() -> T) -> (T, Vec<String>) {
    PRINTED.set(Some(Vec::new()));
    let given = run();
    (given, PRINTED.take().unwrap_or_default())
}

pub(crate) fn engine() -> Engine {
    let mut engine = language();
    engine
        .set_max_operations(MOST_STEPS)
        .set_max_call_levels(MOST_CALLS)
        .set_max_array_size(MOST_THINGS)
        .set_max_map_size(MOST_THINGS)
        .set_max_string_size(MOST_TEXT)
        .set_max_expr_depths(MOST_DEPTH, MOST_DEPTH)
        .set_max_variables(MOST_VARIABLES)
        .disable_symbol("eval")
        // The language does not limit the arguments that are bound to a function.
        .disable_symbol("curry")
        .on_progress(crate::budget::poll)
        .on_print(record_line)
        .on_debug(|_, _, _| {});
    engine.register_type_with_name::<ScriptBoard>("board");
    let of_games = |game: &'static &dyn games::Game| {
        let lists = lists::of_game(game.id()).iter().map(|list| list.name);
        lists.chain(game.features().iter().map(|feature| feature.name)).collect::<Vec<_>>()
    };
    let mut names: Vec<&'static str> = games::ALL.iter().flat_map(of_games).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        engine.register_get(name, move |board: &mut ScriptBoard| board.word(name));
    }
    // An unknown word is an error that lists the known ones.
    engine.register_indexer_get(|board: &mut ScriptBoard, name: ImmutableString| board.word(&name));
    engine.register_get("rows", |board: &mut ScriptBoard| board.size().rows() as INT);
    engine.register_get("cols", |board: &mut ScriptBoard| board.size().cols() as INT);
    engine.register_fn("at", |board: &mut ScriptBoard, row: INT, col: INT| board.at(row, col));
    engine
        .register_fn("ray", |board: &mut ScriptBoard, from: Map, way: &str| board.ray(&from, way));
    engine
        .register_fn("line", |board: &mut ScriptBoard, from: Map, to: Map| board.line(&from, &to));
    crate::reading::register(&mut engine);
    crate::puzzle::register(&mut engine);
    // The language can wait, which no limit on steps would end.
    engine.register_fn("sleep", |_: INT| -> Result<(), Mistake> { Err(NO_SLEEP.into()) });
    engine.register_fn("sleep", |_: FLOAT| -> Result<(), Mistake> { Err(NO_SLEEP.into()) });
    numbers(&mut engine);
    texts(&mut engine);
    engine
}

/// `replace` as in the language, with a result of bounded length: the language could make a text
/// larger than memory.
fn texts(engine: &mut Engine) {
    fn replace(text: &mut ImmutableString, find: &str, by: &str) -> Result<(), Mistake> {
        let count = text.matches(find).count();
        if text.len() + count.saturating_mul(by.len()) > MOST_TEXT {
            return Err(format!("a text may have at most {MOST_TEXT} bytes").into());
        }
        *text = text.replace(find, by).into();
        Ok(())
    }
    engine.register_fn("replace", replace);
    engine.register_fn("replace", |text: &mut ImmutableString, find: &str, by: char| {
        replace(text, find, by.encode_utf8(&mut [0; 4]))
    });
    engine.register_fn("replace", |text: &mut ImmutableString, find: char, by: &str| {
        replace(text, find.encode_utf8(&mut [0; 4]), by)
    });
}

/// Distances, and numbers from lists of numbers.
fn numbers(engine: &mut Engine) {
    engine.register_fn("steps", |one: Map, other: Map| -> Result<INT, Mistake> {
        let (rows, cols) = apart(&one, &other)?;
        Ok(rows + cols)
    });
    engine.register_fn("distance", |one: Map, other: Map| -> Result<FLOAT, Mistake> {
        let (rows, cols) = apart(&one, &other)?;
        // A square root is exact to the last bit on every machine.
        Ok(((rows * rows + cols * cols) as FLOAT).sqrt())
    });
    engine.register_fn("in_line", |one: Map, other: Map| -> Result<bool, Mistake> {
        let (rows, cols) = apart(&one, &other)?;
        Ok(rows == 0 || cols == 0)
    });
    engine.register_fn("sum", |list: Array| -> Result<Dynamic, Mistake> {
        if list.iter().all(Dynamic::is_int) {
            let sum =
                list.iter().try_fold(0, |sum: INT, number| sum.checked_add(number.as_int().ok()?));
            return sum.map(Dynamic::from).ok_or_else(|| "the sum is too large".into());
        }
        Ok(of_list(&list)?.into_iter().sum::<FLOAT>().into())
    });
    engine.register_fn("mean", |list: Array| -> Result<FLOAT, Mistake> {
        let count = list.len().max(1) as FLOAT;
        Ok(of_list(&list)?.into_iter().sum::<FLOAT>() / count)
    });
    engine.register_fn("least", |list: Array| extreme(list, |new, old| new < old, FLOAT::INFINITY));
    engine.register_fn("most", |list: Array| extreme(list, |new, old| new > old, 0.0));
    engine.register_fn("infinity", || FLOAT::INFINITY);
    engine.register_fn("log2", |number: INT| (number as FLOAT).log2());
    engine.register_fn("log2", |number: FLOAT| number.log2());
}

fn apart(one: &Map, other: &Map) -> Result<(INT, INT), Mistake> {
    let (one, other) = (place(one)?, place(other)?);
    Ok((INT::from(one.row.abs_diff(other.row)), INT::from(one.col.abs_diff(other.col))))
}

fn of_list(list: &Array) -> Result<Vec<FLOAT>, Mistake> {
    let number = |value: &Dynamic| match (value.as_float(), value.as_int()) {
        (Ok(number), _) => Ok(number),
        (_, Ok(number)) => Ok(number as FLOAT),
        _ => Err(Mistake::from(format!("a list of numbers has a {} in it", value.type_name()))),
    };
    list.iter().map(number).collect()
}

/// The first number that is more extreme than all others; `none` for an empty list.
fn extreme(
    list: Array,
    is_beyond: fn(FLOAT, FLOAT) -> bool,
    none: FLOAT,
) -> Result<Dynamic, Mistake> {
    let numbers = of_list(&list)?;
    let mut best: Option<(usize, FLOAT)> = None;
    for (place, &number) in numbers.iter().enumerate() {
        if best.is_none_or(|(_, old)| is_beyond(number, old)) {
            best = Some((place, number));
        }
    }
    Ok(best.map_or(none.into(), |(place, _)| list[place].clone()))
}
