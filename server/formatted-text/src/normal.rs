//! Normalizes the words of one line: white space as on a screen, and numbers that cannot be misread.

use crate::tree::{Inline, Mark, Run};

/// Collapses white space as in HTML: a run of white space is one space, and there is none at the ends of a line. `None`
/// if the line is empty.
pub fn line(content: Vec<Inline>) -> Option<Vec<Inline>> {
    let mut out: Vec<Inline> = Vec::new();
    let mut is_open = false;
    for part in content {
        let Inline::Run(run) = part else {
            trim_end(&mut out);
            out.push(Inline::Break);
            is_open = false;
            continue;
        };
        let mut text = String::with_capacity(run.text.len());
        for letter in run.text.chars() {
            if !matches!(letter, ' ' | '\n' | '\t' | '\r' | '\x0c') {
                text.push(letter);
                is_open = true;
            } else if is_open {
                text.push(' ');
                is_open = false;
            }
        }
        join(&mut out, run.marks, &text);
    }
    trim_end(&mut out);
    (!out.is_empty()).then_some(out)
}

fn trim_end(out: &mut Vec<Inline>) {
    while let Some(Inline::Run(run)) = out.last_mut() {
        run.text.truncate(run.text.trim_end_matches(' ').len());
        if !run.text.is_empty() {
            return;
        }
        out.pop();
    }
}

fn join(out: &mut Vec<Inline>, marks: Vec<Mark>, text: &str) {
    match out.last_mut() {
        _ if text.is_empty() => {}
        Some(Inline::Run(last)) if last.marks == marks => last.text.push_str(text),
        _ => out.push(Inline::Run(Run { marks, text: text.to_owned() })),
    }
}

/// Keeps raised or struck text from merging with an adjacent number where only letters are shown: in a file, in a
/// message, or for a screen reader. 10² is written with the letter ², and a space separates a struck 5 from the 10 that
/// replaces it.
pub fn unambiguous(content: Vec<Inline>) -> Vec<Inline> {
    let mut out: Vec<Inline> = Vec::new();
    for part in content {
        let Inline::Run(run) = part else {
            out.push(part);
            continue;
        };
        let raised =
            [(Mark::Sup, SUPERSCRIPTS), (Mark::Sub, SUBSCRIPTS)].into_iter().find(|(mark, _)| run.marks.contains(mark));
        if let Some(Inline::Run(last)) = out.last_mut()
            && strikes(&last.marks) != strikes(&run.marks)
            && last.text.ends_with(char::is_alphanumeric)
            && run.text.starts_with(char::is_alphanumeric)
            && (last.text.ends_with(char::is_numeric) || run.text.starts_with(char::is_numeric))
        {
            last.text.push(' ');
        }
        let Some((mark, letters)) = raised else {
            join(&mut out, run.marks, &run.text);
            continue;
        };
        let others: Vec<Mark> = run.marks.iter().copied().filter(|other| *other != mark).collect();
        for letter in run.text.chars() {
            match letters.iter().find(|(plain, _)| *plain == letter) {
                Some((_, own)) => join(&mut out, others.clone(), own.encode_utf8(&mut [0; 4])),
                None => join(&mut out, run.marks.clone(), letter.encode_utf8(&mut [0; 4])),
            }
        }
    }
    out
}

fn strikes(marks: &[Mark]) -> bool {
    marks.iter().any(|mark| mark.strikes())
}

const SUPERSCRIPTS: &[(char, char)] = &[
    ('0', '⁰'),
    ('1', '¹'),
    ('2', '²'),
    ('3', '³'),
    ('4', '⁴'),
    ('5', '⁵'),
    ('6', '⁶'),
    ('7', '⁷'),
    ('8', '⁸'),
    ('9', '⁹'),
    ('+', '⁺'),
    ('-', '⁻'),
    ('\u{2212}', '⁻'),
    ('=', '⁼'),
    ('(', '⁽'),
    (')', '⁾'),
    ('n', 'ⁿ'),
];

const SUBSCRIPTS: &[(char, char)] = &[
    ('0', '₀'),
    ('1', '₁'),
    ('2', '₂'),
    ('3', '₃'),
    ('4', '₄'),
    ('5', '₅'),
    ('6', '₆'),
    ('7', '₇'),
    ('8', '₈'),
    ('9', '₉'),
    ('+', '₊'),
    ('-', '₋'),
    ('\u{2212}', '₋'),
    ('=', '₌'),
    ('(', '₍'),
    (')', '₎'),
];
