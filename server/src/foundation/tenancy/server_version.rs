//! Which Postgres serves each placement: an old one works, and is not for production.

/// From here on a change of a role costs nothing later, as Postgres numbers its versions.
const FOR_PRODUCTION: u32 = 170_000;

/// Logs one line if a placement's Postgres is older. `versions`: each placement's name and its server's number,
/// such as 150013; None where the server says none that we know how to read.
pub(super) fn check(versions: &[(&str, Option<u32>)]) {
    let old: Vec<_> = versions
        .iter()
        .filter_map(|(placement, version)| version.filter(|number| *number < FOR_PRODUCTION).map(|it| (placement, it)))
        .map(|(placement, number)| format!("{placement}: {}.{}", number / 10_000, number % 10_000))
        .collect();
    if !old.is_empty() {
        tracing::warn!(
            placements = old.join(", "),
            "this Postgres is older than 17 and not for production: with 50,000 roles, after any change of a role the \
             first SET ROLE of each connection takes 540 ms on 15 and 3.7 ms on 17"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::log::Captured;

    fn logged(versions: &[(&str, Option<u32>)]) -> String {
        let captured = Captured::begin();
        check(versions);
        captured.text()
    }

    #[test]
    fn an_old_postgres_is_named_in_one_line() {
        let text = logged(&[("east", Some(150_018)), ("main", Some(160_009)), ("west", Some(180_004))]);
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.contains("WARN") && text.contains(r#""placements":"east: 15.18, main: 16.9""#), "{text}");
        assert!(text.contains("not for production"), "{text}");
    }

    #[test]
    fn a_current_postgres_is_not_mentioned() {
        assert_eq!(logged(&[("main", Some(170_000)), ("east", Some(180_004)), ("west", None)]), "");
    }
}
