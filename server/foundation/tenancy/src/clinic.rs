//! A clinic as the registry describes it.

pub use migration::registry::CHANNEL;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    registry::{clinic, placement},
    words::{ClinicStatus, PlacementKind},
};
use uuid::Uuid;

use base::error::{Error, Result};

/// A clinic to be made.
#[derive(Debug, Clone)]
pub struct NewClinic {
    pub subdomain: String,
    pub name: String,
    pub time_zone: Tz,
}

/// The database role of a transaction in a clinic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// The clinic's own role, which may read only its own schema.
    OwnRole,
    /// The login of the shard, which may read the schemas of all its clinics: only the search path separates them.
    /// For a Citus cluster, which opens separate connections to its workers for each role.
    ShardLogin,
}

impl Entry {
    /// Returns the clinic's own role, unless the placement is known to have no roles. There the own role would fail;
    /// elsewhere the shard's login may read nothing.
    pub(super) fn of(placement: Option<PlacementKind>) -> Self {
        match placement {
            Some(PlacementKind::Citus) => Self::ShardLogin,
            Some(PlacementKind::Postgres) | None => Self::OwnRole,
        }
    }
}

/// A clinic that this server serves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clinic {
    pub id: Uuid,
    pub subdomain: String,
    pub name: String,
    pub time_zone: Tz,
    pub(super) schema: String,
    pub(super) placement: String,
    pub(super) shard: u16,
    pub(super) entry: Entry,
    suspended: bool,
    fenced_until: Option<DateTime<Utc>>,
    schema_version: String,
    oldest_server: String,
}

impl Clinic {
    /// Fails when the clinic is suspended, is being moved, or has tables that are older or newer than this server can serve.
    pub fn open(&self, now: DateTime<Utc>) -> Result<()> {
        if !self.suspended && self.fenced_until.is_some_and(|until| now < until) {
            return Err(Error::Unavailable);
        }
        self.serveable()
    }

    /// The same for jobs, which can wait. The fence of a move stops jobs until the fence is removed.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub(super) fn open_for_jobs(&self) -> Result<()> {
        if self.fenced_until.is_some() {
            return Err(Error::Unavailable);
        }
        self.serveable()
    }

    pub(super) fn is_where(&self, other: &Self) -> bool {
        (&self.placement, &self.schema) == (&other.placement, &other.schema)
    }

    fn serveable(&self) -> Result<()> {
        if self.suspended {
            return Err(Error::ClinicSuspended);
        }
        let version = self.schema_version.as_str();
        // Newer tables are served, because servers of the previous release continue during an upgrade. They stop if a
        // migration step has removed what they use.
        let too_new = self.oldest_server.as_str() > migration::clinic::LATEST;
        if version < migration::clinic::OLDEST_SERVED || too_new {
            tracing::warn!(clinic.id = %self.id, schema.version = version, "a clinic's tables are out of this server's range");
            return Err(Error::Unavailable);
        }
        Ok(())
    }
}

impl TryFrom<(clinic::Model, Option<placement::Model>)> for Clinic {
    type Error = Error;

    fn try_from((row, placement): (clinic::Model, Option<placement::Model>)) -> Result<Self> {
        Ok(Self {
            entry: Entry::of(placement.map(|placement| placement.kind)),
            time_zone: row.time_zone.parse().map_err(|_| Error::Internal("a clinic's time zone is unknown".into()))?,
            shard: u16::try_from(row.shard).map_err(|_| Error::Internal("a clinic's shard is out of range".into()))?,
            id: row.id,
            subdomain: row.subdomain,
            name: row.name,
            schema: row.schema_name,
            placement: row.placement,
            suspended: row.status != ClinicStatus::Active,
            fenced_until: row.fenced_until,
            schema_version: row.schema_version,
            oldest_server: row.oldest_server,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_placement_that_is_known_to_have_no_roles_is_entered_without_one() {
        assert_eq!(Entry::of(None), Entry::OwnRole);
        assert_eq!(Entry::of(Some(PlacementKind::Postgres)), Entry::OwnRole);
        assert_eq!(Entry::of(Some(PlacementKind::Citus)), Entry::ShardLogin);
    }
}
