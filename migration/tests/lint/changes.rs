//! What statements create and drop, for the check that `down` undoes `up`.

use crate::text::Token;

/// An object in a schema that a statement creates or drops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Thing {
    Table(String),
    /// The table of a dropped index is unknown.
    Index {
        name: String,
        table: Option<String>,
    },
    /// A column or a constraint of a table.
    Part {
        table: String,
        name: String,
    },
}

impl Thing {
    fn table(&self) -> Option<&str> {
        match self {
            Self::Table(table) | Self::Part { table, .. } => Some(table),
            Self::Index { table, .. } => table.as_deref(),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Index { name, .. }, Self::Index { name: other, .. }) => name == other,
            _ => self == other,
        }
    }
}

/// The effects of a step's `up` or `down`.
#[derive(Debug, Default)]
pub struct Things {
    pub made: Vec<Thing>,
    pub dropped: Vec<Thing>,
}

impl Things {
    pub fn read(&mut self, tokens: &[Token]) {
        let name = |at: usize| tokens.get(at).and_then(Token::name).unwrap_or_default().to_owned();
        let word = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.is(word));
        // After `unique`, if present.
        let noun = 1 + usize::from(word(1, "unique"));
        if word(0, "create") && word(noun, "table") {
            self.made.push(Thing::Table(name(noun + 1)));
        } else if word(0, "create") && word(noun, "index") {
            let table = tokens.iter().position(|token| token.is("on")).map(|on| name(on + 1));
            self.made.push(Thing::Index { name: name(noun + 1), table });
        } else if word(0, "drop") && word(1, "table") {
            self.dropped.push(Thing::Table(name(2)));
        } else if word(0, "drop") && word(1, "index") {
            self.dropped.push(Thing::Index { name: name(2), table: None });
        } else if word(0, "alter") && word(1, "table") {
            self.read_alter(&name(2), &tokens[3.min(tokens.len())..]);
        }
    }

    /// The `add` and `drop` at the top level of an ALTER TABLE.
    fn read_alter(&mut self, table: &str, tokens: &[Token]) {
        let mut depth = 0;
        let mut begins = true;
        for (at, token) in tokens.iter().enumerate() {
            match token {
                Token::Mark('(') => depth += 1,
                Token::Mark(')') => depth -= 1,
                _ if begins && (token.is("add") || token.is("drop")) => {
                    let noun = tokens.get(at + 1).is_some_and(|noun| noun.is("column") || noun.is("constraint"));
                    let name = tokens.get(at + 1 + usize::from(noun)).and_then(Token::name);
                    let part = Thing::Part { table: table.to_owned(), name: name.unwrap_or_default().to_owned() };
                    if token.is("add") { self.made.push(part) } else { self.dropped.push(part) }
                }
                _ => {}
            }
            begins = depth == 0 && *token == Token::Mark(',');
        }
    }

    /// The objects that are created and dropped independently, without those on a table that is itself created or dropped.
    fn of_themselves(things: &[Thing]) -> Vec<&Thing> {
        let is_table = |name: &str| things.iter().any(|thing| matches!(thing, Thing::Table(table) if table == name));
        things.iter().filter(|thing| matches!(thing, Thing::Table(_)) || !thing.table().is_some_and(is_table)).collect()
    }

    /// Whether the other drops everything that this creates and creates everything that this drops, in reverse
    /// order.
    pub fn is_undone_by(&self, other: &Self) -> bool {
        let same = |ours: Vec<&Thing>, mut theirs: Vec<&Thing>| {
            theirs.reverse();
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| ours.is_same(theirs))
        };
        same(Self::of_themselves(&self.made), Self::of_themselves(&other.dropped))
            && same(Self::of_themselves(&self.dropped), Self::of_themselves(&other.made))
    }
}
