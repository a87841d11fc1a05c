//! A minimal Parquet writer: one row group, one page per column, plain encoding, no compression.
//!
//! The `parquet` crate brings two dozen crates and minutes of building; it and every other reader
//! can read these files. Format: <https://parquet.apache.org/docs/file-format/>, metadata in
//! Thrift's compact protocol.

use std::io::{self, Write};

use super::{Column, Kind, Value};

const MAGIC: &[u8; 4] = b"PAR1";
/// Encodings: values as they are, and runs of equal levels.
const PLAIN: i64 = 0;
const RLE: i64 = 3;

/// A column as written to the file.
struct Chunk {
    offset: u64,
    size: u64,
}

pub(super) fn write<R>(columns: &[Column<R>], rows: &[R], out: &mut impl Write) -> io::Result<()> {
    let mut file = MAGIC.to_vec();
    let mut chunks = Vec::new();
    for column in columns {
        let offset = file.len() as u64;
        let page = page(column, rows);
        let mut header = Thrift::default();
        header.int(1, 0);
        header.int(2, page.len() as i64);
        header.int(3, page.len() as i64);
        header.begin(5);
        header.int(1, rows.len() as i64);
        header.int(2, PLAIN);
        header.int(3, RLE);
        header.int(4, RLE);
        header.end();
        header.end();
        file.extend(header.bytes);
        file.extend(page);
        chunks.push(Chunk { offset, size: file.len() as u64 - offset });
    }
    let metadata = metadata(columns, rows.len(), &chunks);
    let length = u32::try_from(metadata.len()).map_err(io::Error::other)?;
    file.extend(metadata);
    file.extend(length.to_le_bytes());
    file.extend(MAGIC);
    out.write_all(&file)
}

/// The values of a column; for an optional one, the definition levels first.
fn page<R>(column: &Column<R>, rows: &[R]) -> Vec<u8> {
    let values: Vec<Option<Value<'_>>> = rows.iter().map(|row| (column.value)(row)).collect();
    let mut page = Vec::new();
    if !column.required {
        let mut levels = Vec::new();
        for run in values.chunk_by(|a, b| a.is_some() == b.is_some()) {
            varint(&mut levels, (run.len() as u64) << 1);
            levels.push(u8::from(run[0].is_some()));
        }
        page.extend((levels.len() as u32).to_le_bytes());
        page.extend(levels);
    }
    let mut truths = Vec::new();
    for value in values.into_iter().flatten() {
        match value {
            Value::Text(text) => {
                page.extend((text.len() as u32).to_le_bytes());
                page.extend(text.as_bytes());
            }
            Value::Whole(number) => page.extend(number.to_le_bytes()),
            Value::Real(number) => page.extend(number.to_le_bytes()),
            Value::Truth(truth) => truths.push(truth),
        }
    }
    for eight in truths.chunks(8) {
        let bits = eight.iter().enumerate().map(|(bit, &truth)| u8::from(truth) << bit);
        page.push(bits.fold(0, |byte, bit| byte | bit));
    }
    page
}

const fn physical(kind: Kind) -> i64 {
    match kind {
        Kind::Truth => 0,
        Kind::Whole => 2,
        Kind::Real => 5,
        Kind::Text => 6,
    }
}

fn metadata<R>(columns: &[Column<R>], rows: usize, chunks: &[Chunk]) -> Vec<u8> {
    let mut all = Thrift::default();
    all.int(1, 1);
    all.list(2, columns.len() + 1);
    all.text(4, "table");
    all.int(5, columns.len() as i64);
    all.end();
    for column in columns {
        all.element();
        all.int(1, physical(column.kind));
        all.int(3, i64::from(!column.required));
        all.text(4, &column.name);
        if column.kind == Kind::Text {
            all.int(6, 0);
            all.begin(10);
            all.begin(1);
            all.end();
            all.end();
        }
        all.end();
    }
    all.long(3, rows as i64);
    all.list(4, 1);
    all.list(1, columns.len());
    for (column, chunk) in columns.iter().zip(chunks) {
        if chunk.offset != chunks[0].offset {
            all.element();
        }
        all.long(2, chunk.offset as i64);
        all.begin(3);
        all.int(1, physical(column.kind));
        all.numbers(2, &[PLAIN, RLE]);
        all.texts(3, &[&column.name]);
        all.int(4, 0);
        all.long(5, rows as i64);
        all.long(6, chunk.size as i64);
        all.long(7, chunk.size as i64);
        all.long(9, chunk.offset as i64);
        all.end();
        all.end();
    }
    all.long(2, chunks.iter().map(|chunk| chunk.size as i64).sum());
    all.long(3, rows as i64);
    all.end();
    all.text(6, concat!("quadrille ", env!("CARGO_PKG_VERSION")));
    all.end();
    all.bytes
}

fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Thrift's compact protocol: fields by their distance from the previous one, numbers as zigzag
/// varints.
#[derive(Default)]
struct Thrift {
    bytes: Vec<u8>,
    /// The number of the last field of the current struct.
    last: i16,
    outer: Vec<i16>,
}

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Thrift {
    fn field(&mut self, id: i16, kind: u8) {
        let step = (id - self.last) as u8;
        self.bytes.push(step << 4 | kind);
        self.last = id;
    }

    fn number(&mut self, value: i64) {
        varint(&mut self.bytes, ((value << 1) ^ (value >> 63)) as u64);
    }

    fn int(&mut self, id: i16, value: i64) {
        self.field(id, I32);
        self.number(value);
    }

    fn long(&mut self, id: i16, value: i64) {
        self.field(id, I64);
        self.number(value);
    }

    fn string(&mut self, text: &str) {
        varint(&mut self.bytes, text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    fn text(&mut self, id: i16, text: &str) {
        self.field(id, BINARY);
        self.string(text);
    }

    fn size(&mut self, count: usize, kind: u8) {
        if count < 15 {
            self.bytes.push((count as u8) << 4 | kind);
        } else {
            self.bytes.push(0xf0 | kind);
            varint(&mut self.bytes, count as u64);
        }
    }

    fn numbers(&mut self, id: i16, values: &[i64]) {
        self.field(id, LIST);
        self.size(values.len(), I32);
        values.iter().for_each(|&value| self.number(value));
    }

    fn texts(&mut self, id: i16, texts: &[&str]) {
        self.field(id, LIST);
        self.size(texts.len(), BINARY);
        texts.iter().for_each(|text| self.string(text));
    }

    /// Begins a struct as a field.
    fn begin(&mut self, id: i16) {
        self.field(id, STRUCT);
        self.element();
    }

    /// Begins a list of structs as a field, and its first struct.
    fn list(&mut self, id: i16, count: usize) {
        self.field(id, LIST);
        self.size(count, STRUCT);
        if count > 0 {
            self.element();
        }
    }

    /// Begins the next struct of a list.
    fn element(&mut self) {
        self.outer.push(self.last);
        self.last = 0;
    }

    fn end(&mut self) {
        self.bytes.push(0);
        self.last = self.outer.pop().unwrap_or(0);
    }
}
