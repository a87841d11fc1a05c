//! Checks whether levels of a game can meet a spec at all.

use quadrille_base::quantities;

use super::Spec;
use crate::diagnostic::{Diagnostic, message};
use crate::game::Game;
use crate::grid::Size;

impl Spec {
    /// Returns an error if a spec makes no sense for a game.
    pub fn check(&self, game: &dyn Game) -> Result<(), Diagnostic> {
        let scope = game.scope();
        if !game.has_unit_costs() {
            return Err(message::unequal_costs(game.id()));
        }
        let small = |size: &&Size| size.rows().min(size.cols()) < scope.least_side;
        if let Some(size) = self.sizes.iter().find(small) {
            let (least, most) = (scope.least_side, Size::MAX_SIDE);
            return Err(message::size_too_small(*size, game.id(), least, most));
        }
        if let Some(moves) = &self.moves
            && (moves.is_empty() || *moves.end() == 0)
        {
            return Err(message::bad_move_range(*moves.start(), *moves.end()));
        }
        if self.stoppers > 0 && !scope.stoppers {
            return Err(message::no_stoppers(game.id()));
        }
        if self.stoppers >= scope.most_pieces {
            let most = scope.most_pieces - 1;
            return Err(message::too_many_stoppers(self.stoppers, game.id(), most));
        }
        let Some(pieces) = &self.pieces else { return Ok(()) };
        if *pieces.end() <= self.stoppers && self.stoppers > 0 {
            let nouns = quantities::plural(scope.piece);
            return Err(message::only_stoppers(self.stoppers, *pieces.end(), nouns));
        }
        if pieces.is_empty() || *pieces.end() == 0 || *pieces.start() > scope.most_pieces {
            let (nouns, most) = (quantities::plural(scope.piece), scope.most_pieces);
            let (start, end) = (*pieces.start(), *pieces.end());
            return Err(message::bad_piece_range(start, end, nouns, game.id(), most));
        }
        Ok(())
    }
}
