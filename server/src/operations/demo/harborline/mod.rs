//! Harborline Medspa of San Diego, the smaller demo clinic: its owner is the medical director.

mod charts;
mod newcomers;
mod team;

use team::TEAM;

use super::people::{DemoClinic, DemoDesk};

pub const CLINIC: DemoClinic = DemoClinic {
    subdomain: "harbor",
    name: "Harborline Medspa",
    time_zone: "America/Los_Angeles",
    members: TEAM,
    // None: the specification describes the product without modules.
    modules: &[],
    sends_messages: false,
    desk: DemoDesk::NONE,
    clearance: None,
    patient_groups: &[charts::PATIENTS, newcomers::PATIENTS],
};
