//! The tokens of HTML that ammonia has written.

#[derive(Debug, Clone)]
pub enum Token {
    Text(String),
    Open(String),
    Close(String),
}

pub fn tokens(clean: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = clean;
    while !rest.is_empty() {
        let tag = rest.strip_prefix('<').and_then(|tag| tag.split_once('>'));
        if let Some((inner, after)) = tag {
            rest = after;
            tokens.push(match inner.strip_prefix('/') {
                Some(name) => Token::Close(name.to_owned()),
                None => Token::Open(inner.split(' ').next().unwrap_or_default().to_owned()),
            });
            continue;
        }
        let skipped = usize::from(rest.starts_with('<'));
        let end = rest[skipped..].find('<').map_or(rest.len(), |at| at + skipped);
        tokens.push(Token::Text(text(&rest[..end])));
        rest = &rest[end..];
    }
    tokens
}

/// Without escapes, and with white space as HTML means it: a run is one space.
fn text(escaped: &str) -> String {
    let plain = escaped
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&");
    let mut text = String::with_capacity(plain.len());
    for letter in plain.chars() {
        if !matches!(letter, ' ' | '\n' | '\t' | '\r') {
            text.push(letter);
        } else if !text.ends_with(' ') {
            text.push(' ');
        }
    }
    text
}
