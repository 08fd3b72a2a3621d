//! The limits of the process, which it sets for itself before it reads anything: the image has no shell that could, and the
//! server's own limits stay as they are.

use rustix::process::{Resource, Rlimit, nice, setrlimit};

/// Address space: a document within the bounds takes at most 200 MB.
pub const MEMORY: u64 = 512 * 1024 * 1024;
/// Seconds of the processor. The server ends the process by the clock as well.
pub const SECONDS: u64 = 20;
/// The lowest priority: a hundred prints of one clinic must not hold up the answers to another one on the same machine.
const PRIORITY: i32 = 19;

/// # Errors
/// When a limit cannot be set.
pub fn set() -> std::io::Result<()> {
    nice(PRIORITY)?;
    // macOS has no limit of the address space.
    #[cfg(target_os = "linux")]
    at_most(Resource::As, MEMORY)?;
    at_most(Resource::Cpu, SECONDS)?;
    // No dump of a patient's text, and no file of any kind.
    at_most(Resource::Core, 0)?;
    at_most(Resource::Fsize, 0)
}

fn at_most(resource: Resource, most: u64) -> std::io::Result<()> {
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}
