//! The place in a timeline after which the next page starts.

use chrono::{DateTime, SecondsFormat, Utc};

/// The last entry of a page: its time, the word of its source, and its id, which together are unique.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    pub at: DateTime<Utc>,
    pub word: String,
    pub id: i64,
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(text, "{},{},{}", self.at.to_rfc3339_opts(SecondsFormat::Micros, true), self.word, self.id)
    }
}

impl std::str::FromStr for Cursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut parts = text.splitn(3, ',');
        let mut part = || parts.next().ok_or(());
        let at = DateTime::parse_from_rfc3339(part()?).map_err(|_| ())?.to_utc();
        let word = part()?.to_owned();
        let id = part()?.parse().map_err(|_| ())?;
        // No word is longer, and Postgres refuses a text with NUL.
        if word.len() > 20 || !word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
            return Err(());
        }
        Ok(Self { at, word, id })
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;

    #[test]
    fn a_cursor_is_read_as_it_was_written_to_the_microsecond() {
        let cursor: Cursor = "2026-11-24T10:42:00.123456Z,exam,7".parse().unwrap();
        assert_eq!(cursor.to_string().parse(), Ok(cursor.clone()));
        let two_words = Cursor { word: "health_change".to_owned(), ..cursor };
        assert_eq!(two_words.to_string().parse(), Ok(two_words));
        for bad in [
            "",
            "7",
            "2026-11-24T10:42:00Z,exam",
            "x,exam,7",
            "2026-11-24T10:42:00Z,exam,x",
            "2026-11-24T10:42:00Z,EX\0M,7",
        ] {
            assert!(bad.parse::<Cursor>().is_err(), "{bad}");
        }
    }
}
