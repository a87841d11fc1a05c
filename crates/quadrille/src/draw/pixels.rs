//! Pictures of pixels: PNG files, and plans as animated GIF files. Edges are smooth; letters come
//! from a font of 8 by 8 dots, rounded.

use std::cmp::Reverse;
use std::collections::HashMap;

use font8x8::legacy::BASIC_LEGACY;
use weezl::{BitOrder, encode::Encoder};

use super::{Area, CAPTION, Canvas, FRAME, LAST, Paint, Point};
use super::{caption_middle, extent, ground, paint, paint_board};
use crate::definition::Rgb;
use crate::diagnostic::{Diagnostic, message};
use crate::game::Game;
use crate::grid::{Grid, Size};

/// A picture as rows of pixels, three bytes each: red, green, blue.
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    pub rgb: Vec<u8>,
    /// Pixels per unit of the drawing.
    scale: f64,
}

/// The usual scales of pictures and animations: 88 and 44 pixels per cell.
pub const PNG_SCALE: f64 = 2.0;
pub const GIF_SCALE: f64 = 1.0;

/// A board as pixels; `scale` 1 is 44 pixels per cell.
pub fn pixels(game: &dyn Game, board: &Grid<u16>, scale: f64) -> Pixels {
    let mut pixels = Pixels::blank(board.size(), 0, scale);
    paint_board(&mut pixels, &game.looks(board));
    pixels
}

pub fn png(game: &dyn Game, board: &Grid<u16>, scale: f64) -> Vec<u8> {
    pixels(game, board, scale).png()
}

/// The most pixels of an animation, all frames together: 500 boards of 16 by 16 cells, which take
/// some 15 seconds.
const GIF_PIXELS: usize = 1 << 28;

/// The positions of a plan as an animated GIF picture, with the captions below the boards. Fails if
/// there are too many.
pub fn gif(
    game: &dyn Game,
    boards: &[Grid<u16>],
    captions: &[String],
    scale: f64,
) -> Result<Vec<u8>, Diagnostic> {
    let frame = |number: usize| {
        let board = &boards[number];
        let mut pixels = Pixels::blank(board.size(), CAPTION, scale);
        let (width, height) = extent(board.size());
        ground(&mut pixels, width, height + CAPTION);
        paint(&mut pixels, &game.looks(board));
        if let Some(caption) = captions.get(number) {
            pixels.text(caption_middle(board.size()), 15.0, Paint::Text, caption);
        }
        pixels
    };
    let Some(board) = boards.first() else { return Ok(Vec::new()) };
    let Pixels { width, height, .. } = Pixels::blank(board.size(), CAPTION, scale);
    let most = GIF_PIXELS / (width * height);
    if boards.len() > most {
        return Err(message::film_too_long(boards.len(), most));
    }
    let frames: Vec<Vec<Run>> = (0..boards.len()).map(|number| frame(number).runs()).collect();
    Ok(animation((width, height), &frames))
}

impl Pixels {
    fn blank(size: Size, below: usize, scale: f64) -> Pixels {
        let (width, height) = extent(size);
        let pixels = |length: usize| (length as f64 * scale).round().max(1.0) as usize;
        let (width, height) = (pixels(width), pixels(height + below));
        Pixels { width, height, rgb: vec![255; width * height * 3], scale }
    }

    /// Mixes a colour into the pixels of an area. `share` gets a point of the drawing and returns
    /// how much of its pixel is covered.
    fn cover(&mut self, area: Area, colour: Rgb, share: impl Fn(Point) -> f64) {
        let range = |from: f64, length: f64, most: usize| {
            let low = (from * self.scale - 1.0).floor().max(0.0) as usize;
            let high = ((from + length) * self.scale + 1.0).ceil().max(0.0) as usize;
            low.min(most)..high.min(most)
        };
        let columns = range(area.x, area.width, self.width);
        for row in range(area.y, area.height, self.height) {
            for column in columns.clone() {
                let place = |index: usize| (index as f64 + 0.5) / self.scale;
                let share = share(Point { x: place(column), y: place(row) }).clamp(0.0, 1.0);
                let pixel = &mut self.rgb[(row * self.width + column) * 3..][..3];
                let colour = [colour.0, colour.1, colour.2];
                if share == 0.0 {
                    continue;
                } else if share == 1.0 {
                    pixel.copy_from_slice(&colour);
                    continue;
                }
                for (byte, new) in pixel.iter_mut().zip(colour) {
                    let mixed = f64::from(*byte) * (1.0 - share) + f64::from(new) * share;
                    *byte = mixed.round() as u8;
                }
            }
        }
    }

    /// The pixels in groups of one colour.
    fn runs(&self) -> Vec<Run> {
        let runs = self.rgb.as_chunks().0.chunk_by(|one, next| one == next);
        runs.map(|run| (run[0], run.len() as u32)).collect()
    }

    fn png(&self) -> Vec<u8> {
        let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
        let mut chunk = |name: &[u8; 4], data: &[u8]| {
            out.extend((data.len() as u32).to_be_bytes());
            let body = [name.as_slice(), data].concat();
            out.extend(&body);
            out.extend(crc32fast::hash(&body).to_be_bytes());
        };
        let (width, height) = (self.width as u32, self.height as u32);
        // 8 bits for each of red, green and blue; no interlacing.
        let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
        chunk(b"IHDR", &head);
        // Every row is stored as the difference to the one above, which is mostly zeros.
        let length = self.width * 3;
        let mut above = vec![0; length];
        let mut rows = Vec::with_capacity(self.rgb.len() + self.height);
        for row in self.rgb.chunks(length) {
            rows.push(2);
            rows.extend(
                row.iter().zip(&above).map(|(byte, above): (&u8, &u8)| byte.wrapping_sub(*above)),
            );
            above.copy_from_slice(row);
        }
        chunk(b"IDAT", &fdeflate::compress_to_vec(&rows));
        chunk(b"IEND", &[]);
        out
    }
}

/// The distance of a point from the edge of an area with round corners; negative inside.
fn distance(area: Area, corner: f64, point: Point) -> f64 {
    let x = (point.x - area.x - area.width / 2.0).abs() - area.width / 2.0 + corner;
    let y = (point.y - area.y - area.height / 2.0).abs() - area.height / 2.0 + corner;
    x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0) - corner
}

impl Canvas for Pixels {
    fn rect(&mut self, area: Area, corner: f64, paint: Paint) {
        let scale = self.scale;
        self.cover(area, paint.light(), |point| {
            let inside = -distance(area, corner, point) * scale;
            // Neighbouring rectangles without round corners leave no seam.
            if corner == 0.0 { f64::from(u8::from(inside >= 0.0)) } else { inside + 0.5 }
        });
    }

    fn frame(&mut self, area: Area, corner: f64, colour: Rgb) {
        let scale = self.scale;
        let outer = Area {
            x: area.x - 2.0,
            y: area.y - 2.0,
            width: area.width + 4.0,
            height: area.height + 4.0,
        };
        self.cover(outer, colour, |point| {
            let (x, y) = (point.x - area.x, point.y - area.y);
            let is_upright = x.min(area.width - x) < y.min(area.height - y);
            let along = if is_upright { y } else { x };
            let is_gap = along.rem_euclid(8.0) > 5.0;
            let inside = 1.5 - distance(area, corner, point).abs();
            if is_gap { 0.0 } else { inside * scale + 0.5 }
        });
    }

    fn disc(&mut self, centre: Point, radius: f64, colour: Rgb) {
        let scale = self.scale;
        let side = 2.0 * radius;
        let area = Area { x: centre.x - radius, y: centre.y - radius, width: side, height: side };
        self.cover(area, colour, |point| {
            (radius - (point.x - centre.x).hypot(point.y - centre.y)) * scale + 0.5
        });
    }

    fn text(&mut self, middle: Point, size: f64, paint: Paint, text: &str) {
        // Capital letters have 7 dots of 8, and are 0.72 times as high as the font size. A text
        // that is too long for the picture is made smaller.
        let count = text.chars().count() as f64;
        let room = self.width as f64 / self.scale - 4.0;
        let dot = (0.72 * size / 7.0).min(room / (8.0 * count));
        let (left, top) = (middle.x - (8.0 * count - 1.0) * dot / 2.0, middle.y - 3.5 * dot);
        let scale = self.scale;
        for (index, letter) in text.chars().enumerate() {
            let glyph =
                BASIC_LEGACY[if letter.is_ascii() { letter as usize } else { '?' as usize }];
            let left = left + index as f64 * 8.0 * dot;
            let area = Area { x: left, y: top, width: 8.0 * dot, height: 8.0 * dot };
            let is_set = |column: f64, row: f64| {
                let is_there = (0.0..8.0).contains(&column) && (0.0..8.0).contains(&row);
                f64::from(u8::from(is_there && glyph[row as usize] >> column as usize & 1 == 1))
            };
            self.cover(area, paint.light(), |point| {
                // Between the middles of dots their values are mixed; the edge of the letter is
                // where the mix is one half, which rounds corners.
                let (x, y) = ((point.x - left) / dot - 0.5, (point.y - top) / dot - 0.5);
                let (column, row) = (x.floor(), y.floor());
                let (right, below) = (x - column, y - row);
                let upper = is_set(column, row) * (1.0 - right) + is_set(column + 1.0, row) * right;
                let lower = is_set(column, row + 1.0) * (1.0 - right)
                    + is_set(column + 1.0, row + 1.0) * right;
                let mixed = upper * (1.0 - below) + lower * below;
                (mixed - 0.5) * dot * scale + 0.5
            });
        }
    }
}

/// A colour and the number of pixels that have it. All frames as pixels would take gigabytes.
type Run = ([u8; 3], u32);

/// Frames of one size as an animated GIF picture that repeats for ever.
fn animation((width, height): (usize, usize), frames: &[Vec<Run>]) -> Vec<u8> {
    let (colours, numbers) = palette(frames);
    let bits = (usize::BITS - (colours.len() - 1).leading_zeros()).clamp(2, 8);
    let size = [(width as u16).to_le_bytes(), (height as u16).to_le_bytes()].concat();
    let mut out = b"GIF89a".to_vec();
    out.extend(&size);
    out.extend([0xf0 | (bits - 1) as u8, 0, 0]);
    out.extend(colours.iter().flatten());
    out.resize(out.len() + ((1 << bits) - colours.len()) * 3, 0);
    out.extend(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00");
    for (number, runs) in frames.iter().enumerate() {
        let turns = if number + 1 == frames.len() { LAST } else { 1 };
        let delay = ((FRAME * turns / 10) as u16).to_le_bytes();
        out.extend([0x21, 0xf9, 4, 0, delay[0], delay[1], 0, 0, 0x2c, 0, 0, 0, 0]);
        out.extend(&size);
        out.extend([0, bits as u8]);
        let pixels = |(colour, count): &Run| std::iter::repeat_n(numbers[colour], *count as usize);
        let pixels: Vec<u8> = runs.iter().flat_map(pixels).collect();
        let packed = Encoder::new(BitOrder::Lsb, bits as u8).encode(&pixels).unwrap_or_default();
        for block in packed.chunks(255) {
            out.push(block.len() as u8);
            out.extend(block);
        }
        out.push(0);
    }
    out.push(0x3b);
    out
}

/// The 256 most frequent colours of all frames, and their numbers. Other colours, of smooth edges,
/// have the number of the nearest of these.
fn palette(frames: &[Vec<Run>]) -> (Vec<[u8; 3]>, HashMap<[u8; 3], u8>) {
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    for &(colour, count) in frames.iter().flatten() {
        *counts.entry(colour).or_default() += count as usize;
    }
    let mut colours: Vec<[u8; 3]> = counts.keys().copied().collect();
    colours.sort_by_key(|colour| (Reverse(counts[colour]), *colour));
    let mut numbers: HashMap<[u8; 3], u8> = colours.iter().copied().zip(0..=255).collect();
    let rest = colours.split_off(colours.len().min(256));
    for colour in rest {
        let gap = |other: &[u8; 3]| -> u32 {
            let parts = colour.iter().zip(other);
            parts.map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2)).sum()
        };
        let near = colours.iter().zip(0..=255).min_by_key(|(other, _)| gap(other));
        numbers.insert(colour, near.map_or(0, |(_, number)| number));
    }
    (colours, numbers)
}
