//! The files of an export as one tar archive. It is written to a pipe and read from a pipe, never held in memory or on
//! a disk.
//!
//! The manifest is the first file, so that an import knows the clinic, the schema and the sizes before it makes anything. Unpacked by `tar`, the
//! archive is the folder that `export` writes. Only plain files are written and accepted.

use std::io::{self, Read, Write};

use chrono::{DateTime, Utc};
use tar::{EntryType, Header};

/// The archive's unit: a header has this size, and each file is padded to a multiple of it.
const BLOCK: usize = 512;

/// How many bytes are buffered before they are written. A row is often only a few hundred bytes.
const BUFFER: usize = 256 * 1024;

/// Writes an archive.
pub struct Writer<'a> {
    out: io::BufWriter<&'a mut (dyn Write + Send)>,
    at: DateTime<Utc>,
    /// How many bytes of the present file are still to be written.
    left: u64,
    padding: usize,
}

impl<'a> Writer<'a> {
    /// Starts an archive whose files all have the time `at`.
    pub fn new(out: &'a mut (dyn Write + Send), at: DateTime<Utc>) -> Self {
        Self { out: io::BufWriter::with_capacity(BUFFER, out), at, left: 0, padding: 0 }
    }

    /// Starts a file of this many bytes, which must be written before the next file starts.
    ///
    /// Fails when the reader has closed the pipe, or the previous file is incomplete.
    pub fn begin(&mut self, name: &str, bytes: u64) -> io::Result<()> {
        self.end()?;
        let mut header = Header::new_ustar();
        header.set_path(name)?;
        header.set_size(bytes);
        header.set_mode(0o600);
        header.set_mtime(u64::try_from(self.at.timestamp()).unwrap_or(0));
        header.set_entry_type(EntryType::Regular);
        header.set_cksum();
        self.out.write_all(header.as_bytes())?;
        (self.left, self.padding) = (bytes, padding(bytes));
        Ok(())
    }

    /// Ends the archive and flushes the buffer.
    ///
    /// # Errors
    /// As [`Writer::begin`].
    pub fn finish(mut self) -> io::Result<()> {
        self.end()?;
        self.out.write_all(&[0; 2 * BLOCK])?;
        self.out.flush()
    }

    fn end(&mut self) -> io::Result<()> {
        if self.left > 0 {
            return Err(io::Error::other("a file has become shorter while it was written"));
        }
        self.out.write_all(&[0; BLOCK][..self.padding])?;
        self.padding = 0;
        Ok(())
    }
}

impl Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(left) = self.left.checked_sub(bytes.len() as u64) else {
            return Err(io::Error::other("a file has become longer while it was written"));
        };
        self.out.write_all(bytes)?;
        self.left = left;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Reads an archive.
pub struct Reader<'a> {
    input: &'a mut (dyn Read + Send),
    /// How many bytes of the present file are still to be read.
    left: u64,
    padding: usize,
}

impl<'a> Reader<'a> {
    pub fn new(input: &'a mut (dyn Read + Send)) -> Self {
        Self { input, left: 0, padding: 0 }
    }

    /// The name and size in bytes of the next file. `None` at the end of the archive. `read` then yields its bytes.
    ///
    /// Fails when the stream ends before the archive does, or the archive contains anything but plain files.
    pub fn next_file(&mut self) -> io::Result<Option<(String, u64)>> {
        self.skip()?;
        let mut block = [0; BLOCK];
        self.input.read_exact(&mut block).map_err(cut_short)?;
        if block == [0; BLOCK] {
            return self.end().map(|()| None);
        }
        let header = Header::from_byte_slice(&block);
        let sum: u32 = block.iter().enumerate().map(|(at, byte)| sum_of(at, *byte)).sum();
        if header.cksum().ok() != Some(sum) {
            return Err(io::Error::other("this is not an archive of an export, or it was altered"));
        }
        let path = header.path()?;
        let name = path.to_string_lossy();
        let name = name.strip_prefix("./").unwrap_or(&name).to_owned();
        if header.entry_type() != EntryType::Regular {
            return Err(io::Error::other(format!("the archive's {name} is not a plain file")));
        }
        self.left = header.entry_size()?;
        self.padding = padding(self.left);
        Ok(Some((name, self.left)))
    }

    /// Skips the rest of the present file.
    fn skip(&mut self) -> io::Result<()> {
        io::copy(self, &mut io::sink())?;
        let mut filling = [0; BLOCK];
        self.input.read_exact(&mut filling[..self.padding]).map_err(cut_short)?;
        self.padding = 0;
        if filling == [0; BLOCK] { Ok(()) } else { Err(io::Error::other("the archive was altered")) }
    }

    /// The archive ends with two empty blocks, and `tar` adds more of them. Anything else would be unknown content.
    fn end(&mut self) -> io::Result<()> {
        let mut second = [0; BLOCK];
        self.input.read_exact(&mut second).map_err(cut_short)?;
        let mut chunk = second.to_vec();
        loop {
            if chunk.iter().any(|byte| *byte != 0) {
                return Err(io::Error::other("something follows the archive's end"));
            }
            chunk.resize(BLOCK, 0);
            match self.input.read(&mut chunk)? {
                0 => return Ok(()),
                read => chunk.truncate(read),
            }
        }
    }
}

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).map_or(buffer.len(), |left| left.min(buffer.len()));
        let read = self.input.read(&mut buffer[..most])?;
        if read == 0 && most > 0 {
            return Err(cut_short(io::ErrorKind::UnexpectedEof.into()));
        }
        self.left -= read as u64;
        Ok(read)
    }
}

/// How many bytes pad a file to the next block.
fn padding(bytes: u64) -> usize {
    usize::try_from(bytes.next_multiple_of(BLOCK as u64) - bytes).unwrap_or(0)
}

/// A header's checksum is the sum of its bytes, in which its own eight bytes count as spaces.
fn sum_of(at: usize, byte: u8) -> u32 {
    if (148..156).contains(&at) { u32::from(b' ') } else { u32::from(byte) }
}

fn cut_short(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => io::Error::new(error.kind(), "it ends too early: it was cut short"),
        _ => error,
    }
}
