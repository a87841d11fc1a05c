//! Pages as a PDF file: shapes and texts in two of the fonts that every viewer has.
//!
//! A writer of our own: of `pdf-writer` a dozen calls would be used, and it takes as long to build
//! as everything else that pictures need.

use std::fmt::Write;

use weezl::{BitOrder, encode::Encoder};

use super::{Area, Canvas, Paint, Point};
use crate::definition::Rgb;

/// Points per tenth of a millimetre.
const POINTS: f64 = 72.0 / 254.0;

/// The part of a radius that makes a curve the quarter of a circle.
const ROUND: f64 = 0.5523;

/// Pages of one size. Lengths are tenths of a millimetre from the top left corner.
pub(crate) struct Pages {
    width: f64,
    height: f64,
    /// The operators of the last page; `None` before the first.
    page: Option<String>,
    /// The pages before it, compressed.
    done: Vec<Vec<u8>>,
}

impl Pages {
    pub(crate) fn new(width: usize, height: usize) -> Pages {
        let (width, height) = (width as f64 * POINTS, height as f64 * POINTS);
        Pages { width, height, page: None, done: Vec::new() }
    }

    /// Starts the next page.
    pub(crate) fn turn(&mut self) {
        // The coordinates of PDF begin at the bottom left.
        let upright = format!("{POINTS:.5} 0 0 -{POINTS:.5} 0 {:.3} cm\n", self.height);
        if let Some(page) = self.page.replace(upright) {
            self.done.push(compressed(&page));
        }
    }

    /// Draws with other coordinates: `scale` of these lengths per one of the drawing.
    pub(crate) fn within(
        &mut self,
        (x, y): (usize, usize),
        scale: f64,
        draw: impl FnOnce(&mut Pages),
    ) {
        self.put(&format!("q {scale:.4} 0 0 {scale:.4} {x} {y} cm"));
        draw(self);
        self.put("Q");
    }

    /// Writes a text that begins at a point of its base line.
    pub(crate) fn line(&mut self, (x, y): (usize, usize), size: usize, text: &str) {
        self.put("0.13 0.13 0.13 rg");
        self.write("F1", (x as f64, y as f64), size as f64, text);
    }

    fn put(&mut self, operators: &str) {
        if let Some(page) = &mut self.page {
            page.push_str(operators);
            page.push('\n');
        }
    }

    fn write(&mut self, font: &str, (x, y): (f64, f64), size: f64, text: &str) {
        let mut shown = String::new();
        for byte in text.chars().map(encoded) {
            let _ = write!(shown, "{byte:02x}");
        }
        self.put(&format!("BT /{font} {size} Tf 1 0 0 -1 {x:.2} {y:.2} Tm <{shown}> Tj ET"));
    }

    /// The path of a rectangle with round corners.
    fn path(&mut self, Area { x, y, width, height }: Area, corner: f64) {
        if corner == 0.0 {
            return self.put(&format!("{x:.2} {y:.2} {width:.2} {height:.2} re"));
        }
        let (right, bottom) = (x + width, y + height);
        let near = corner * (1.0 - ROUND);
        self.put(&format!("{:.2} {y:.2} m {:.2} {y:.2} l", x + corner, right - corner));
        let mut curve = |points: [f64; 6], to: [f64; 2]| {
            let points = points.map(|value| format!("{value:.2}")).join(" ");
            self.put(&format!("{points} c {:.2} {:.2} l", to[0], to[1]));
        };
        curve([right - near, y, right, y + near, right, y + corner], [right, bottom - corner]);
        curve(
            [right, bottom - near, right - near, bottom, right - corner, bottom],
            [x + corner, bottom],
        );
        curve([x + near, bottom, x, bottom - near, x, bottom - corner], [x, y + corner]);
        curve([x, y + near, x + near, y, x + corner, y], [x + corner, y]);
    }

    /// The file, with a title for the window of the viewer.
    pub(crate) fn finish(mut self, title: &str) -> Vec<u8> {
        self.done.extend(self.page.take().map(|page| compressed(&page)));
        let title: String = title.encode_utf16().map(|unit| format!("{unit:04x}")).collect();
        let count = self.done.len();
        let kids: Vec<String> = (0..count).map(|page| format!("{} 0 R", 6 + 2 * page)).collect();
        let font = |name: &str| {
            format!(
                "<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
            )
            .into_bytes()
        };
        let mut objects = vec![
            b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
            format!(
                "<< /Type /Pages /Count {count} /Kids [{}] /MediaBox [0 0 {:.2} {:.2}] \
                 /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>",
                kids.join(" "),
                self.width,
                self.height
            )
            .into_bytes(),
            font("Helvetica"),
            font("Helvetica-Bold"),
            format!("<< /Title <feff{title}> /Producer (Quadrille) >>").into_bytes(),
        ];
        for (page, content) in self.done.iter().enumerate() {
            let contents = 7 + 2 * page;
            objects.push(
                format!("<< /Type /Page /Parent 2 0 R /Contents {contents} 0 R >>").into_bytes(),
            );
            let length = content.len();
            let head = format!("<< /Length {length} /Filter /LZWDecode >>\nstream\n");
            objects.push([head.as_bytes(), content, b"\nendstream"].concat());
        }
        let mut out = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
        let mut table = String::from("0000000000 65535 f \n");
        for (number, object) in objects.iter().enumerate() {
            let _ = writeln!(table, "{:010} 00000 n ", out.len());
            out.extend(format!("{} 0 obj\n", number + 1).as_bytes());
            out.extend(object);
            out.extend(b"\nendobj\n");
        }
        let size = objects.len() + 1;
        let tail = format!(
            "xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R /Info 5 0 R >>\n\
             startxref\n{}\n%%EOF\n",
            out.len()
        );
        out.extend(tail.as_bytes());
        out
    }
}

/// The operators of a page in an encoding that every viewer reads.
fn compressed(operators: &str) -> Vec<u8> {
    let mut encoder = Encoder::with_tiff_size_switch(BitOrder::Msb, 8);
    encoder.encode(operators.as_bytes()).expect("all bytes have 8 bits")
}

/// A character in the encoding of the fonts, `?` if it has none.
fn encoded(letter: char) -> u8 {
    match letter {
        ' '..='~' | '\u{a0}'..='\u{ff}' => letter as u32 as u8,
        '…' => 0x85,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '•' => 0x95,
        '–' => 0x96,
        '—' => 0x97,
        _ => b'?',
    }
}

/// The width of a character of the bold font, in thousandths of its size. Only labels are centred.
fn width(letter: char) -> f64 {
    /// From A to Z.
    const CAPITALS: [u16; 26] = [
        722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722,
        667, 611, 722, 667, 944, 667, 667, 611,
    ];
    match letter {
        'A'..='Z' => f64::from(CAPITALS[letter as usize - 'A' as usize]),
        _ => 556.0,
    }
}

fn rgb(Rgb(red, green, blue): Rgb) -> String {
    [red, green, blue].map(|part| format!("{:.3}", f64::from(part) / 255.0)).join(" ")
}

impl Canvas for Pages {
    fn rect(&mut self, area: Area, corner: f64, paint: Paint) {
        self.put(&format!("{} rg", rgb(paint.light())));
        self.path(area, corner);
        self.put("f");
    }

    fn frame(&mut self, area: Area, corner: f64, colour: Rgb) {
        self.put(&format!("{} RG 3 w [5 3] 0 d", rgb(colour)));
        self.path(area, corner);
        self.put("s");
    }

    fn disc(&mut self, centre: Point, radius: f64, colour: Rgb) {
        let side = 2.0 * radius;
        let area = Area { x: centre.x - radius, y: centre.y - radius, width: side, height: side };
        self.rect(area, radius, Paint::Colour(colour));
    }

    fn text(&mut self, middle: Point, size: f64, paint: Paint, text: &str) {
        let width = text.chars().map(width).sum::<f64>() / 1000.0 * size;
        self.put(&format!("{} rg", rgb(paint.light())));
        self.write("F2", (middle.x - width / 2.0, middle.y + 0.36 * size), size, text);
    }
}
