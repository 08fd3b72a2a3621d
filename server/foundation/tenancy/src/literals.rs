//! The values of a simple query, which takes no parameters.

use std::fmt;

use uuid::Uuid;

/// Values in the text of a simple query: only integers, UUIDs and hexadecimal digits. Text from a client is written
/// as the hexadecimal digits of its bytes, so that it needs no quoting.
#[derive(Default)]
pub struct Literals(Vec<String>);

impl Literals {
    #[must_use]
    pub fn uuid(self, value: Uuid) -> Self {
        self.and(format!("'{value}'"))
    }

    #[must_use]
    pub fn integer(self, value: impl Into<Option<i64>>) -> Self {
        self.and(value.into().map_or_else(null, |value| value.to_string()))
    }

    #[must_use]
    pub fn integers<T: Copy + Into<i64>>(self, values: &[T]) -> Self {
        let values: Vec<_> = values.iter().map(|value| (*value).into().to_string()).collect();
        self.and(format!("'{{{}}}'", values.join(",")))
    }

    /// Requires a parameter of type text: `decode($1, 'hex')` yields the bytes.
    #[must_use]
    pub fn bytes<'v>(self, value: impl Into<Option<&'v [u8]>>) -> Self {
        self.and(value.into().map_or_else(null, |value| format!("'{}'", hex::encode(value))))
    }

    fn and(mut self, value: String) -> Self {
        self.0.push(value);
        self
    }
}

fn null() -> String {
    "NULL".to_owned()
}

/// Writes the values in parentheses, as EXECUTE takes them. Writes nothing if there are no values.
impl fmt::Display for Literals {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(text, "({})", self.0.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untrusted_text_is_encoded_as_hex_digits() {
        let evil = "'); DROP TABLE patient; --\\\u{0}";
        let values = Literals::default()
            .integer(-7)
            .integer(None)
            .uuid(Uuid::nil())
            .integers(&[1, -2])
            .integers::<i64>(&[])
            .bytes(evil.as_bytes())
            .bytes(None);
        let digits = hex::encode(evil);
        let expected =
            format!("(-7, NULL, '00000000-0000-0000-0000-000000000000', '{{1,-2}}', '{{}}', '{digits}', NULL)");
        assert_eq!(values.to_string(), expected);
        assert_eq!(Literals::default().to_string(), "");
    }
}
