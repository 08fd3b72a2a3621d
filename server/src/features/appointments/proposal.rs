//! What an appointment would occupy, before it is booked or moved.

use entity::{
    clinic::{patient, resource},
    ids::{AppointmentId, MemberId, ServiceId},
};

use super::slot::Slot;

/// Whom, when and for what an appointment would occupy.
pub(super) struct Proposal<'a> {
    pub(super) patient: &'a patient::Model,
    pub(super) provider: Option<MemberId>,
    pub(super) resource: Option<&'a resource::Model>,
    /// The service of the catalogue, if it is one of it.
    pub(super) service: Option<ServiceId>,
    pub(super) slot: Slot,
    pub(super) allow_overlap: bool,
    /// The appointment that is moved, which does not stand in its own way.
    pub(super) moved: Option<AppointmentId>,
}
