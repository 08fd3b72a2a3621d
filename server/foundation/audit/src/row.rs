//! An audit row as bytes, and its digest in a seal.

use entity::clinic::audit;
use sha2::{Digest, Sha256};

/// SHA-256 of all values of the row. Each part is preceded by its length, so that no two rows have the same bytes.
/// The first part names the format. Rows from before names and details were stored have the first format.
pub fn digest(row: &audit::Model) -> [u8; 32] {
    let later = [&row.actor_name, &row.actor_license, &row.detail];
    let is_first_form = later.iter().all(|text| text.is_none());
    let mut bytes = Bytes::default();
    bytes.part(if is_first_form { b"celadon audit row 1" } else { b"celadon audit row 2" });
    bytes.number(row.id);
    bytes.number(row.at.timestamp_micros());
    bytes.part(row.request_id.as_bytes());
    bytes.optional(row.member_id.map(|id| i64::from(id).to_be_bytes()).as_ref().map(<[u8; 8]>::as_slice));
    bytes.part(row.actor.as_str().as_bytes());
    bytes.optional(row.role.as_deref().map(str::as_bytes));
    bytes.part(row.action.as_bytes());
    bytes.part(row.outcome.as_str().as_bytes());
    bytes.numbers(&row.patient_ids);
    bytes.numbers(&row.object_ids);
    bytes.part(row.ip.as_bytes());
    bytes.part(row.user_agent.as_bytes());
    if !is_first_form {
        for text in later {
            bytes.optional(text.as_deref().map(str::as_bytes));
        }
    }
    bytes.digest()
}

/// Hashes values so that their bytes can be read in only one way.
#[derive(Default)]
pub struct Bytes(Sha256);

impl Bytes {
    pub fn number(&mut self, number: i64) {
        self.0.update(number.to_be_bytes());
    }

    pub fn part(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_be_bytes());
        self.0.update(bytes);
    }

    pub fn numbers<T: Copy + Into<i64>>(&mut self, numbers: &[T]) {
        self.0.update((numbers.len() as u64).to_be_bytes());
        for number in numbers {
            self.number((*number).into());
        }
    }

    /// Distinguishes an absent value from an empty text.
    fn optional(&mut self, bytes: Option<&[u8]>) {
        self.0.update([u8::from(bytes.is_some())]);
        if let Some(bytes) = bytes {
            self.part(bytes);
        }
    }

    pub fn digest(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use entity::words::{ActorKind, Outcome};
    use uuid::Uuid;

    use super::*;

    fn row() -> audit::Model {
        audit::Model {
            id: 7,
            at: "2026-06-01T12:00:00Z".parse().unwrap(),
            request_id: Uuid::from_u128(1),
            member_id: Some(3.into()),
            actor: ActorKind::Member,
            role: Some("Nurse".to_owned()),
            action: "patient.read".to_owned(),
            outcome: Outcome::Done,
            patient_ids: vec![1.into(), 2.into()],
            object_ids: vec![],
            ip: "203.0.113.9".to_owned(),
            user_agent: "a browser".to_owned(),
            actor_name: None,
            actor_license: None,
            detail: None,
        }
    }

    /// Computed before rows held names. Seals of that time still match.
    #[test]
    fn a_row_without_a_name_keeps_its_former_digest() {
        assert_eq!(hex::encode(digest(&row())), "2e0dd396511d6a262bc029d09d757e06e6d4e8a7474b84d41b39b470260b508b");
    }

    #[test]
    fn every_change_of_a_row_changes_its_digest() {
        let altered: &[fn(&mut audit::Model)] = &[
            |row| row.id = 8,
            |row| row.at += chrono::TimeDelta::microseconds(1),
            |row| row.request_id = Uuid::from_u128(2),
            |row| row.member_id = None,
            |row| row.actor = ActorKind::Patient,
            |row| row.role = None,
            |row| row.role = Some(String::new()),
            |row| row.action = "patient.list".to_owned(),
            |row| row.outcome = Outcome::Denied,
            |row| row.patient_ids = vec![1.into()],
            |row| row.object_ids = vec![9],
            // A value moved from one field to the next field.
            |row| (row.patient_ids, row.object_ids) = (vec![1.into()], vec![2]),
            |row| (row.ip, row.user_agent) = ("203.0.113.9a".to_owned(), " browser".to_owned()),
            |row| row.actor_name = Some("Robin Berg".to_owned()),
            |row| row.actor_license = Some("Robin Berg".to_owned()),
            |row| row.detail = Some("Robin Berg".to_owned()),
            |row| row.detail = Some(String::new()),
        ];
        let mut seen = vec![digest(&row())];
        for change in altered {
            let mut row = row();
            change(&mut row);
            let digest = digest(&row);
            assert!(!seen.contains(&digest), "{row:?}");
            seen.push(digest);
        }
    }
}
