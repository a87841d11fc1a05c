use std::fs;
use std::thread;

/// Describes the system, the processor and its cores in one line. It does not name the computer or
/// its owner.
pub fn machine() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_string())
    });
    let (system, kind) = (std::env::consts::OS, std::env::consts::ARCH);
    let processor = processor.map_or(String::new(), |processor| format!("{processor}, "));
    format!("{system} {kind}, {processor}{cores} cores")
}
