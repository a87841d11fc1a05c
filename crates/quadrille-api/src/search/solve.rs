//! A search with its figures, and every better plan as soon as it is found.

use std::time::Duration;

use quadrille::games::Games;
use quadrille::levels::Level;
use quadrille::moves::Move;
use quadrille::search::{Control, Cost, Limits};
use quadrille::verify;
use serde::Serialize;

use super::outcome::PendingReport;
use super::progress::Figures;
use super::task::SolveRequest;
use super::{Events, SearchJob, StreamEvent, Ticks};
use crate::failure::Failure;

pub(crate) fn solve(
    request: &SolveRequest,
    games: &Games,
    limits: &Limits,
) -> Result<SearchJob, Failure> {
    let task = request.task(games, limits)?;
    let limits = task.limits;
    let outcome = PendingReport::pending(&task);
    let events = SolveEvents {
        level: task.level.clone(),
        outcome: outcome.clone(),
        ticks: Ticks::default(),
        reported: None,
    };
    let work = move |control: &Control| {
        control.progress.show_plans();
        outcome.set(task.run(control, None))
    };
    Ok(SearchJob { limits, can_restart: true, work: Box::new(work), events: Box::new(events) })
}

/// A plan that is not known to be the shortest.
#[derive(Serialize)]
struct Incumbent {
    plan: Vec<String>,
    cost: Cost,
    lower_bound: Cost,
}

struct SolveEvents {
    level: Level,
    outcome: PendingReport,
    ticks: Ticks,
    /// The cost of the last plan that was reported.
    reported: Option<Cost>,
}

impl SolveEvents {
    /// The best plan, if it is better than the last one reported and passes the plain rules.
    fn improvement(&mut self, control: &Control) -> Option<Incumbent> {
        let (plan, cost) = control.progress.plan::<Move>(self.reported)?;
        self.reported = Some(cost);
        let Level { game, grid, .. } = &self.level;
        verify::replay(*game, grid, &plan).ok()?.solves(cost).ok()?;
        let notation = self.outcome.notation();
        let plan = plan.into_iter().map(|mv| notation.write(mv)).collect();
        Some(Incumbent { plan, cost, lower_bound: control.progress.lower_bound().min(cost) })
    }
}

impl Events for SolveEvents {
    fn poll(&mut self, control: &Control, running: Duration) -> Vec<StreamEvent> {
        let mut events = Vec::new();
        if self.ticks.are_figures_due() {
            events.push(StreamEvent::new("progress", &Figures::new(&control.progress, running)));
        }
        events.extend(self.improvement(control).map(|plan| StreamEvent::new("plan", &plan)));
        events
    }

    fn finish(&mut self) -> Vec<StreamEvent> {
        vec![self.outcome.event()]
    }
}
