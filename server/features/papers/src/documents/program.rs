//! The program that typesets documents. Each document has a process, which reads it on standard input and writes the PDF on
//! standard output. The process limits its own memory. The server kills it if it takes too long.

use std::{
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use axum::http::StatusCode;
use entity::words::DocumentProblem;
use tokio::sync::Semaphore;

use base::error::{Error, Refusal, Result};

/// The answer while the program that typesets documents is not there yet.
pub const PRINTING_NOT_READY: Refusal = Refusal::new(
    StatusCode::SERVICE_UNAVAILABLE,
    "printing_not_ready",
    "Printing is not ready yet. Please try again in a few minutes.",
)
.retried_after(30)
.because("documents cannot be set yet");

/// How long a document may take.
const LONGEST: Duration = Duration::from_secs(20);
/// The largest PDF that is accepted.
const MAX_BYTES: u64 = 32 * 1024 * 1024;

/// The server typesets one document at a time.
static TURN: Semaphore = Semaphore::const_new(1);
/// The pause before the next document, as a multiple of the time of the last one. Without it, a hundred prints of one clinic more than double
/// the 95th percentile of another clinic's response time (`./scripts/attack prints`). A lower priority of the process does not help.
const PAUSE: u32 = 3;
/// Other jobs that send nothing also wait for this pause, if documents occupy all their workers.
const LONGEST_PAUSE: Duration = Duration::from_millis(250);

/// The most bytes of one file of an export, because the worker holds several copies of it in memory.
const FILE_BYTES: usize = 64 * 1024 * 1024;

/// The path of the program, and the limits of its results.
#[derive(Debug, Clone)]
pub struct Program {
    path: PathBuf,
    file_bytes: usize,
    longest_pause: Duration,
}

impl Program {
    pub const fn new(path: PathBuf) -> Self {
        Self { path, file_bytes: FILE_BYTES, longest_pause: LONGEST_PAUSE }
    }

    /// The program without a pause between documents.
    #[must_use]
    pub fn without_pauses(self) -> Self {
        Self { longest_pause: Duration::ZERO, ..self }
    }

    /// The program with another limit of an export's files.
    #[must_use]
    pub fn with_files_of(self, file_bytes: usize) -> Self {
        Self { file_bytes, ..self }
    }

    /// The number of bytes after which an export continues in another file.
    pub const fn file_bytes(&self) -> usize {
        self.file_bytes
    }

    /// Whether the program can be started. It may appear after the server starts, because a first build takes minutes.
    pub fn is_there(&self) -> bool {
        self.path.is_file()
    }

    /// Typesets one document. Only jobs of this feature call this, so that no request waits for the server's only permit.
    ///
    /// Fails when the server stops meanwhile. A document that cannot be typeset is not a failure: it returns the problem.
    pub(super) async fn set(&self, document: Vec<u8>) -> Result<Result<Vec<u8>, DocumentProblem>> {
        let turn = TURN.acquire().await.map_err(|_| Error::Unavailable)?;
        let began = Instant::now();
        let path = self.path.clone();
        let set = tokio::task::spawn_blocking(move || set(&path, document, LONGEST)).await;
        let pause = began.elapsed().saturating_mul(PAUSE).min(self.longest_pause);
        // The caller gets the document without waiting for the pause.
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            drop(turn);
        });
        set.map_err(|_| Error::Internal("setting a document panicked".into()))
    }
}

/// Runs the program for one document. Its standard error is discarded, because it could quote the document.
fn set(path: &Path, document: Vec<u8>, longest: Duration) -> Result<Vec<u8>, DocumentProblem> {
    let started = Command::new(path)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|_| DocumentProblem::Missing)?;
    let mut child = KillOnDrop(started);
    let pipes = (child.0.stdin.take(), child.0.stdout.take());
    let (Some(mut stdin), Some(stdout)) = pipes else { return Err(DocumentProblem::Refused) };
    // The program may end before it has read everything.
    let writing = thread::spawn(move || stdin.write_all(&document));
    let (sender, read) = mpsc::channel();
    let reading = thread::spawn(move || {
        let mut pdf = Vec::new();
        let outcome = stdout.take(MAX_BYTES + 1).read_to_end(&mut pdf);
        let _ = sender.send(outcome.map(|_| pdf));
    });
    let Ok(pdf) = read.recv_timeout(longest) else {
        // Killing the process closes the pipes, which ends both threads.
        drop(child);
        let _ = (writing.join(), reading.join());
        return Err(DocumentProblem::Stopped);
    };
    let _ = (writing.join(), reading.join());
    let has_succeeded = child.0.wait().is_ok_and(|status| status.success());
    match pdf {
        Ok(pdf) if has_succeeded && pdf.len() as u64 <= MAX_BYTES && pdf.starts_with(b"%PDF-") => Ok(pdf),
        _ => Err(DocumentProblem::Refused),
    }
}

/// A process that is killed when this is dropped.
struct KillOnDrop(Child);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A shell script that stands in for the program.
    fn script(lines: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("celadon-documents-{}", uuid::Uuid::new_v4()));
        std::fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn what_the_program_writes_is_the_document() {
        let echo = script("/bin/cat");
        assert_eq!(set(&echo, b"%PDF-1.7 and more".to_vec(), LONGEST), Ok(b"%PDF-1.7 and more".to_vec()));
        assert_eq!(set(&echo, b"no PDF".to_vec(), LONGEST), Err(DocumentProblem::Refused));
    }

    #[test]
    fn a_program_that_fails_or_reads_nothing_has_refused() {
        let much = vec![b'x'; 4 << 20];
        assert_eq!(set(&script("/bin/cat; exit 1"), b"%PDF-1.7".to_vec(), LONGEST), Err(DocumentProblem::Refused));
        assert_eq!(set(&script("exit 1"), much, LONGEST), Err(DocumentProblem::Refused));
    }

    #[test]
    fn a_program_that_takes_too_long_is_ended() {
        let endless = script("exec /bin/sleep 600");
        assert_eq!(set(&endless, Vec::new(), Duration::from_millis(50)), Err(DocumentProblem::Stopped));
    }

    #[test]
    fn a_program_that_writes_without_end_is_refused() {
        assert_eq!(set(&script("exec /bin/cat /dev/zero"), Vec::new(), LONGEST), Err(DocumentProblem::Refused));
    }

    #[tokio::test]
    async fn the_next_document_waits_for_a_pause() {
        let slow = Program::new(script("/bin/sleep 0.1; /bin/cat"));
        let began = Instant::now();
        assert_eq!(slow.set(b"%PDF-1.7".to_vec()).await.unwrap(), Ok(b"%PDF-1.7".to_vec()));
        slow.set(b"%PDF-1.7".to_vec()).await.unwrap().unwrap();
        assert!(began.elapsed() >= Duration::from_millis(100 + 250 + 100));
    }

    #[test]
    fn without_the_program_nothing_is_set() {
        let nowhere = Program::new("/nowhere/celadon-documents".into());
        assert!(!nowhere.is_there());
        assert_eq!(set(&nowhere.path, Vec::new(), LONGEST), Err(DocumentProblem::Missing));
    }
}
