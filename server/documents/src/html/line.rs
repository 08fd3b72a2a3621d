//! The words of one block, as JSON for the template.

use formatted_text::{Inline, Mark};
use serde_json::{Value, json};

use crate::text::{Piece, fit, with_code_points};

/// How a line looks.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// The width of the line.
    pub ems: f64,
    pub is_bold: bool,
}

pub fn line(content: &[Inline], look: Look) -> Vec<Value> {
    // A break at the end of a block is not visible on a screen either.
    let content = match content {
        [before @ .., Inline::Break] if before.iter().any(|part| matches!(part, Inline::Run(_))) => before,
        _ => content,
    };
    let mut pieces: Vec<Piece> = content
        .iter()
        .map(|part| match part {
            Inline::Run(run) => {
                Piece { text: with_code_points(&run.text), is_bold: look.is_bold || is_bold(&run.marks) }
            }
            Inline::Break => Piece { text: "\n".to_owned(), is_bold: false },
        })
        .collect();
    fit(&mut pieces, look.ems);
    let set = content.iter().zip(pieces).map(|(part, piece)| match part {
        Inline::Run(run) => run.marks.iter().rev().fold(Value::String(piece.text), |inner, mark| {
            let kind = kind(*mark);
            if inner["t"] == kind { inner } else { json!({ "t": kind, "c": [inner] }) }
        }),
        Inline::Break => json!({ "t": "br" }),
    });
    set.collect()
}

fn is_bold(marks: &[Mark]) -> bool {
    marks.iter().any(|mark| kind(*mark) == "b")
}

/// The template's name for the mark.
const fn kind(mark: Mark) -> &'static str {
    match mark {
        Mark::B | Mark::Strong => "b",
        Mark::I | Mark::Em => "i",
        Mark::U | Mark::Ins => "u",
        Mark::S | Mark::Del => "s",
        Mark::Sup => "sup",
        Mark::Sub => "sub",
    }
}
