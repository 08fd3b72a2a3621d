//! A field of a PATCH. A missing field keeps the value, null (or an empty text in a form) clears it, and a value replaces it.

use sea_orm::{ActiveValue, Value as DbValue};
use serde::{Deserialize, Deserializer};

use base::error::Fields;

/// For a field with `#[serde(default)]` and `#[schema(value_type = Option<…>)]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Patch<T> {
    #[default]
    Keep,
    Clear,
    Set(T),
}

impl<T> Patch<T> {
    /// Writes the change into a row's column. A missing field leaves the column as it is.
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

    /// Writes the change into a column that always has a value. A field that is cleared is named in `invalid`.
    pub fn fill_required<V: Into<DbValue>>(
        self,
        field: &str,
        column: &mut ActiveValue<V>,
        invalid: &mut Fields,
        stored: impl FnOnce(T) -> V,
    ) {
        match self {
            Self::Keep => {}
            Self::Clear => {
                invalid.insert(field.to_owned(), "is required".to_owned());
            }
            Self::Set(value) => *column = ActiveValue::Set(stored(value)),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Clear, Self::Set))
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
        assert_eq!(read(r#"{"pronouns": "she/her"}"#), Patch::Set(Line("she/her".to_owned())));
        assert!(serde_json::from_str::<Body>(r#"{"pronouns": 7}"#).is_err());
    }
}
