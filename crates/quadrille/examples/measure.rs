//! Solves all levels of a file and prints the time of the searches.
#![allow(missing_docs)]
use quadrille::{
    Method, levels,
    search::{Control, Outcome},
};
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let doc = levels::read(&text, None);
        let (mut total, mut worst, mut exp, mut bad) = (0.0, 0.0_f64, 0, 0);
        for e in &doc.entries {
            let l = e.level.as_ref().unwrap();
            let r = l.game.solve(&l.grid, &Method::default(), &Control::default(), None).unwrap();
            total += r.stats.seconds;
            worst = worst.max(r.stats.seconds);
            exp += r.stats.expanded;
            let ok = match (&r.outcome, l.known) {
                (Outcome::Solved { cost, optimal: true, .. }, Some(levels::Known::Optimal(k))) => {
                    *cost == k
                }
                (Outcome::Unsolvable, Some(levels::Known::Unsolvable)) => true,
                (_, None) => true,
                _ => false,
            };
            if !ok {
                bad += 1;
                println!("{}: {:?} {:?}", e.label, r.outcome, l.known);
            }
        }
        println!(
            "{path}: {} levels, {:.3} ms, worst {:.3} ms, {exp} expanded, {bad} bad",
            doc.entries.len(),
            total * 1e3,
            worst * 1e3
        );
    }
}
