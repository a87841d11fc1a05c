//! The files that a program behind walls sees.

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

/// Where a confined program may write: memory of its own.
const SCRATCH: &str = "/dev/shm";

/// Hides files, makes all others read-only, and shows only the processes of this namespace.
pub(super) fn wall_off(confinement: &Confinement) -> io::Result<()> {
    mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)?;
    for folder in &confinement.writable {
        mount_bind(folder, folder)?;
    }
    for file in &confinement.hidden {
        mount_bind("/dev/null", file)?;
    }
    for (place, flags) in places()? {
        if confinement.writable.contains(&place) || place.starts_with("/proc") {
            continue;
        }
        match mount_remount(&place, flags | MountFlags::BIND | MountFlags::RDONLY, "") {
            // It cannot be reached: another one is mounted over it.
            Err(Errno::INVAL | Errno::NOENT | Errno::ACCESS) => {}
            done => done?,
        }
    }
    let own = MountFlags::NOSUID | MountFlags::NODEV;
    if Path::new(SCRATCH).is_dir() {
        mount("tmpfs", SCRATCH, "tmpfs", own, c"size=64m")?;
    }
    // In a container a new view of the processes may be refused; then none are shown.
    mount("proc", "/proc", "proc", own | MountFlags::NOEXEC, None)
        .or_else(|_| mount("tmpfs", "/proc", "tmpfs", own, c"size=4k"))?;
    Ok(())
}

/// Everything that is mounted, with the flags that have to stay.
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

/// Blanks and the like are written as a backslash and three octal digits.
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
