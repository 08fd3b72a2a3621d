//! The people, the room or device, and the time that a proposed booking or move would occupy.

use entity::{
    clinic::{patient, resource},
    ids::{AppointmentId, MemberId, ServiceId},
};

use super::slot::Slot;

/// The patient, the slot and the service of a proposed appointment.
pub(super) struct Proposal<'a> {
    pub(super) patient: &'a patient::Model,
    pub(super) provider: Option<MemberId>,
    pub(super) resource: Option<&'a resource::Model>,
    /// The service in the catalog. `None` if the service is from the fixed list.
    pub(super) service: Option<ServiceId>,
    pub(super) slot: Slot,
    pub(super) allow_overlap: bool,
    /// The appointment that is moved. It does not conflict with itself.
    pub(super) moved: Option<AppointmentId>,
}
