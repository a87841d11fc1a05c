//! The game line by line, for screen readers, pipes and simple terminals: it prints the board,
//! reads a line with moves or a command, and prints the next board.

use std::io::{BufRead, IsTerminal, stdin};

use quadrille::Method;
use quadrille::games::SolveError;
use quadrille::moves::{Move, MoveKind};
use quadrille::registry;
use quadrille::search::{Limits, Outcome, Report, Stop};
use quadrille::verify;
use quadrille_base::memory;
use quadrille_base::quantities::counted;

use super::Opening;
use super::app::sentence;
use super::library::{Library, Place};
use super::method::named;
use super::progress::{SavedProgress, Store};
use super::round::Round;
use super::solver::{self, Job};
use crate::Context;
use crate::board;
use crate::exit::{Abort, Exit};

struct Word {
    names: &'static [&'static str],
    about: &'static str,
    command: Command,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Command {
    Undo,
    Redo,
    Restart,
    Hint,
    Solve,
    Watch,
    Method,
    Check,
    Show,
    Moves,
    Values,
    Levels,
    Level,
    Next,
    Previous,
    Help,
    Quit,
}

const WORDS: &[Word] = &[
    Word { names: &["u", "undo"], about: "undo a move", command: Command::Undo },
    Word { names: &["redo"], about: "replay an undone move", command: Command::Redo },
    Word {
        names: &["restart"],
        about: "go back to the start; redo replays the moves",
        command: Command::Restart,
    },
    Word { names: &["hint"], about: "the next move of a shortest plan", command: Command::Hint },
    Word {
        names: &["solve"],
        about: "print a plan; by default the shortest, or name a method such as 'greedy with h1'",
        command: Command::Solve,
    },
    Word { names: &["watch"], about: "print a plan with all its boards", command: Command::Watch },
    Word {
        names: &["method"],
        about: "set the method of 'solve' and 'watch'",
        command: Command::Method,
    },
    Word {
        names: &["check"],
        about: "check whether it can still be solved",
        command: Command::Check,
    },
    Word { names: &["show"], about: "print the board", command: Command::Show },
    Word { names: &["moves"], about: "list the legal moves", command: Command::Moves },
    Word {
        names: &["values"],
        about: "print the values of all heuristics, or of the one named",
        command: Command::Values,
    },
    Word { names: &["levels"], about: "list all levels", command: Command::Levels },
    Word { names: &["level"], about: "go to the level with this name", command: Command::Level },
    Word { names: &["next", "n"], about: "the next level", command: Command::Next },
    Word { names: &["previous", "p"], about: "the previous level", command: Command::Previous },
    Word { names: &["help", "?"], about: "print this list", command: Command::Help },
    Word {
        names: &["quit", "q"],
        about: "quit, as does the end of the input",
        command: Command::Quit,
    },
];

pub fn run(
    library: Library,
    progress: SavedProgress,
    store: Option<Store>,
    opening: Opening,
    shown: Option<Method>,
    note: Option<String>,
    context: &mut Context,
) -> Result<Exit, Abort> {
    if let Some(note) = note {
        context.console.line(&note)?;
    }
    let last = progress.last.as_ref().and_then(|last| library.find(&last.code));
    let place = match opening {
        Opening::Level(place) => Some(place),
        Opening::Group(group) => {
            Some(last.filter(|last| last.group == group).unwrap_or(Place { group, level: 0 }))
        }
        Opening::Menu => last.or_else(|| library.places().next()),
    };
    let Some(place) = place else {
        context.console.line("There are no levels here. Name a file: quadrille play FILE")?;
        return Ok(Exit::Fine);
    };
    let is_shown = shown.is_some();
    let mut table = Table {
        round: open(&library, &progress, place),
        library,
        progress,
        store,
        method: shown.unwrap_or_default(),
        context,
    };
    table.introduce()?;
    if is_shown {
        table.command(Command::Watch, "")?;
    }
    table.listen()
}

fn open(library: &Library, progress: &SavedProgress, place: Place) -> Option<Round> {
    let choice = library.choice(place)?.clone();
    let record = progress.of(&choice.code).cloned();
    Some(Round::new(place, choice, library.groups[place.group].pack.clone(), record.as_ref()))
}

struct Table<'a> {
    library: Library,
    progress: SavedProgress,
    store: Option<Store>,
    round: Option<Round>,
    method: Method,
    context: &'a mut Context,
}

impl Table<'_> {
    fn say(&mut self, text: &str) -> Result<(), Abort> {
        self.context.console.line(text)
    }

    fn listen(&mut self) -> Result<Exit, Abort> {
        let prompts = stdin().is_terminal();
        loop {
            if prompts {
                self.context.console.text("> ")?;
            }
            let mut bytes = Vec::new();
            match stdin().lock().read_until(b'\n', &mut bytes) {
                Ok(0) => {
                    if prompts {
                        self.say("")?;
                    }
                    return Ok(Exit::Fine);
                }
                Ok(_) => {}
                Err(error) => {
                    self.say(&format!("The input cannot be read: {error}"))?;
                    return Ok(Exit::Bad);
                }
            }
            let line = String::from_utf8_lossy(&bytes);
            if self.run_line(line.trim())? {
                return Ok(Exit::Fine);
            }
        }
    }

    /// Runs a line; true at the end.
    fn run_line(&mut self, line: &str) -> Result<bool, Abort> {
        if line.is_empty() {
            return Ok(false);
        }
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = WORDS.iter().find(|word| word.names.contains(&name));
        let takes_more = |word: &Word| {
            use Command::{Level, Method, Solve, Values, Watch};
            matches!(word.command, Level | Method | Solve | Watch | Values)
        };
        match word.filter(|word| rest.is_empty() || takes_more(word)) {
            Some(word) if word.command == Command::Quit => return Ok(true),
            Some(word) => self.command(word.command, rest.trim())?,
            None => self.play(line)?,
        }
        Ok(false)
    }

    fn command(&mut self, command: Command, rest: &str) -> Result<(), Abort> {
        let Some(round) = &mut self.round else { return Ok(()) };
        match command {
            Command::Undo if round.line.undo().is_none() => {
                self.say("This is the start of the level.")
            }
            Command::Redo if round.line.redo().is_none() => self.say("There is nothing to redo."),
            Command::Undo | Command::Redo => self.arrive(),
            Command::Restart => {
                round.line.go_to(0);
                self.arrive()
            }
            Command::Hint | Command::Check => self.search(command, Method::default()),
            Command::Solve | Command::Watch | Command::Method => self.with_method(command, rest),
            Command::Show => self.show(),
            Command::Moves => {
                let game = round.game();
                let moves = game.notation().write_all(&game.moves(round.line.board()));
                self.say(if moves.is_empty() { "There are no moves." } else { &moves })
            }
            Command::Values => {
                let game = round.game();
                let heuristics = match rest {
                    "" => Ok(game.every_heuristic()),
                    name => name.parse().map(|heuristic| vec![heuristic]),
                };
                let line = &round.line;
                let values = heuristics.map_err(SolveError::Heuristic).and_then(|heuristics| {
                    game.values_after(line.start(), line.standing(), &heuristics)
                });
                match values {
                    Ok(values) => {
                        let lines: Vec<String> = values.iter().map(ToString::to_string).collect();
                        self.say(&lines.join("\n"))
                    }
                    Err(error) => self.say(&crate::printable::line(&sentence(&error.to_string()))),
                }
            }
            Command::Levels => self.list_levels(),
            Command::Level => self.go_to(rest),
            Command::Next | Command::Previous => {
                match self.library.beside(round.place, command == Command::Next) {
                    Some(place) => self.open(place),
                    None => self.say("There are no more levels on that side."),
                }
            }
            Command::Help => self.help(),
            Command::Quit => Ok(()),
        }
    }

    fn help(&mut self) -> Result<(), Abort> {
        let Some(round) = &self.round else { return Ok(()) };
        let game = round.game();
        let (about, example) = (game.about(), game.notation().example());
        let about = self.context.console.wrap(about, 0);
        self.say(&about)?;
        self.say(&format!("Enter one or several moves, as in {example}, or a command:"))?;
        for word in WORDS {
            self.say(&format!("  {:<14} {}", word.names.join(", "), word.about))?;
        }
        if matches!(game.notation().kind, MoveKind::All | MoveKind::Keys) {
            self.say("A small u undoes a move; a capital U is the move up.")?;
        }
        Ok(())
    }

    fn list_levels(&mut self) -> Result<(), Abort> {
        let mut lines = Vec::new();
        for group in &self.library.groups {
            lines.push(format!("{}, {}:", group.game.title(), group.pack));
            for choice in &group.levels {
                let best = self.progress.of(&choice.code).and_then(|record| record.best);
                let known = choice
                    .known()
                    .map_or(String::new(), |(moves, _)| format!(", best known {moves}"));
                let solved =
                    best.map_or("not solved".to_string(), |moves| format!("solved in {moves}"));
                lines.push(format!(
                    "  {} ({}; {solved}{known})",
                    choice.title,
                    choice.level.grid.size()
                ));
            }
        }
        self.say(&lines.join("\n"))
    }

    fn go_to(&mut self, name: &str) -> Result<(), Abort> {
        let title =
            |place: Place| self.library.choice(place).map_or("", |choice| choice.title.as_str());
        let here = self.round.as_ref().map_or(0, |round| round.place.group);
        let mut places: Vec<Place> =
            self.library.places().filter(|&place| title(place) == name).collect();
        // Names may occur twice: prefer the current pack.
        places.sort_by_key(|place| place.group != here);
        match places.first() {
            Some(&place) => self.open(place),
            None => {
                let near = registry::nearest(name, self.library.places().map(title));
                let hint = near.first().map_or("'levels' lists them".to_string(), |near| {
                    format!("did you mean '{near}'?")
                });
                self.say(&format!("There is no level '{}'; {hint}.", crate::printable::line(name)))
            }
        }
    }

    fn open(&mut self, place: Place) -> Result<(), Abort> {
        self.round = open(&self.library, &self.progress, place);
        self.introduce()
    }

    /// Prints the title of the level, and the board.
    fn introduce(&mut self) -> Result<(), Abort> {
        let Some(round) = &self.round else { return Ok(()) };
        let best =
            round.fewest().map_or(String::new(), |(moves, _)| format!(", best known {moves}"));
        let text = format!(
            "{}: {}, {}, board {}{best}. 'help' lists the commands.",
            round.choice.title,
            round.game().title(),
            round.pack,
            round.line.board().size()
        );
        let notes = round.choice.level.notes.clone();
        self.say(&text)?;
        for note in notes {
            let note = self.context.console.wrap(&note, 0);
            self.say(&note)?;
        }
        self.show()
    }

    fn show(&mut self) -> Result<(), Abort> {
        let Some(round) = &self.round else { return Ok(()) };
        let drawn = board::draw(&self.context.console, round.game(), round.line.board());
        let played = round.line.counted();
        self.context.console.text(&drawn)?;
        self.say(&format!("{played} played."))
    }

    fn play(&mut self, line: &str) -> Result<(), Abort> {
        let Some(round) = &mut self.round else { return Ok(()) };
        let notation = round.game().notation();
        let moves = match notation.read(line) {
            Ok(moves) => moves,
            Err(mistake) => {
                let text = format!(
                    "{}; 'help' lists the commands.",
                    crate::printable::line(&mistake.message())
                );
                return self.say(&text);
            }
        };
        let mut trouble = None;
        let before = round.line.played();
        for mv in moves {
            if round.line.is_solved() {
                trouble = Some(
                    "The level is solved: 'next' for the next level, 'u' to undo.".to_string(),
                );
                break;
            }
            if let Err(reason) = round.play(mv) {
                trouble = Some(format!("{} is not possible here: {reason}.", notation.write(mv)));
                break;
            }
        }
        if round.line.played() > before {
            self.arrive()?;
        }
        trouble.map_or(Ok(()), |trouble| self.say(&trouble))
    }

    /// Saves the progress, and shows the position.
    fn arrive(&mut self) -> Result<(), Abort> {
        let Some(round) = &self.round else { return Ok(()) };
        let code = &round.choice.code;
        let moves = round.game().notation().write_all(round.line.moves());
        self.progress.leave(code, moves, round.line.played());
        let solved = round.line.is_solved();
        if solved {
            self.progress.solved(code, round.line.played() as u32);
        }
        self.keep()?;
        self.show()?;
        if solved {
            let praise = self.round.as_ref().map(Round::praise).unwrap_or_default();
            self.say(&praise)?;
        }
        Ok(())
    }

    /// Saves the progress. The first failure is reported, and the game continues.
    fn keep(&mut self) -> Result<(), Abort> {
        let Some(store) = &self.store else { return Ok(()) };
        match store.save(&self.progress) {
            Ok(()) => Ok(()),
            Err(note) => {
                self.store = None;
                self.say(&note)
            }
        }
    }

    /// Solves with the named or the current method, or sets the method.
    fn with_method(&mut self, command: Command, name: &str) -> Result<(), Abort> {
        let Some(round) = &self.round else { return Ok(()) };
        let game = round.game();
        let method = if name.is_empty() { Ok(self.method.clone()) } else { name.parse() };
        let method = match method.and_then(|method| crate::scripts::resolved(&method, game)) {
            Ok(method) => method,
            Err(error) => {
                return self.say(&crate::printable::line(&sentence(&error.message())));
            }
        };
        if command != Command::Method {
            return self.search(command, method);
        }
        self.method = method;
        let name = named(&self.method, game);
        self.say(&format!("'solve' and 'watch' use {name}."))
    }

    /// Shows the boards of a plan one after the other. The game stays where it is.
    fn watch(&mut self, job: &Job, plan: &[Move], report: &Report) -> Result<(), Abort> {
        let replay = match verify::replay(job.game, &job.board, plan) {
            Ok(replay) => replay,
            Err(refusal) => return self.say(&refusal.to_string()),
        };
        for (number, (mv, board)) in plan.iter().zip(replay.boards.iter().skip(1)).enumerate() {
            self.say(&format!("{}. {}", number + 1, job.game.notation().write(*mv)))?;
            let drawn = board::draw(&self.context.console, job.game, board);
            self.context.console.text(&drawn)?;
        }
        let proof = if report.is_optimal() { ", shortest possible" } else { "" };
        self.say(&format!(
            "{}{proof}, found by {} after {}.",
            job.game.counted_moves(&job.board, plan),
            named(&job.method, job.game),
            counted(report.stats.expanded, "position"),
        ))
    }

    /// Runs a search for a command. Ctrl-C stops it.
    fn search(&mut self, command: Command, method: Method) -> Result<(), Abort> {
        let Some(round) = &mut self.round else { return Ok(()) };
        if round.line.is_solved() {
            return self.say("The level is solved.");
        }
        let cancel = self.context.interrupt.arm();
        let memory = usize::try_from(memory::budget() / 3).unwrap_or(usize::MAX);
        let job = Job {
            ticket: 0,
            game: round.game(),
            board: round.line.board().clone(),
            method,
            limits: Limits { max_memory: Some(memory), ..Limits::default() },
            cancel,
            progress: Default::default(),
        };
        let report = solver::search(&job);
        self.context.interrupt.disarm();
        let report = match report {
            Ok(report) => report,
            Err(why) => return self.say(&why),
        };
        if report.is_optimal() && job.board == *round.line.start() {
            round.proved = report.plan().map(|(_, cost)| cost);
            if let Some(proved) = round.proved {
                self.progress.proved(&round.choice.code, proved);
            }
        }
        let notation = round.game().notation();
        let answer = match (&report.outcome, report.stop) {
            (Outcome::Solved { plan, .. }, _) => match (command, plan.as_slice()) {
                (Command::Hint, [first, ..]) => {
                    format!(
                        "Hint: {}, of {}.",
                        notation.write(*first),
                        job.game.counted_moves(&job.board, plan)
                    )
                }
                (Command::Check, _) => {
                    format!("Yes, in {}.", job.game.counted_moves(&job.board, plan))
                }
                _ => {
                    let moves = job.game.counted_moves(&job.board, plan);
                    format!("{moves}: {}", job.game.write_plan(&job.board, plan))
                }
            },
            (Outcome::Unsolvable, _) => "No: this is a dead end.".to_string(),
            (Outcome::Unknown, Some(Stop::Cancelled) | None) => {
                "Not known: the search was stopped.".to_string()
            }
            (Outcome::Unknown, Some(stop)) => format!("Not known: stopped by the {stop}."),
        };
        self.say(&answer)?;
        if let (Command::Watch, Some((plan, _))) = (command, report.plan()) {
            self.watch(&job, plan, &report)?;
        }
        // A signal stops the search, and then the game.
        match self.context.interrupt.exit() {
            Some(_) => Err(Abort::Closed),
            None => Ok(()),
        }
    }
}
