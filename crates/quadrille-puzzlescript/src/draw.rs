//! Boards as text with the glyphs of the legend, and as pictures with the game's sprites.

use std::fmt::Write;

use crate::bits::{Bits, iterate};
use crate::{Board, Program};

impl Program {
    fn cell<'a>(&self, board: &'a Board, x: usize, y: usize) -> &'a [u64] {
        let from = (x * board.height + y) * self.stride;
        &board.objects[from..from + self.stride]
    }

    /// The glyph of a cell: the one in the legend for the same objects, with or without the
    /// background; else that of its topmost object, or the first letter of its name.
    pub(crate) fn glyph(&self, cell: &[u64]) -> char {
        let background = self.background_layer.map(|layer| &self.layer_masks[layer]);
        let without = |words: &[u64]| -> Vec<u64> {
            let mut rest = words.to_vec();
            if let Some(background) = background {
                rest.iter_mut().zip(&background.0).for_each(|(word, mask)| *word &= !mask);
            }
            rest
        };
        let bare = without(cell);
        let known = |glyph: &&char| self.glyphs.get(glyph);
        let exact = self
            .glyph_order
            .iter()
            .find(|glyph| known(glyph).is_some_and(|mask| mask.0.iter().eq(cell)));
        let same = exact.or_else(|| {
            self.glyph_order
                .iter()
                .find(|glyph| known(glyph).is_some_and(|mask: &Bits| without(&mask.0) == bare))
        });
        if let Some(glyph) = same {
            return *glyph;
        }
        let Some(top) = iterate(cell).last() else { return ' ' };
        let alone = self
            .glyph_order
            .iter()
            .find(|glyph| known(glyph).is_some_and(|mask| mask.iter().last() == Some(top)));
        alone.copied().or_else(|| self.objects.get(top)?.name.chars().next()).unwrap_or('?')
    }

    /// A board as rows of glyphs.
    pub fn text(&self, board: &Board) -> String {
        let mut text = String::new();
        for y in 0..board.height {
            text.extend((0..board.width).map(|x| self.glyph(self.cell(board, x, y))));
            text.push('\n');
        }
        text
    }

    /// A board as a picture in SVG, five pixels per cell.
    pub fn svg(&self, board: &Board) -> String {
        let (width, height) = (board.width * 5, board.height * 5);
        let mut pixels: Vec<Option<&str>> = vec![None; width * height];
        for x in 0..board.width {
            for y in 0..board.height {
                for object in iterate(self.cell(board, x, y)) {
                    let Some(object) = self.objects.get(object) else { continue };
                    for (row, colours) in object.sprite.iter().enumerate() {
                        for (column, colour) in colours.iter().enumerate() {
                            let colour = colour.and_then(|n| object.colours.get(usize::from(n)));
                            if let Some(colour) = colour.and_then(Option::as_deref) {
                                pixels[(y * 5 + row) * width + x * 5 + column] = Some(colour);
                            }
                        }
                    }
                }
            }
        }
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{}\" height=\"{}\" shape-rendering=\"crispEdges\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            width * 8,
            height * 8,
            self.settings.background_colour,
        );
        for (y, row) in pixels.chunks_exact(width.max(1)).enumerate() {
            let mut x = 0;
            while x < row.len() {
                let run = row[x..].iter().take_while(|colour| **colour == row[x]).count();
                if let Some(colour) = row[x] {
                    // Writing to a text cannot fail.
                    let _ = writeln!(
                        svg,
                        "<rect x=\"{x}\" y=\"{y}\" width=\"{run}\" height=\"1\" fill=\"{colour}\"/>"
                    );
                }
                x += run;
            }
        }
        svg += "</svg>\n";
        svg
    }
}
