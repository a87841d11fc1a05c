//! The subcommands, one file each. To add one, write its file and add it to [`Command`] and
//! [`Command::run`].

mod census;
mod check;
mod claims;
mod cluster;
mod compare;
mod completions;
mod dataset;
mod describe;
mod explain;
mod generate;
mod grade;
mod inspect;
mod lab;
mod list;
mod man;
mod map;
mod pack;
mod play;
mod puzzlescript;
mod rate;
mod serve;
mod show;
mod solve;
mod space;
mod vary;

use clap::{Parser, Subcommand, ValueHint};

use crate::Context;
use crate::exit::{self, Abort, Exit};

const EXAMPLES: &str = "\
Examples:
  quadrille play                                play in the terminal
  quadrille serve --open                        the workbench in the browser
  quadrille solve levels.txt                    solve all levels of a file
  quadrille solve @classics --level stopper     solve one level of a pack
  quadrille show levels.txt                     draw them
  quadrille check @classics -l first-slide D R  check a solution
  quadrille describe tiles                      the game as a search problem
  quadrille compare @classics -l app-41         all methods on one level
  quadrille explain @classics -l twins          why one heuristic expands fewer
  quadrille claims --heuristic @my.heuristic    find a board that refutes a heuristic
  quadrille lab run @minute                     an experiment on many levels
  quadrille list levels                         list the packs that ship with the program
  quadrille generate tiles --moves 8..12        make new levels
  quadrille rate levels.txt                     rate how hard they are
  quadrille inspect level.txt                   find its shortcuts, dead ends and useless walls
  quadrille map level.txt --output map.svg      draw all its positions
  quadrille vary level.txt                      make levels like it
  quadrille pack check levels.txt               check a pack of levels before publishing it
  quadrille play @rush.puzzle                   play a puzzle that is a script
  quadrille grade assignment.toml ann.heuristic grade submissions of students
  quadrille space level.txt                     count all positions of a level
  quadrille census level.txt                    examine every board with the same pieces
  quadrille cluster run level.txt --scratch DIR search it with several processes
Each command has more: 'quadrille solve --help'.

";

#[derive(Parser, Debug)]
#[command(
    name = "quadrille",
    bin_name = "quadrille",
    disable_version_flag = true,
    about = "Solves grid puzzles by search, with proof: the fewest moves, or that there is no solution.",
    after_help = text_of(&[EXAMPLES, exit::HELP]),
    max_term_width = 100
)]
pub struct Cli {
    /// The command to run
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Add the puzzle in this file, 'my.puzzle', to the games; may be repeated
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub puzzle: Vec<String>,

    /// Print the version
    #[arg(short = 'V', long)]
    pub version: bool,

    /// Print commit, build, compiler and machine with --version
    #[arg(long, requires = "version")]
    pub verbose: bool,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Play(play::PlayArgs),
    Serve(serve::ServeArgs),
    Solve(solve::SolveArgs),
    Check(check::CheckArgs),
    Show(show::ShowArgs),
    Describe(describe::DescribeArgs),
    Compare(compare::CompareArgs),
    Explain(explain::ExplainArgs),
    Claims(claims::ClaimsArgs),
    Lab(lab::LabArgs),
    Dataset(dataset::DatasetArgs),
    List(list::ListArgs),
    Generate(generate::GenerateArgs),
    Rate(rate::RateArgs),
    Inspect(inspect::InspectArgs),
    Map(map::MapArgs),
    Vary(vary::VaryArgs),
    Pack(pack::PackArgs),
    Grade(grade::GradeArgs),
    Space(space::SpaceArgs),
    Census(census::CensusArgs),
    Cluster(cluster::ClusterArgs),
    #[command(name = "puzzlescript")]
    PuzzleScript(puzzlescript::PuzzleScriptArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Command {
    pub fn run(self, context: &mut Context) -> Result<Exit, Abort> {
        match self {
            Command::Play(args) => play::run(args, context),
            Command::Serve(args) => serve::run(args, context),
            Command::Solve(args) => solve::run(&args, context),
            Command::Check(args) => check::run(&args, context),
            Command::Show(args) => show::run(&args, context),
            Command::Describe(args) => describe::run(&args, context),
            Command::Compare(args) => compare::run(&args, context),
            Command::Explain(args) => explain::run(&args, context),
            Command::Claims(args) => claims::run(&args, context),
            Command::Lab(args) => lab::run(&args, context),
            Command::Dataset(args) => dataset::run(&args, context),
            Command::List(args) => list::run(&args, context),
            Command::Generate(args) => generate::run(&args, context),
            Command::Rate(args) => rate::run(&args, context),
            Command::Inspect(args) => inspect::run(&args, context),
            Command::Map(args) => map::run(&args, context),
            Command::Vary(args) => vary::run(&args, context),
            Command::Pack(args) => pack::run(&args, context),
            Command::Grade(args) => grade::run(&args, context),
            Command::Space(args) => space::run(&args, context),
            Command::Census(args) => census::run(&args, context),
            Command::Cluster(args) => cluster::run(&args, context),
            Command::PuzzleScript(args) => puzzlescript::run(&args, context),
            Command::Completions(args) => completions::run(&args, context),
            Command::Man(args) => man::run(&args, context),
        }
    }
}

fn text_of(parts: &[&str]) -> String {
    parts.concat()
}
