//! Tokenizes SQL text as far as the lint of DDL needs it.

/// A piece of a statement. Words are in lower case, as Postgres reads them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    Word(String),
    /// An identifier in double quotes.
    Quoted(String),
    /// A literal in single quotes. Its content does not matter here.
    Literal,
    Number,
    Mark(char),
}

impl Token {
    pub fn is(&self, word: &str) -> bool {
        matches!(self, Self::Word(own) if own == word)
    }

    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Word(name) | Self::Quoted(name) => Some(name),
            _ => None,
        }
    }
}

/// The tokens, or what could not be read. A comment is on a line of its own. Any other, and dollar quotes, are refused,
/// because they could hide anything.
pub fn tokens(sql: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = sql;
    let mut is_line_empty = true;
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            is_line_empty |= first == '\n';
            rest = &rest[first.len_utf8()..];
            continue;
        }
        if is_line_empty && rest.starts_with("--") {
            rest = &rest[run(rest, |c| c != '\n')..];
            continue;
        }
        is_line_empty = false;
        let length = match first {
            _ if rest.starts_with("--") || rest.starts_with("/*") => return Err("a comment".to_owned()),
            '$' => return Err("a dollar quote or a parameter".to_owned()),
            '\'' | '"' => {
                let length = quoted(rest, first)?;
                tokens.push(if first == '"' { Token::Quoted(rest[1..length - 1].to_owned()) } else { Token::Literal });
                length
            }
            _ if first.is_alphabetic() || first == '_' => {
                let length = run(rest, |c| c.is_alphanumeric() || c == '_');
                tokens.push(Token::Word(rest[..length].to_lowercase()));
                length
            }
            _ if first.is_ascii_digit() => {
                tokens.push(Token::Number);
                run(rest, |c| c.is_ascii_digit() || c == '.')
            }
            _ => {
                tokens.push(Token::Mark(first));
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    Ok(tokens)
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// The length of the quoted piece at the start, including its quotes. A doubled quote does not end it.
fn quoted(text: &str, quote: char) -> Result<usize, String> {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            return Err("a backslash in quotes".to_owned());
        }
        if c == quote && chars.next_if(|(_, next)| *next == quote).is_none() {
            return Ok(at + 1);
        }
    }
    Err("a quote that is not closed".to_owned())
}
