//! Rules in groups, and the loops among them.

use std::collections::BTreeMap;

use super::masks::Masked;
use crate::fault::{At, Code, Faults};
use crate::program::{Cell, Group, Phase};

/// The rules of a phase by the line of their group's first rule.
type Groups = BTreeMap<usize, Vec<Masked>>;

/// The rules before and after movement, in groups.
pub(super) fn arrange(rules: Vec<Masked>, faults: &mut Faults) -> (Phase, Phase) {
    let mut phases = [Groups::new(), Groups::new()];
    for rule in rules {
        phases[usize::from(rule.is_late)].entry(rule.group).or_default().push(rule);
    }
    let [early, late] = phases;
    let (mut early, mut late) = (collect(early, faults), collect(late, faults));
    check_ellipses(&mut early, faults);
    check_ellipses(&mut late, faults);
    (early, late)
}

fn collect(groups: Groups, faults: &mut Faults) -> Phase {
    let mut phase = Phase::default();
    for (_, mut rules) in groups {
        drop_overlaps(&mut rules, faults);
        if let Some(first) = rules.first() {
            let is_random = first.rule.is_random;
            let rules = rules.into_iter().map(|masked| masked.rule).collect();
            phase.groups.push(Group { rules, is_random, rigid: None });
        }
    }
    phase
}

/// Drops rules that require two objects of a layer in one cell. If no rule of a line is left, that
/// is a fault.
fn drop_overlaps(rules: &mut Vec<Masked>, faults: &mut Faults) {
    let mut first_pair = None;
    let mut kept: Vec<Masked> = Vec::with_capacity(rules.len());
    let mut rest = std::mem::take(rules).into_iter().peekable();
    while let Some(masked) = rest.next() {
        let Some(pair) = masked.overlap.clone() else {
            kept.push(masked);
            continue;
        };
        let (one, other) = first_pair.get_or_insert(pair);
        let line = masked.rule.line;
        let is_same = |near: Option<&Masked>| near.is_some_and(|near| near.rule.line == line);
        let is_alone = !is_same(kept.last()) && !is_same(rest.peek());
        if is_alone || kept.is_empty() && rest.peek().is_none() {
            faults.add(Code::NeverOverlap, At::Line(line), &[one, other]);
        }
    }
    *rules = kept;
}

fn check_ellipses(phase: &mut Phase, faults: &mut Faults) {
    for group in &mut phase.groups {
        group.rules.retain(|rule| {
            let at = At::Line(rule.line);
            for row in &rule.rows {
                let is_ellipsis = |cell: &Cell| matches!(cell, Cell::Ellipsis);
                let pairs = row.cells.windows(2);
                if pairs.into_iter().any(|pair| pair.iter().all(is_ellipsis)) {
                    faults.add(Code::EllipsisRow, at, &[]);
                }
                if row.ellipses > 2 {
                    faults.add(Code::EllipsisMany, at, &[]);
                    return false;
                }
            }
            true
        });
    }
    phase.groups.retain(|group| !group.rules.is_empty());
}

pub(super) fn number_rigid(phase: &mut Phase, faults: &mut Faults) -> Vec<usize> {
    let mut rigid = Vec::new();
    for (index, group) in phase.groups.iter_mut().enumerate() {
        if group.rules.iter().any(|rule| rule.is_rigid) {
            rigid.push(index);
            group.rigid = Some(rigid.len().min(31) as u8);
        }
    }
    if let Some(&index) = rigid.get(30) {
        let line = phase.groups[index].rules[0].line;
        faults.add(Code::RigidMany, At::Line(line), &[]);
    }
    rigid
}

/// Checks that loops are opened and closed in turn; closes an open one.
pub(super) fn check_loops(loops: &mut Vec<(usize, bool)>, faults: &mut Faults) {
    for (index, &(line, is_start)) in loops.iter().enumerate() {
        if index % 2 == 0 && !is_start {
            faults.add(Code::LoopEnd, At::Line(line), &[]);
        } else if index % 2 == 1 && is_start {
            faults.add(Code::LoopNested, At::Line(line), &[]);
        }
    }
    if loops.len() % 2 == 1
        && let Some(&(line, _)) = loops.last()
    {
        faults.add(Code::LoopOpen, At::Line(line), &[]);
        loops.push((line, false));
    }
}

/// For the last group of each loop, the first.
pub(super) fn place_loops(phase: &mut Phase, loops: &[(usize, bool)], faults: &mut Faults) {
    phase.loops = vec![None; phase.groups.len()];
    for pair in loops.chunks_exact(2) {
        let (start, end) = (pair[0].0, pair[1].0);
        let mut first = None;
        for (index, group) in phase.groups.iter().enumerate() {
            let from = group.rules[0].line;
            let to = group.rules[group.rules.len() - 1].line;
            if (from..=to).contains(&start) || (from..=to).contains(&end) {
                faults.add(Code::LoopMiddle, At::Line(start), &[]);
            }
            if end < from {
                break;
            }
            if start <= from {
                let first = *first.get_or_insert(index);
                if index > 0 && phase.loops[index - 1] == Some(first) {
                    phase.loops[index - 1] = None;
                }
                phase.loops[index] = Some(first);
            }
        }
    }
}
