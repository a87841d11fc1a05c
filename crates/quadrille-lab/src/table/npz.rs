//! Arrays for NumPy: `.npz`, a zip archive (stored, not compressed) of `.npy` arrays.

use std::io::{self, Write};

/// An array with its name in the archive.
#[derive(Clone, Debug)]
pub struct Array {
    pub name: String,
    /// The NumPy type of its values: `<u2`, `<i4`, `|b1`, `<U12`.
    pub kind: String,
    pub shape: Vec<usize>,
    /// Its values, the last axis fastest.
    pub bytes: Vec<u8>,
}

impl Array {
    /// Numbers of 16 bits.
    pub fn shorts(name: &str, shape: Vec<usize>, values: &[u16]) -> Array {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Array { name: name.to_string(), kind: "<u2".to_string(), shape, bytes }
    }

    /// Numbers of 32 bits.
    pub fn ints(name: &str, values: &[i32]) -> Array {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Array { name: name.to_string(), kind: "<i4".to_string(), shape: vec![values.len()], bytes }
    }

    pub fn truths(name: &str, values: &[bool]) -> Array {
        let bytes = values.iter().map(|&value| u8::from(value)).collect();
        Array { name: name.to_string(), kind: "|b1".to_string(), shape: vec![values.len()], bytes }
    }

    /// Texts, padded to the longest.
    pub fn texts(name: &str, values: &[String]) -> Array {
        let longest = values.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
        let mut bytes = Vec::with_capacity(values.len() * longest * 4);
        for text in values {
            let letters = text.chars().map(u32::from).chain(std::iter::repeat(0)).take(longest);
            bytes.extend(letters.flat_map(u32::to_le_bytes));
        }
        let kind = format!("<U{longest}");
        Array { name: name.to_string(), kind, shape: vec![values.len()], bytes }
    }

    /// The array in the `.npy` format.
    fn file(&self) -> Vec<u8> {
        let axes: Vec<String> = self.shape.iter().map(|axis| format!("{axis},")).collect();
        let mut header = format!(
            "{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
            self.kind,
            axes.join(" ")
        );
        // Magic, version and length take 10 bytes; the header ends with a newline at a multiple of
        // 64.
        while !(10 + header.len() + 1).is_multiple_of(64) {
            header.push(' ');
        }
        header.push('\n');
        let mut file = b"\x93NUMPY\x01\x00".to_vec();
        file.extend((header.len() as u16).to_le_bytes());
        file.extend(header.as_bytes());
        file.extend(&self.bytes);
        file
    }
}

/// Writes an archive of arrays.
pub fn write(arrays: &[Array], out: &mut impl Write) -> io::Result<()> {
    let mut archive: Vec<u8> = Vec::new();
    let mut directory: Vec<u8> = Vec::new();
    for array in arrays {
        let (name, file) = (format!("{}.npy", array.name), array.file());
        let size = u32::try_from(file.len())
            .map_err(|_| io::Error::other("an array is larger than 4 GiB"))?;
        let offset = u32::try_from(archive.len())
            .map_err(|_| io::Error::other("the archive is larger than 4 GiB"))?;
        let crc = crc32fast::hash(&file);
        // Version 2.0, no flags, stored, the first moment of 1980.
        let mut common = Vec::new();
        common.extend([20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0]);
        for number in [crc, size, size] {
            common.extend(number.to_le_bytes());
        }
        common.extend((name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        archive.extend(b"PK\x03\x04");
        archive.extend(&common);
        archive.extend(name.as_bytes());
        archive.extend(file);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&common);
        // No comment, first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = u32::try_from(archive.len()).map_err(io::Error::other)?;
    let count = (arrays.len() as u16).to_le_bytes();
    let length = (directory.len() as u32).to_le_bytes();
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\x00\x00\x00\x00");
    archive.extend(count);
    archive.extend(count);
    archive.extend(length);
    archive.extend(start.to_le_bytes());
    archive.extend([0, 0]);
    out.write_all(&archive)
}
