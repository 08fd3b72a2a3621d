//! The names of a clinic's schema and role, and how they are dropped.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};
use uuid::Uuid;

use super::sql;

/// Drops the schema with its tables, and the role.
pub(super) async fn drop_schema(tx: &DatabaseTransaction, schema: &str) -> Result<(), DbErr> {
    for statement in sql::drop_schema_and_role(schema) {
        tx.execute_unprepared(&statement).await?;
    }
    Ok(())
}

/// The name of a clinic's schema and role.
pub(super) fn schema_name(id: Uuid) -> String {
    format!("clinic_{}", base36(id.as_u128()))
}

fn base36(mut number: u128) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut text = Vec::new();
    loop {
        text.push(DIGITS[usize::try_from(number % 36).unwrap_or(0)]);
        number /= 36;
        if number == 0 {
            break;
        }
    }
    text.iter().rev().map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn schema_names_are_plain_and_short(id in any::<u128>()) {
            let name = schema_name(Uuid::from_u128(id));
            prop_assert!(name.len() <= 33);
            prop_assert!(name[7..].bytes().all(|b| b.is_ascii_digit() || b.is_ascii_lowercase()));
            prop_assert_eq!(u128::from_str_radix(&name[7..], 36).unwrap(), id);
        }
    }
}
