//! An assignment as a link: the part that students may see, as JSON in URL-safe base64.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use quadrille::games::{self, Games};
use quadrille::levels::{self, Known};
use serde::{Deserialize, Serialize};

use super::assignment::{Assignment, Given, Kind, Language};
use super::form::CheckForm;
use crate::failure::Failure;
use crate::level::{ListedLevel, level_of};
use crate::response::Response;

/// The longest time, and the most levels or checks, in a link.
const MOST_SECONDS: u64 = 600;
const MOST_THINGS: usize = 200;

/// The part of an assignment that students may see.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    about: String,
    kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    levels: Vec<SheetLevel>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    hidden: bool,
    seconds: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    allow: Vec<Language>,
    checks: Vec<CheckForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SheetLevel {
    name: String,
    code: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optimal: Option<u32>,
}

impl Assignment {
    /// Encodes the assignment, without hidden levels and their checks.
    pub fn to_link(&self) -> String {
        let shown = self.levels.iter().filter(|given| !given.hidden);
        let sheet = Sheet {
            title: self.title.clone(),
            about: self.about.clone(),
            kind: self.kind,
            game: self.game.map(|game| game.id().to_string()),
            levels: shown
                .map(|Given { name, level, .. }| SheetLevel {
                    name: name.clone(),
                    code: levels::to_code(level),
                    optimal: match level.known {
                        Some(Known::Optimal(moves)) => Some(moves),
                        _ => None,
                    },
                })
                .collect(),
            hidden: self.has_hidden,
            seconds: self.time.as_secs().max(1),
            allow: self.allow.clone(),
            checks: self.checks.iter().map(|check| CheckForm::new(check, self)).collect(),
        };
        // Serialising plain fields cannot fail.
        URL_SAFE_NO_PAD.encode(serde_json::to_string(&sheet).unwrap_or_default())
    }

    pub fn from_link(word: &str) -> Result<Assignment, Failure> {
        let damaged = |what: String| {
            Failure::bad_request("bad-assignment", format!("the link of the assignment: {what}"))
                .help("copy the whole link again")
        };
        let bytes = URL_SAFE_NO_PAD.decode(word.trim());
        let bytes = bytes.map_err(|_| damaged("it is damaged".into()))?;
        let sheet: Sheet =
            serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
        if sheet.levels.len() > MOST_THINGS || sheet.checks.len() > MOST_THINGS {
            return Err(Failure::bad_request(
                "bad-assignment",
                format!("an assignment in the page has at most {MOST_THINGS} levels and checks"),
            )
            .help("leave some out, or make several assignments of it"));
        }
        let game = match &sheet.game {
            Some(id) => {
                Some(games::by_id(id).ok_or_else(|| damaged(format!("unknown game '{id}'")))?)
            }
            None => None,
        };
        let given = |SheetLevel { name, code, optimal }: &SheetLevel| {
            let mut level = level_of(&Games::default(), code)?;
            level.known = optimal.map(Known::Optimal);
            Ok(Given { name: name.clone(), level, hidden: false })
        };
        if sheet.kind == Kind::Solver {
            return Err(Failure::bad_request(
                "bad-assignment",
                "a solver is a program, which the page cannot run",
            )
            .help("grade it with 'quadrille grade'"));
        }
        let mut checks = Vec::new();
        for form in &sheet.checks {
            let check = form.bounded().read(sheet.kind, game, &checks);
            checks.push(check.map_err(|(what, _)| damaged(what))?);
        }
        Ok(Assignment {
            levels: sheet.levels.iter().map(given).collect::<Result<_, Failure>>()?,
            checks,
            title: sheet.title,
            about: sheet.about,
            kind: sheet.kind,
            game,
            has_hidden: sheet.hidden,
            missing: Vec::new(),
            time: Duration::from_secs(sheet.seconds.clamp(1, MOST_SECONDS)),
            each: Duration::from_secs(sheet.seconds.clamp(1, MOST_SECONDS)),
            format: String::new(),
            memory: u64::MAX,
            allow: sheet.allow,
        })
    }
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct AssignmentRequest {
    link: String,
}

/// An assignment as students see it.
#[derive(Serialize)]
pub(crate) struct PublicAssignment {
    title: String,
    about: String,
    kind: Kind,
    game: Option<&'static str>,
    levels: Vec<ListedLevel>,
    has_hidden: bool,
    max_time: u64,
    checks: Vec<CheckForm>,
}

pub(crate) fn assignment(
    request: &AssignmentRequest,
    _: &Games,
) -> Result<PublicAssignment, Failure> {
    let assignment = Assignment::from_link(&request.link)?;
    let levels = assignment.levels.iter().enumerate();
    Ok(PublicAssignment {
        levels: levels.map(|(at, given)| ListedLevel::new(at, &given.name, &given.level)).collect(),
        checks: assignment.checks.iter().map(|check| CheckForm::new(check, &assignment)).collect(),
        title: assignment.title,
        about: assignment.about,
        kind: assignment.kind,
        game: assignment.game.map(|game| game.id()),
        has_hidden: assignment.has_hidden,
        max_time: assignment.time.as_secs(),
    })
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ListedAssignment {
    pub name: String,
    pub title: String,
    pub about: String,
    pub kind: Kind,
    pub game: Option<&'static str>,
    pub link: String,
}

impl ListedAssignment {
    pub fn new(name: String, assignment: &Assignment) -> ListedAssignment {
        ListedAssignment {
            name,
            title: assignment.title.clone(),
            about: assignment.about.clone(),
            kind: assignment.kind,
            game: assignment.game.map(|game| game.id()),
            link: assignment.to_link(),
        }
    }
}

pub fn assignments(all: &[ListedAssignment]) -> Result<Response, Failure> {
    Response::json(&all)
}
