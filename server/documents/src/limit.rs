//! The limits of the process, which it sets for itself before it reads anything: the image has no shell that could, and the
//! server's own limits stay as they are.

use rlimit::Resource;

/// Address space: a document within the bounds takes at most 200 MB.
pub const MEMORY: u64 = 512 * 1024 * 1024;
/// Seconds of the processor. The server ends the process by the clock as well.
pub const SECONDS: u64 = 20;

/// # Errors
/// When a limit cannot be set.
pub fn set() -> std::io::Result<()> {
    // macOS has no limit of the address space.
    #[cfg(target_os = "linux")]
    Resource::AS.set(MEMORY, MEMORY)?;
    Resource::CPU.set(SECONDS, SECONDS)?;
    // No dump of a patient's text, and no file of any kind.
    Resource::CORE.set(0, 0)?;
    Resource::FSIZE.set(0, 0)
}
