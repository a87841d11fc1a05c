//! The file system that a confined program sees.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, mount, mount_bind, mount_change, mount_remount,
};

use super::Confinement;

/// The folder in memory that a confined program may write to.
const SCRATCH: &str = "/dev/shm";

/// Hides files, makes all others read-only, and shows only the processes of this namespace.
pub(super) fn wall_off(confinement: &Confinement) -> io::Result<()> {
    let own = MountFlags::NOSUID | MountFlags::NODEV;
    mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)?;
    for folder in &confinement.writable {
        mount_bind(folder, folder)?;
    }
    for hidden in &confinement.hidden {
        match hidden.is_dir() {
            true => mount("tmpfs", hidden, "tmpfs", own, c"size=4k")?,
            false => mount_bind("/dev/null", hidden)?,
        }
    }
    for (place, flags) in places()? {
        if confinement.writable.contains(&place) || place.starts_with("/proc") {
            continue;
        }
        match mount_remount(&place, flags | MountFlags::BIND | MountFlags::RDONLY, "") {
            // Not reachable: another file system is mounted over it.
            Err(Errno::INVAL | Errno::NOENT | Errno::ACCESS) => {}
            done => done?,
        }
    }
    if Path::new(SCRATCH).is_dir() {
        mount("tmpfs", SCRATCH, "tmpfs", own, c"size=64m")?;
    }
    // A container may refuse a new `/proc`; then it stays empty.
    mount("proc", "/proc", "proc", own | MountFlags::NOEXEC, None)
        .or_else(|_| mount("tmpfs", "/proc", "tmpfs", own, c"size=4k"))?;
    Ok(())
}

/// All mount points, with the flags that must be kept.
fn places() -> io::Result<Vec<(PathBuf, MountFlags)>> {
    let text = fs::read("/proc/self/mountinfo")?;
    let place = |line: &[u8]| {
        let mut fields = line.split(|&byte| byte == b' ').skip(4);
        let place = PathBuf::from(OsString::from_vec(unescaped(fields.next()?)));
        let flags = fields.next()?.split(|&byte| byte == b',').map(flag);
        Some((place, flags.fold(MountFlags::empty(), |all, flag| all | flag)))
    };
    Ok(text.split(|&byte| byte == b'\n').filter_map(place).collect())
}

fn flag(word: &[u8]) -> MountFlags {
    match word {
        b"nosuid" => MountFlags::NOSUID,
        b"nodev" => MountFlags::NODEV,
        b"noexec" => MountFlags::NOEXEC,
        b"noatime" => MountFlags::NOATIME,
        b"nodiratime" => MountFlags::NODIRATIME,
        b"relatime" => MountFlags::RELATIME,
        _ => MountFlags::empty(),
    }
}

/// Decodes spaces and other characters written as a backslash and three octal digits.
fn unescaped(field: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..3).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code.filter(|_| first == b'\\') {
            Some(code) => {
                bytes.push(code);
                rest = &after[3..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_unescaped() {
        assert_eq!(unescaped(br"/a\040b\134"), br"/a b\");
        assert_eq!(unescaped(br"/a\04"), br"/a\04");
        assert!(places().unwrap().iter().any(|(place, _)| place == Path::new("/")));
    }
}
