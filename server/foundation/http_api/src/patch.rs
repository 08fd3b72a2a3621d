//! A field of a PATCH: left out it stays, null (or an empty text) clears it, a value replaces it.

use sea_orm::{ActiveValue, Value as DbValue};
use serde::{Deserialize, Deserializer};

use super::fields::{Field, optional};

/// For a field with `#[serde(default)]` and `#[schema(value_type = Option<…>)]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Patch<T> {
    #[default]
    Keep,
    Clear,
    Set(T),
}

impl<T> Patch<T> {
    /// Writes the change into a row's column; leaves the column as it is for a field that was left out.
    pub fn fill<V>(self, column: &mut ActiveValue<Option<V>>, stored: impl FnOnce(T) -> V)
    where
        Option<V>: Into<DbValue>,
    {
        match self {
            Self::Keep => {}
            Self::Clear => *column = ActiveValue::Set(None),
            Self::Set(value) => *column = ActiveValue::Set(Some(stored(value))),
        }
    }
}

impl<'de, T: Field> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(optional(deserializer)?.map_or(Self::Clear, Self::Set))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::{super::fields::Line, Patch};

    #[derive(Deserialize)]
    struct Body {
        #[serde(default)]
        pronouns: Patch<Line>,
    }

    #[test]
    fn absent_null_and_a_value_are_distinguished() {
        let read = |text| serde_json::from_str::<Body>(text).unwrap().pronouns;
        assert_eq!(read("{}"), Patch::Keep);
        assert_eq!(read(r#"{"pronouns": null}"#), Patch::Clear);
        assert_eq!(read(r#"{"pronouns": " "}"#), Patch::Clear);
        assert_eq!(read(r#"{"pronouns": "she/her"}"#), Patch::Set(Line("she/her".to_owned())));
        assert!(serde_json::from_str::<Body>(r#"{"pronouns": 7}"#).is_err());
    }
}
