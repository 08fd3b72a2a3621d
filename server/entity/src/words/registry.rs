//! The words of the registry: where clinics are, and their states.

use super::words;

words! {
    /// Whether a clinic is served.
    pub enum ClinicStatus {
        Active = "active",
        Suspended = "suspended",
        /// Unclaimed, in the warm pool.
        Spare = "spare",
        /// Unclaimed, with data that a failed claim left.
        Spoilt = "spoilt",
        Deleted = "deleted",
    }

    /// A placement: one Postgres server, or a Citus cluster.
    pub enum PlacementKind {
        Postgres = "postgres",
        Citus = "citus",
    }

    /// Why a subdomain is not given to another clinic.
    pub enum HoldReason {
        Renamed = "renamed",
        Deleted = "deleted",
    }

    /// Why a clinic's tables are being moved to another place.
    pub enum MoveReason {
        Moved = "moved",
        Restored = "restored",
    }

    /// Why a schema is no longer used.
    pub enum FormerReason {
        Moved = "moved",
        Restored = "restored",
        Deleted = "deleted",
    }
}

impl From<MoveReason> for FormerReason {
    fn from(reason: MoveReason) -> Self {
        match reason {
            MoveReason::Moved => Self::Moved,
            MoveReason::Restored => Self::Restored,
        }
    }
}
