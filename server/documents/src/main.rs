//! Reads one document as JSON from standard input and writes its PDF to standard output. If the document is refused,
//! exits with 1 and a sentence on standard error.

use std::{
    io::{Read, Write},
    process::ExitCode,
};

use documents::{Document, MAX_INPUT, Refused, limit, render};

fn main() -> ExitCode {
    match print() {
        Ok(()) => ExitCode::SUCCESS,
        Err(Refused(why)) => {
            let _ = writeln!(std::io::stderr(), "{why}");
            ExitCode::FAILURE
        }
    }
}

fn print() -> Result<(), Refused> {
    limit::set().map_err(|_| Refused("the limits cannot be set"))?;
    let mut input = Vec::new();
    std::io::stdin()
        .lock()
        .take(MAX_INPUT + 1)
        .read_to_end(&mut input)
        .map_err(|_| Refused("standard input cannot be read"))?;
    if input.len() as u64 > MAX_INPUT {
        return Err(Refused("the document is too large"));
    }
    // A serde error may quote the document.
    let document: Document = serde_json::from_slice(&input).map_err(|_| Refused("this is no document"))?;
    let pdf = render(document)?;
    std::io::stdout().lock().write_all(&pdf).map_err(|_| Refused("standard output cannot be written"))
}
