//! The signed rows to read, if not all are read.

use std::collections::{BTreeSet, HashMap};

use entity::clinic::adverse_event_entry;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QuerySelect};

/// The most ids in one statement.
const NAMED: usize = 1_000;

/// The ids to read, by the table's name in the audit.
#[derive(Debug, Default)]
pub(super) struct Wanted(HashMap<String, BTreeSet<i64>>);

impl Wanted {
    /// The named rows, and the rows that must be read with them.
    pub async fn named(db: &impl ConnectionTrait, rows: impl Iterator<Item = &(String, i64)>) -> Result<Self, DbErr> {
        use adverse_event_entry::{Column, Entity};
        let mut wanted = Self::default();
        for (table, id) in rows {
            wanted.0.entry(table.clone()).or_default().insert(*id);
        }
        // An entry is read with the report that it belongs to.
        let entries: Vec<i64> = wanted.all("adverse_event_entry").collect();
        for ids in entries.chunks(NAMED) {
            let events = Entity::find().select_only().column(Column::EventId).filter(Column::Id.is_in(ids.to_vec()));
            let events: Vec<i64> = events.into_tuple().all(db).await?;
            wanted.0.entry("adverse_event".to_owned()).or_default().extend(events);
        }
        Ok(wanted)
    }

    fn all(&self, name: &str) -> impl Iterator<Item = i64> {
        self.0.get(name).into_iter().flatten().copied()
    }

    /// The next ids after this one, in order, under any of these names.
    pub fn next(&self, names: &[&str], last: i64, most: u64) -> Vec<i64> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let Some(from) = last.checked_add(1) else { return Vec::new() };
        let after = |name: &&str| self.0.get(*name).into_iter().flat_map(move |ids| ids.range(from..).take(most));
        let mut ids: Vec<i64> = names.iter().flat_map(after).copied().collect();
        ids.sort_unstable();
        ids.dedup();
        ids.truncate(most);
        ids
    }
}
