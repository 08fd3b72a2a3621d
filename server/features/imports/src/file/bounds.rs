//! Limits the cost of reading a workbook. A few hundred packed kilobytes unpack to millions of empty cells. The library skips
//! them one by one without returning, while every other clinic's import waits.

use std::{
    io::{Error, ErrorKind, Read, Result, Seek, SeekFrom, Write},
    time::{Duration, Instant},
};

/// The most `<` in all parts: four for a cell with a value (`<c><v></v></c>`), one for an empty cell or row. Enough for a
/// hundred columns of the 50,000 rows that a file may have.
pub(super) const MAX_TAGS: usize = 20_000_000;

/// How long a workbook may be read, measured and unpacked.
pub(super) const LONGEST: Duration = Duration::from_secs(15);

/// Counts the `<` in the bytes written to it, and keeps nothing.
#[derive(Debug, Default)]
pub(super) struct TagCounter(pub usize);

impl Write for TagCounter {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0 += memchr::memchr_iter(b'<', bytes).count();
        if self.0 > MAX_TAGS { Err(ErrorKind::FileTooLarge.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// A file that can be read only until a moment.
#[derive(Debug)]
pub(super) struct Timed<R> {
    pub file: R,
    pub until: Instant,
}

impl<R: Read> Read for Timed<R> {
    fn read(&mut self, bytes: &mut [u8]) -> Result<usize> {
        if Instant::now() > self.until {
            return Err(Error::from(ErrorKind::TimedOut));
        }
        self.file.read(bytes)
    }
}

impl<R: Seek> Seek for Timed<R> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.file.seek(to)
    }
}
