//! The program as the worker runs it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

use serde_json::json;

use documents::{Document, MAX_INPUT, render};

fn run(input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_celadon-documents"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may exit before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn appointment() -> serde_json::Value {
    json!({
        "kind": "appointment", "id": "1", "title": "Appointment", "description": "Appointment of record 7",
        "clinic": { "name": "Aurelle", "address": "" },
        "patient": { "name": "Ann Berg", "birth_date": "unknown", "number": "7" },
        "printed": { "at": "now", "by": "Nora Lind" }, "made": [2026, 11, 24, 14, 15, 0],
        "content": { "service": "Botox", "status": "Booked", "starts_at": "9:00 AM EST", "ends_at": "9:30 AM EST", "provider": null, "notes": "Secret-4711" },
    })
}

#[test]
fn another_process_makes_the_same_bytes() {
    let document: Document = serde_json::from_value(appointment()).unwrap();
    let printed = run(appointment().to_string().as_bytes());
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
    assert_eq!(printed.stdout, render(document).unwrap());
}

#[test]
fn what_is_no_document_is_refused_without_quoting_it() {
    let mut unknown = appointment();
    unknown["surprise"] = "Secret-4711".into();
    for input in [b"Secret-4711".to_vec(), Vec::new(), unknown.to_string().into_bytes()] {
        let printed = run(&input);
        assert_eq!(printed.status.code(), Some(1));
        assert_eq!(String::from_utf8_lossy(&printed.stderr), "this is no document\n");
        assert_eq!(printed.stdout, b"");
    }
}

#[test]
fn more_than_a_document_may_have_is_refused() {
    let printed = run(&vec![b' '; usize::try_from(MAX_INPUT).unwrap() + 1]);
    assert_eq!(printed.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&printed.stderr), "the document is too large\n");
}

/// The process sets its limits before it reads. While it waits for a document, they are visible from outside.
#[cfg(target_os = "linux")]
#[test]
fn the_process_limits_its_memory_its_time_and_its_files() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_celadon-documents"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let file = format!("/proc/{}/limits", child.id());
    let limits = || std::fs::read_to_string(&file).unwrap();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while !limits().contains("536870912") && std::time::Instant::now() < deadline {
        std::thread::yield_now();
    }
    let soft = |name: &str| {
        let limits = limits();
        let line = limits.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
        line[name.len()..].split_whitespace().next().unwrap().to_owned()
    };
    assert_eq!(soft("Max address space"), "536870912");
    assert_eq!(soft("Max cpu time"), "20");
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// A text of 80 kB, more than a consent may have, stays within the process's memory and time limits.
#[test]
fn a_long_document_fits_into_the_limits() {
    let mut document = appointment();
    document["kind"] = "consent".into();
    let paragraphs = "<p>One more paragraph of a long text, with <b>bold</b> words in it.</p>".repeat(1_200);
    document["content"] = json!({
        "status": "Signed", "version": 1, "issued": "now", "issued_by": null, "body": { "html": paragraphs }, "signature": null,
        "declined": null, "voided": null, "history": [], "digest": null,
    });
    let printed = run(document.to_string().as_bytes());
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
}
