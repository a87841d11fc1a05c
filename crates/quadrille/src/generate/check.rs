//! Whether levels of a game can meet a spec at all.

use quadrille_base::quantities;

use super::Spec;
use crate::diagnostic::{Diagnostic, Site};
use crate::game::Game;
use crate::grid::Size;

impl Spec {
    /// Says what of a spec makes no sense for a game.
    pub fn check(&self, game: &dyn Game) -> Result<(), Diagnostic> {
        let scope = game.scope();
        let fault =
            |message: String, help: String| Err(Diagnostic::at(Site::Whole, message).help(help));
        if !game.has_unit_costs() {
            return fault(
                format!("levels of {} are not made: its moves have different costs", game.id()),
                "choose another game".to_string(),
            );
        }
        let small = |size: &&Size| size.rows().min(size.cols()) < scope.least_side;
        if let Some(size) = self.sizes.iter().find(small) {
            let least = scope.least_side;
            return fault(
                format!("{size} is too small for {}", game.id()),
                format!("a side has {least} to {} cells", Size::MAX_SIDE),
            );
        }
        if let Some(moves) = &self.moves
            && (moves.is_empty() || *moves.end() == 0)
        {
            return fault(
                format!("no level has {} to {} moves", moves.start(), moves.end()),
                "write the fewest and the most moves, as in 8..12".to_string(),
            );
        }
        if self.stoppers > 0 && !scope.stoppers {
            return fault(
                format!("{} has no stoppers", game.id()),
                "leave them out, or choose a game that has them".to_string(),
            );
        }
        if self.stoppers >= scope.most_pieces {
            return fault(
                format!("no level has {} stoppers", self.stoppers),
                format!("a level of {} has up to {}", game.id(), scope.most_pieces - 1),
            );
        }
        let Some(pieces) = &self.pieces else { return Ok(()) };
        if *pieces.end() <= self.stoppers && self.stoppers > 0 {
            let pieces_of = quantities::plural(scope.piece);
            return fault(
                format!("{} of {} {pieces_of} cannot be stoppers", self.stoppers, pieces.end()),
                format!("at least one has a goal: ask for more {pieces_of} or fewer stoppers"),
            );
        }
        if pieces.is_empty() || *pieces.end() == 0 || *pieces.start() > scope.most_pieces {
            let (pieces_of, most) = (quantities::plural(scope.piece), scope.most_pieces);
            return fault(
                format!("no level has {} to {} {pieces_of}", pieces.start(), pieces.end()),
                format!("a level of {} has 1 to {most} {pieces_of}, as in 2..4", game.id()),
            );
        }
        Ok(())
    }
}
