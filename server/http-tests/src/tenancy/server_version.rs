//! What the log says about the version of the database.

use crate::testing::log::Captured;
use tenancy::server_version::*;

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
