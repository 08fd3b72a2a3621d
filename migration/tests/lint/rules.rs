//! The rules that keep a migration portable: to a pooler, to a Citus placement, to ten thousand schemas.
//! `migration/README.md` gives the reason for each.

use migration::{clinic, sql::Step};

use crate::{
    changes::{Thing, Things},
    clean,
    text::{Token, tokens},
};

macro_rules! rules {
    ($($rule:ident: $sentence:literal,)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Rule { $($rule,)* }

        impl Rule {
            pub const ALL: &[Self] = &[$(Self::$rule,)*];

            pub fn sentence(self) -> &'static str {
                match self { $(Self::$rule => $sentence,)* }
            }
        }
    };
}

rules! {
    Name: "a name is m{8 digits}_{6 digits}_{words}",
    Order: "names are unique and in order of application",
    Readable: "no comment behind a statement, dollar quote or escape: the lint must be able to read the statement",
    OneStatement: "each statement ends with a semicolon at the end of its line, and holds no other",
    Kind: "only tables, indexes, constraints and rows",
    Code: "no trigger, function, procedure, DO block or rule",
    Type: "no type of its own, no ENUM: text and a named check",
    Setting: "no SET, RESET or set_config",
    Conditional: "no IF EXISTS, IF NOT EXISTS or CASCADE (but ON DELETE CASCADE): what is there is known",
    Concurrently: "nothing that cannot run in the clinic's transaction",
    Outside: "a step outside of a transaction drops an index if it is there and makes it, both concurrently, and no more",
    PrimaryKey: "every table has a primary key",
    NamedConstraint: "every check, unique and exclude has a name",
    Qualified: "no schema-qualified name but extensions.",
    ForeignKey: "a foreign key points at a table of the same schema",
    Spread: "a table that Citus holds is altered in one thing at a time, and each constraint is added by itself",
    NamedForeignKey: "every foreign key has a name: Citus would choose another one than Postgres",
    SelectStar: "no select *",
    Grants: "every table made is granted, and privileges are spelt out",
    Down: "down undoes up, the last first",
}

/// Whether the steps are a clinic's or the registry's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Home {
    Clinic,
    /// No role has the registry's name. Role isolation grants the gateway's rights.
    Registry,
}

/// A violation of a rule, and where.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    pub rule: Rule,
    pub at: String,
}

pub fn lint(steps: &[&Step], home: Home) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut tables: Vec<String> = Vec::new();
    for (position, step) in steps.iter().enumerate() {
        let mut found = |rule, at: &str| findings.push(Finding { rule, at: format!("{}: {at}", step.name) });
        if !is_name(step.name) {
            found(Rule::Name, "");
        }
        if position > 0 && steps[position - 1].name >= step.name {
            found(Rule::Order, steps[position - 1].name);
        }
        let (mut up, mut down) = (Things::default(), Things::default());
        let outside = clinic::OUTSIDE.contains(&step.name) || clean::OUTSIDE.contains(&step.name);
        if outside && !(step.grants().is_empty() && is_repeatable(&step.up())) {
            found(Rule::Outside, "");
        }
        for file in [step.up, step.down].into_iter().filter(|file| !is_ended(file)) {
            found(Rule::OneStatement, file);
        }
        for (statements, things) in [(step.up(), &mut up), (step.down(), &mut down)] {
            for sql in statements {
                match tokens(sql) {
                    // The pair is checked above, so only the index is checked here.
                    Ok(tokens) if outside && tokens.iter().any(|token| token.is("exists")) => {}
                    Ok(mut tokens) => {
                        tokens.retain(|token| !(outside && token.is("concurrently")));
                        things.read(&tokens);
                        statement(&tokens, &mut |rule| found(rule, sql));
                        if home == Home::Clinic && step.name >= clinic::SPREAD_SINCE {
                            spread(&tokens, &mut |rule| found(rule, sql));
                        }
                        for target in references(&tokens) {
                            if !tables.contains(&target) && !things.made.contains(&Thing::Table(target)) {
                                found(Rule::ForeignKey, sql);
                            }
                        }
                    }
                    Err(what) => found(Rule::Readable, &format!("{what} in {sql}")),
                }
            }
        }
        if !up.is_undone_by(&down) {
            found(Rule::Down, &format!("{up:?} against {down:?}"));
        }
        for thing in &up.made {
            let Thing::Table(table) = thing else { continue };
            tables.push(table.clone());
            if home == Home::Clinic && !step.grants().iter().any(|(granted, _)| granted == table) {
                found(Rule::Grants, &format!("{table} is granted to nobody"));
            }
        }
        for (table, privileges) in step.grants() {
            if home == Home::Registry || !tables.iter().any(|known| known == table) || !is_spelt_out(privileges) {
                found(Rule::Grants, &format!("{privileges} on {table}"));
            }
        }
    }
    findings
}

/// Whether a semicolon ends the file's last statement.
fn is_ended(file: &str) -> bool {
    let mut lines = file.lines().rev().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("--"));
    lines.next().is_none_or(|last| last.ends_with(';'))
}

/// Whether the statements can be run again from the first one after any interruption.
fn is_repeatable(statements: &[&str]) -> bool {
    let read = |sql: &&str| tokens(sql).unwrap_or_default();
    let index = |statement: &[Token]| {
        let at = statement.iter().position(|token| token.is("concurrently"))?;
        let skipped = if statement[at + 1..].first()?.is("if") { 3 } else { 1 };
        statement.get(at + skipped)?.name().map(str::to_owned)
    };
    !statements.is_empty()
        && statements.len().is_multiple_of(2)
        && statements.chunks(2).all(|pair| {
            let (drop, make) = (read(&pair[0]), read(&pair[1]));
            let begins = |statement: &[Token], words: &[&str]| {
                statement.len() > words.len() && words.iter().zip(statement).all(|(word, token)| token.is(word))
            };
            begins(&drop, &["drop", "index", "concurrently", "if", "exists"])
                && (begins(&make, &["create", "index", "concurrently"])
                    || begins(&make, &["create", "unique", "index", "concurrently"]))
                && index(&drop).is_some()
                && index(&drop) == index(&make)
        })
}

/// m{8 digits}_{6 digits}_{words}
fn is_name(name: &str) -> bool {
    let digits = |text: &str, count| text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
    let mut parts = name.splitn(3, '_');
    let (day, number, words) = (parts.next(), parts.next(), parts.next());
    day.and_then(|day| day.strip_prefix('m')).is_some_and(|day| digits(day, 8))
        && number.is_some_and(|number| digits(number, 6))
        && words.is_some_and(|words| {
            words.split('_').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase()))
        })
}

/// Allows select, insert, update and delete, optionally on some columns. Refuses `all`, and the rights to truncate a
/// table or to create a trigger on it.
fn is_spelt_out(privileges: &str) -> bool {
    let Ok(tokens) = tokens(privileges) else { return false };
    let mut depth = 0;
    let mut seen = false;
    for token in &tokens {
        match token {
            Token::Mark('(') => depth += 1,
            Token::Mark(')') => depth -= 1,
            Token::Word(word) if depth == 0 => {
                seen = true;
                if !["select", "insert", "update", "delete"].contains(&word.as_str()) {
                    return false;
                }
            }
            Token::Mark(',') | Token::Word(_) => {}
            _ => return false,
        }
    }
    seen && depth == 0
}

/// The violations of a single statement.
fn statement(tokens: &[Token], found: &mut impl FnMut(Rule)) {
    let word = |at: usize| match tokens.get(at) {
        Some(Token::Word(word)) => word.as_str(),
        _ => "",
    };
    let has = |wanted: &[&str]| tokens.iter().any(|token| wanted.iter().any(|word| token.is(word)));
    if tokens.contains(&Token::Mark(';')) {
        found(Rule::OneStatement);
    }
    kind(word(0), tokens, found);
    if has(&["concurrently"]) {
        found(Rule::Concurrently);
    }
    if has(&["set_config"]) {
        found(Rule::Setting);
    }
    // `on delete cascade` belongs to a foreign key and is allowed. A cascading drop hides what existed.
    let cascades =
        tokens.iter().enumerate().any(|(at, token)| token.is("cascade") && !(word_before(tokens, at, "delete")));
    if cascades || tokens.windows(2).any(|pair| pair[0].is("if") && (pair[1].is("exists") || pair[1].is("not"))) {
        found(Rule::Conditional);
    }
    if word(0) == "create"
        && has(&["table"])
        && !tokens.windows(2).any(|pair| pair[0].is("primary") && pair[1].is("key"))
    {
        found(Rule::PrimaryKey);
    }
    if has(&["table"]) && !tokens.iter().enumerate().all(|(at, token)| is_named(tokens, at, token)) {
        found(Rule::NamedConstraint);
    }
    for three in tokens.windows(3) {
        if three[1] == Token::Mark('.') && three[2] != Token::Mark('*') && !three[0].is("extensions") {
            found(Rule::Qualified);
        }
    }
    for pair in tokens.windows(2) {
        let before = ["select", "distinct", "returning"].iter().any(|word| pair[0].is(word))
            || matches!(pair[0], Token::Mark(',' | '.'));
        if before && pair[1] == Token::Mark('*') {
            found(Rule::SelectStar);
        }
    }
}

fn word_before(tokens: &[Token], at: usize, word: &str) -> bool {
    at > 0 && tokens[at - 1].is(word)
}

/// The statement's kind, by its first words, and the forbidden kinds.
fn kind(head: &str, tokens: &[Token], found: &mut impl FnMut(Rule)) {
    const CODE: &[&str] = &["trigger", "function", "procedure", "routine", "aggregate", "operator", "rule", "event"];
    const TYPES: &[&str] = &["type", "domain"];
    let noun = tokens.iter().skip(1).filter_map(Token::name).find(|word| {
        !["or", "replace", "constraint", "unique", "temp", "temporary", "unlogged", "materialized"].contains(word)
    });
    match (head, noun.unwrap_or_default()) {
        ("do" | "call", _) => found(Rule::Code),
        ("create" | "alter" | "drop", noun) if CODE.contains(&noun) => found(Rule::Code),
        ("create" | "alter" | "drop", noun) if TYPES.contains(&noun) => found(Rule::Type),
        ("set" | "reset" | "discard", _) => found(Rule::Setting),
        ("create", "table" | "index") if tokens[1].is("table") || tokens[1].is("index") || tokens[1].is("unique") => {}
        ("alter", "table") => {
            if tokens.iter().any(|token| token.is("trigger") || token.is("rule")) {
                found(Rule::Code);
            }
        }
        ("drop", "table" | "index") | ("insert" | "update" | "delete", _) => {}
        _ => found(Rule::Kind),
    }
}

/// Whether a constraint that people's input can violate follows `constraint {name}`. The server maps that name to a
/// sentence. Other tokens count as named.
fn is_named(tokens: &[Token], at: usize, token: &Token) -> bool {
    let makes = ["check", "unique", "exclude"].iter().any(|word| token.is(word));
    !makes || (at >= 2 && tokens[at - 2].is("constraint") && tokens[at - 1].name().is_some())
}

/// What Citus refuses to do with distributed tables, or does differently from Postgres.
fn spread(tokens: &[Token], found: &mut impl FnMut(Rule)) {
    let word = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.is(word));
    let mut depth = 0;
    let mut parts = 1;
    for token in tokens {
        match token {
            Token::Mark('(') => depth += 1,
            Token::Mark(')') => depth -= 1,
            Token::Mark(',') if depth == 0 => parts += 1,
            _ => {}
        }
    }
    let makes =
        |token: &Token| ["references", "check", "unique", "primary", "exclude"].iter().any(|word| token.is(word));
    let adds_constraint = word(3, "add") && word(4, "constraint");
    if word(0, "alter") && word(1, "table") && (parts > 1 || (!adds_constraint && tokens.iter().any(makes))) {
        found(Rule::Spread);
    }
    let mut clauses = tokens.iter().enumerate().filter(|(_, token)| token.is("references"));
    if !clauses.all(|(at, _)| names_key(tokens, at)) {
        found(Rule::NamedForeignKey);
    }
}

/// Whether `constraint {name}` precedes `references` or its `foreign key (..)`.
fn names_key(tokens: &[Token], at: usize) -> bool {
    let begins = if at > 0 && tokens[at - 1] == Token::Mark(')') {
        tokens[..at].iter().rposition(|token| token.is("foreign")).unwrap_or(at)
    } else {
        at
    };
    begins >= 2 && tokens[begins - 2].is("constraint") && tokens[begins - 1].name().is_some()
}

/// The targets of foreign keys. A qualified target includes its schema, so no step makes a table of that name.
fn references(tokens: &[Token]) -> Vec<String> {
    let mut targets = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.is("references") {
            let name = |at: usize| tokens.get(at).and_then(Token::name).unwrap_or_default();
            let qualified = tokens.get(at + 2) == Some(&Token::Mark('.'));
            targets.push(if qualified {
                format!("{}.{}", name(at + 1), name(at + 3))
            } else {
                name(at + 1).to_owned()
            });
        }
    }
    targets
}
