//! Addenda and voids over HTTP.

mod addenda;
mod exams;
mod locked;
mod races;
mod treatments;
mod voids;

use crate::testing::{Answer, Client, factories};

/// Voids an exam (`gfe/exams/1`) or a treatment (`treatments/1`).
async fn void(person: &Client, record: &str) -> Answer {
    person.post(&format!("/api/{record}/void"), factories::void("Entered for another patient")).await
}
