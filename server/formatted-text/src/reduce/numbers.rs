//! The numbers of ordered lists: where a list starts, how it counts, and how a number is written.

use html5ever::tokenizer::Tag;

use crate::style::{attribute, declared};

/// What the next item of an ordered list is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    next: i32,
    step: i32,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Decimal,
    Letters { is_upper: bool },
    Roman { is_upper: bool },
}

impl Numbers {
    /// The numbers of a list, from its tag. A list that counts down without a start counts up, because its items are not known yet.
    pub fn of(tag: &Tag) -> Self {
        let start = number(tag, "start");
        let step = if start.is_some() && attribute(tag, "reversed").is_some() { -1 } else { 1 };
        Self { next: start.unwrap_or(1), step, kind: kind(tag).unwrap_or(Kind::Decimal) }
    }

    /// Whether a list without attributes begins with the same numbers.
    pub fn is_usual(self) -> bool {
        self == Self { next: 1, step: 1, kind: Kind::Decimal }
    }

    /// The numbers from this item on, from the item's own tag.
    pub fn at(self, item: &Tag) -> Self {
        Self { next: number(item, "value").unwrap_or(self.next), kind: kind(item).unwrap_or(self.kind), ..self }
    }

    /// The numbers from the next item on.
    pub fn after(self) -> Self {
        Self { next: self.next.saturating_add(self.step), ..self }
    }

    /// The words before the item. Letters and Roman numerals exist only for some numbers.
    pub fn words(self) -> String {
        let written = match (self.kind, u32::try_from(self.next)) {
            (Kind::Letters { is_upper }, Ok(number @ 1..)) => in_case(letters(number), is_upper),
            (Kind::Roman { is_upper }, Ok(number @ 1..4_000)) => in_case(roman(number), is_upper),
            _ => self.next.to_string(),
        };
        format!("{written}. ")
    }
}

fn number(tag: &Tag, name: &str) -> Option<i32> {
    attribute(tag, name)?.trim().parse().ok()
}

fn kind(tag: &Tag) -> Option<Kind> {
    match attribute(tag, "type").map(str::trim) {
        Some("1") => return Some(Kind::Decimal),
        Some("a") => return Some(Kind::Letters { is_upper: false }),
        Some("A") => return Some(Kind::Letters { is_upper: true }),
        Some("i") => return Some(Kind::Roman { is_upper: false }),
        Some("I") => return Some(Kind::Roman { is_upper: true }),
        _ => {}
    }
    Some(match declared(tag, "list-style-type")?.as_str() {
        "decimal" => Kind::Decimal,
        "lower-alpha" | "lower-latin" => Kind::Letters { is_upper: false },
        "upper-alpha" | "upper-latin" => Kind::Letters { is_upper: true },
        "lower-roman" => Kind::Roman { is_upper: false },
        "upper-roman" => Kind::Roman { is_upper: true },
        _ => return None,
    })
}

fn in_case(lower: String, is_upper: bool) -> String {
    if is_upper { lower.to_ascii_uppercase() } else { lower }
}

/// 1 is a, 26 is z, 27 is aa.
fn letters(mut number: u32) -> String {
    let mut reversed = Vec::new();
    while number > 0 {
        number -= 1;
        reversed.extend(char::from_digit(10 + number % 26, 36));
        number /= 26;
    }
    reversed.iter().rev().collect()
}

const ROMAN: &[(u32, &str)] = &[
    (1_000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
];

fn roman(mut number: u32) -> String {
    let mut out = String::new();
    for (value, letters) in ROMAN {
        while number >= *value {
            out.push_str(letters);
            number -= value;
        }
    }
    out
}
