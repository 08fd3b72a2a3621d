//! The only way into a clinic's data.
//!
//! Entering a clinic and committing in it are visible in this module only: a feature receives a [`ClinicTx`]
//! inside a [`Ctx`] and gives it back to [`Ctx::done`]. Keep the module small and review it with the most care:
//! a row shown to the wrong clinic is the worst fault that this product can have.

mod actor;
mod api_access;
mod api_token;
mod audit;
mod audit_detail;
mod audit_row;
mod authenticate;
mod clinic;
mod context;
mod db;
mod directory;
mod emptiest;
mod fleet;
mod host;
mod idempotency;
mod job;
mod literals;
mod member;
mod new_clinic;
mod notify;
mod owner;
mod platform;
mod prepared;
mod profile;
mod public_access;
mod reach;
mod refusal;
mod schema;
mod schema_slot;
mod server_version;
mod session;
mod shard;
mod sql;
mod subject;
#[cfg(test)]
pub(crate) mod tests;
mod trail;
mod tx;
mod warm_pool;

pub use api_access::{Api, Scoped, bearer};
pub use api_token::ApiToken;
pub use audit::Origin;
pub use audit_detail::{Change, Detail, SignedMark};
pub use authenticate::{Authenticated, Support};
pub use clinic::{Clinic, NewClinic};
pub use context::{Ctx, Done, Paused, TenantState};
pub use db::Db;
pub use directory::{Directory, watch};
pub use fleet::{Fleet, fleet};
pub use host::{DELETED, HostError, HostTarget, host_target, is_subdomain, subdomain_error};
pub use idempotency::{IdempotencyKey, forget_responses};
pub use job::{JobTx, enter_for_audited_job, enter_for_job, open_clinics};
pub use member::Member;
pub use new_clinic::{NewClinicSeed, Provisioned};
pub use notify::notify;
pub use owner::{MAIN, NewOwner, OwnerDb};
pub(crate) use owner::{lock_subdomain, notify_servers, refuse_reserved_subdomain};
pub use platform::{Platform, PlatformRequest};
pub use prepared::PreparedQuery;
pub use profile::publish_profile;
pub use public_access::{Linked, Portal, Visitor};
pub use reach::{active_clinics, clinics_in_reach, placement_answers, silent_placements};
pub use refusal::note_refusals;
pub use schema_slot::SchemaSlot;
pub use session::{LONGEST as LONGEST_SESSION, PROOF_HOLDS, SessionKeys, SessionRef};
pub(crate) use sql::clinic_schemas;
pub use subject::Subject;
pub use tx::ClinicTx;
pub use warm_pool::{Claim, WARM_POOL_CHANNEL, claim};
