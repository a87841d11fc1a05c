//! The memory that a search may use by default, and the memory of this process.

use std::fs;
use std::path::{Path, PathBuf};

/// The budget where the free memory is unknown: small for a computer of today, enough for most
/// levels.
pub const FALLBACK: u64 = 2 << 30;

/// Returns three quarters of the free memory, or [`FALLBACK`] where it is unknown (anywhere but on
/// Linux).
pub fn budget() -> u64 {
    available(Path::new("/")).map_or(FALLBACK, |free| free / 4 * 3)
}

/// The free memory of the system, or of the control group of this process if that is less.
fn available(root: &Path) -> Option<u64> {
    let system =
        fs::read_to_string(root.join("proc/meminfo")).ok().and_then(|text| mem_available(&text));
    system.into_iter().chain(group_available(root)).min()
}

fn mem_available(meminfo: &str) -> Option<u64> {
    bytes_of(meminfo, "MemAvailable:")
}

/// The value of a line such as `VmRSS:  2048 kB`, in bytes.
fn bytes_of(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// Returns the resident memory of this process; `None` where it cannot be measured.
pub fn resident() -> Option<u64> {
    bytes_of(&fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")
}

/// Returns the peak of [`resident`].
pub fn peak_resident() -> Option<u64> {
    bytes_of(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// The least free memory of the control groups of this process (version 2 or 1), from its own up to
/// the root.
fn group_available(root: &Path) -> Option<u64> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).ok()?;
    let left = groups.lines().filter_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, group) = (fields.next()?, fields.next()?.trim_start_matches('/'));
        let (mount, limit, usage) = if controllers.is_empty() {
            (root.join("sys/fs/cgroup"), "memory.max", "memory.current")
        } else if controllers.split(',').any(|name| name == "memory") {
            let mount = root.join("sys/fs/cgroup/memory");
            (mount, "memory.limit_in_bytes", "memory.usage_in_bytes")
        } else {
            return None;
        };
        // In a container the path may be the host's; then only the mount itself exists.
        let folders: Vec<PathBuf> = mount
            .join(group)
            .ancestors()
            .take_while(|folder| folder.starts_with(&mount))
            .map(Path::to_path_buf)
            .collect();
        folders.iter().filter_map(|folder| left_in(folder, limit, usage)).min()
    });
    left.min()
}

fn left_in(folder: &Path, limit: &str, usage: &str) -> Option<u64> {
    let number =
        |file: &str| fs::read_to_string(folder.join(file)).ok()?.trim().parse::<u64>().ok();
    let (limit, usage) = (number(limit)?, number(usage)?);
    // The page cache counts as used, but can be dropped.
    let droppable = fs::read_to_string(folder.join("memory.stat")).ok().and_then(|text| {
        let value = text.lines().find_map(|line| {
            line.strip_prefix("total_inactive_file ")
                .or_else(|| line.strip_prefix("inactive_file "))
        })?;
        value.trim().parse::<u64>().ok()
    });
    Some(limit.saturating_sub(usage.saturating_sub(droppable.unwrap_or(0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn system(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    const MEMINFO: (&str, &str) = ("proc/meminfo", "MemTotal: 4000 kB\nMemAvailable:    3000 kB\n");

    #[test]
    fn the_system_alone() {
        assert_eq!(available(system(&[MEMINFO]).path()), Some(3_072_000));
        assert_eq!(available(system(&[]).path()), None);
        assert_eq!(available(system(&[("proc/meminfo", "nonsense")]).path()), None);
    }

    #[test]
    fn the_tightest_group_counts() {
        let root = system(&[
            MEMINFO,
            ("proc/self/cgroup", "0::/a/b\n"),
            ("sys/fs/cgroup/a/memory.max", "1000000\n"),
            ("sys/fs/cgroup/a/memory.current", "400000\n"),
            ("sys/fs/cgroup/a/memory.stat", "anon 5\ninactive_file 100000\n"),
            ("sys/fs/cgroup/a/b/memory.max", "max\n"),
            ("sys/fs/cgroup/a/b/memory.current", "400000\n"),
        ]);
        assert_eq!(available(root.path()), Some(700_000));
    }

    #[test]
    fn groups_of_version_1() {
        let root = system(&[
            MEMINFO,
            ("proc/self/cgroup", "5:cpu:/x\n4:memory:/docker/y\n0::/\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "500000"),
        ]);
        assert_eq!(available(root.path()), Some(1_500_000));
    }
}
