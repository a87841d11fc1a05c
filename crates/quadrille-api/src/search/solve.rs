//! A search with its live figures, and every better plan as soon as it is found.

use std::time::Duration;

use quadrille::levels::Level;
use quadrille::moves::Move;
use quadrille::search::{Control, Cost};
use quadrille::verify;
use serde::Serialize;

use super::end::End;
use super::progress::ProgressRow;
use super::task::Asked;
use super::{Event, Search, Story};
use crate::failure::Failure;
use crate::limits::Bounds;

/// Live figures come once in so many ticks.
const EVERY: u32 = 2;

/// The search, and what is told of it.
pub(super) fn solve(asked: &Asked, bounds: &Bounds) -> Result<Search, Failure> {
    let task = asked.task(bounds)?;
    let limits = task.limits;
    let end = End::new(&task);
    let story = Solving { level: task.level.clone(), end: end.clone(), ticks: 0, told: None };
    let work = move |control: &Control| {
        control.progress.show_plans();
        end.set(task.run(control, None))
    };
    Ok(Search { limits, can_restart: true, work: Box::new(work), story: Box::new(story) })
}

#[derive(Serialize)]
struct PlanRow {
    plan: Vec<String>,
    cost: Cost,
    lower_bound: Cost,
}

struct Solving {
    level: Level,
    end: End,
    ticks: u32,
    /// The cost of the last plan that was told.
    told: Option<Cost>,
}

impl Solving {
    /// The best plan, if it is better than the last one that was told, and solves the level by the plain rules.
    fn better(&mut self, control: &Control) -> Option<PlanRow> {
        let (plan, cost) = control.progress.plan::<Move>(self.told)?;
        self.told = Some(cost);
        let Level { game, grid, .. } = &self.level;
        verify::replay(*game, grid, &plan).ok()?.solves(cost).ok()?;
        let notation = self.end.notation();
        let plan = plan.into_iter().map(|mv| notation.write(mv)).collect();
        Some(PlanRow { plan, cost, lower_bound: control.progress.lower_bound().min(cost) })
    }
}

impl Story for Solving {
    fn news(&mut self, control: &Control, running: Duration) -> Vec<Event> {
        self.ticks += 1;
        let mut events = Vec::new();
        if self.ticks % EVERY == 1 {
            events.push(Event::new("progress", &ProgressRow::new(&control.progress, running)));
        }
        events.extend(self.better(control).map(|row| Event::new("plan", &row)));
        events
    }

    fn end(&mut self) -> Vec<Event> {
        vec![self.end.event()]
    }
}
