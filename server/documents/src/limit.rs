//! The limits that the process sets for itself before it reads anything. The image has no shell that could set them,
//! and the server's own limits stay unchanged.

use rustix::process::{Resource, Rlimit, nice, setrlimit};

/// Address space. A document within the limits takes at most 200 MB.
const MEMORY: u64 = 512 * 1024 * 1024;
/// Seconds of processor time. The server also ends the process after a wall-clock timeout.
const SECONDS: u64 = 20;
/// The lowest priority, because a hundred prints of one clinic must not delay responses to another clinic on the same machine.
const PRIORITY: i32 = 19;

/// Sets the limits.
///
/// Fails when a limit cannot be set.
pub fn set() -> std::io::Result<()> {
    nice(PRIORITY)?;
    // macOS has no limit of the address space.
    #[cfg(target_os = "linux")]
    at_most(Resource::As, MEMORY)?;
    at_most(Resource::Cpu, SECONDS)?;
    // No core dump, which could contain a patient's text, and no file of any kind.
    at_most(Resource::Core, 0)?;
    at_most(Resource::Fsize, 0)
}

fn at_most(resource: Resource, most: u64) -> std::io::Result<()> {
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}
