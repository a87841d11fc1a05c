//! Pictures as files: what is written is decoded again.

use quadrille::desk;
use quadrille::draw::{self, Pixels};
use quadrille::levels::{Level, read};
use quadrille::moves::Move;
use quadrille::verify;

fn level() -> Level {
    let text = "game: tiles\nname: first (1)\n\nr . # .\n. . . .\n. b . B\n. . . R\n";
    read(text, None).levels().next().unwrap().clone()
}

fn plan(level: &Level, text: &str) -> Vec<Move> {
    level.game.notation().read(text).unwrap()
}

/// The chunks of a PNG file, with their checksums verified.
fn chunks(png: &[u8]) -> Vec<(String, Vec<u8>)> {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let mut rest = &png[8..];
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
        let body = &rest[4..8 + length];
        let sum = u32::from_be_bytes(rest[8 + length..12 + length].try_into().unwrap());
        assert_eq!(crc32fast::hash(body), sum);
        chunks.push((String::from_utf8(body[..4].to_vec()).unwrap(), body[4..].to_vec()));
        rest = &rest[12 + length..];
    }
    chunks
}

#[test]
fn a_png_file_has_the_pixels_of_the_board() {
    let level = level();
    let Pixels { width, height, rgb, .. } = draw::pixels(level.game, &level.grid, 2.0);
    assert_eq!((width, height), (2 * (4 * 44 + 16), 2 * (4 * 44 + 16)));
    let chunks = chunks(&draw::png(level.game, &level.grid, 2.0));
    let names: Vec<&str> = chunks.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["IHDR", "IDAT", "IEND"]);
    let head = [&(width as u32).to_be_bytes()[..], &(height as u32).to_be_bytes()].concat();
    assert_eq!(chunks[0].1, [&head[..], &[8, 2, 0, 0, 0]].concat());
    let rows = fdeflate::decompress_to_vec(&chunks[1].1).unwrap();
    let mut decoded: Vec<u8> = Vec::new();
    for row in rows.chunks(3 * width + 1) {
        // Every row is stored as the difference to the row above.
        assert_eq!(row[0], 2);
        let start = decoded.len().checked_sub(3 * width);
        for (column, byte) in row[1..].iter().enumerate() {
            decoded.push(byte.wrapping_add(start.map_or(0, |start| decoded[start + column])));
        }
    }
    assert_eq!(decoded, rgb);
}

#[test]
fn every_kind_of_cell_looks_different() {
    let level = level();
    let drawn = draw::pixels(level.game, &level.grid, 1.0);
    let cell = |row: usize, column: usize| -> Vec<u8> {
        let lines = (8 + 44 * row..8 + 44 * (row + 1)).map(|y| {
            let start = (y * drawn.width + 8 + 44 * column) * 3;
            &drawn.rgb[start..start + 44 * 3]
        });
        lines.flatten().copied().collect()
    };
    // A red block, a wall, floor, a blue block, and goals of both colours.
    let cells = [cell(0, 0), cell(0, 2), cell(1, 1), cell(2, 1), cell(2, 3), cell(3, 3)];
    for (index, one) in cells.iter().enumerate() {
        assert!(cells[..index].iter().all(|other| other != one), "cell {index}");
    }
    assert_eq!(cell(1, 1), cell(1, 2));
    // The letter is on the block: not all of its middle has its colour.
    let red = [0xd6, 0x2b, 0x2b];
    let block = cell(0, 0);
    let middle = |x: usize, y: usize| &block[(y * 44 + x) * 3..][..3];
    assert_eq!(middle(8, 22), red);
    assert!((14..30).any(|x| middle(x, 22) == [255, 255, 255]));
}

#[test]
fn a_gif_file_that_would_take_minutes_is_refused() {
    let level = level();
    let boards = vec![level.grid.clone(); 20_000];
    let refused = draw::gif(level.game, &boards, &[], 1.0).unwrap_err();
    assert_eq!(refused.code(), "film-too-long");
    assert!(refused.to_string().contains("20,000 positions"), "{refused}");
}

#[test]
fn a_gif_file_has_a_frame_for_every_position() {
    let level = level();
    let plan = plan(&level, "D R");
    let boards = verify::replay(level.game, &level.grid, &plan).unwrap().boards;
    let captions = draw::captions(level.game, &plan);
    assert_eq!(captions, ["start", "1 of 2: D", "2 of 2: R"]);
    let gif = draw::gif(level.game, &boards, &captions, 1.0).unwrap();
    assert_eq!(&gif[..6], b"GIF89a");
    let short = |at: usize| usize::from(u16::from_le_bytes([gif[at], gif[at + 1]]));
    let size = (short(6), short(8));
    let colours = 2_usize << (gif[10] & 7);
    let mut at = 13 + 3 * colours + 19;
    let mut frames = Vec::new();
    while gif[at] != 0x3b {
        assert_eq!(&gif[at..at + 4], [0x21, 0xf9, 4, 0]);
        let delay = short(at + 4);
        assert_eq!((short(at + 13), short(at + 15)), size);
        let bits = gif[at + 18];
        at += 19;
        let mut packed = Vec::new();
        while gif[at] != 0 {
            let length = usize::from(gif[at]);
            packed.extend(&gif[at + 1..at + 1 + length]);
            at += 1 + length;
        }
        at += 1;
        let mut decoder = weezl::decode::Decoder::new(weezl::BitOrder::Lsb, bits);
        let pixels = decoder.decode(&packed).unwrap();
        assert_eq!(pixels.len(), size.0 * size.1);
        frames.push((delay, pixels));
    }
    let delays: Vec<usize> = frames.iter().map(|(delay, _)| *delay).collect();
    assert_eq!(delays, [70, 70, 210]);
    assert!(frames[0].1 != frames[1].1 && frames[1].1 != frames[2].1);
    // The first frame shows the board as the picture of it does.
    let still = draw::pixels(level.game, &level.grid, 1.0);
    let colour = |pixel: u8| &gif[13 + 3 * usize::from(pixel)..][..3];
    let (x, y) = (8 + 8, 8 + 22);
    assert_eq!(colour(frames[0].1[y * size.0 + x]), &still.rgb[(y * still.width + x) * 3..][..3]);
}

#[test]
fn a_sheet_is_a_pdf_file_with_a_page_for_every_picture_of_the_sheet() {
    let mut level = level();
    level.solution = Some(plan(&level, "D R"));
    let levels = vec![level; 9];
    let pages = desk::sheet("Blocks – año", &levels, 2);
    let pdf = desk::sheet_pdf("Blocks – año", &levels, 2);
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.starts_with("%PDF-1.4\n") && text.ends_with("%%EOF\n"));
    let find = |from: usize, words: &str| {
        let place = pdf[from..].windows(words.len()).position(|found| found == words.as_bytes());
        place.map(|place| from + place)
    };
    // The table of objects begins where the last lines say, and points at every object.
    let start: usize = text.lines().rev().nth(1).unwrap().parse().unwrap();
    assert_eq!(&pdf[start..start + 4], b"xref");
    let table = String::from_utf8(pdf[start..].to_vec()).unwrap();
    let places = table.lines().filter_map(|line| line.strip_suffix(" 00000 n "));
    let mut count = 0;
    for (number, place) in (1..).zip(places) {
        let place: usize = place.parse().unwrap();
        assert!(pdf[place..].starts_with(format!("{number} 0 obj\n").as_bytes()), "{number}");
        count = number;
    }
    assert_eq!(count, 5 + 2 * pages.len());
    assert!(text.contains(&format!("/Count {} ", pages.len())));
    let mut from = 0;
    let mut contents = Vec::new();
    while let Some(place) = find(from, "stream\n") {
        let end = find(place, "\nendstream").unwrap();
        let mut decoder = weezl::decode::Decoder::with_tiff_size_switch(weezl::BitOrder::Msb, 8);
        contents.push(String::from_utf8(decoder.decode(&pdf[place + 7..end]).unwrap()).unwrap());
        from = end + 10;
    }
    assert_eq!(contents.len(), pages.len());
    // Every text of the pictures is in the file: names, letters on blocks, solutions.
    for (page, content) in pages.iter().zip(&contents) {
        assert_eq!(page.matches("<text ").count(), content.matches(" Tj ").count());
        assert_eq!(content.matches("q ").count(), content.matches("Q\n").count());
    }
    let hex: String = "1. first (1), 2 moves".bytes().map(|byte| format!("{byte:02x}")).collect();
    assert!(contents[0].contains(&hex));
    assert!(contents.last().unwrap().contains("392e20442052"), "the solution of level 9: '9. D R'");
}
