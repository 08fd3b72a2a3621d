//! Patients of Aurelle Aesthetics who have been examined, with their charts, a file each.

mod amelia_hart;
mod anika_desai;
mod approval;
mod daniel_feldman;
mod grace_okonkwo;
mod kenji_nakamura;
mod lucia_fernandez;
mod marcus_thompson;
mod mei_ling_chen;
mod nadia_rahman;
mod olivia_brennan;
mod patricia_osullivan;
mod rebecca_steinberg;
mod zoe_van_der_berg;

use crate::operations::demo::people::DemoPatient;

/// In this order they are seeded, and the waitlist names them by it.
pub const PATIENTS: &[DemoPatient] = &[
    amelia_hart::CHART,
    nadia_rahman::CHART,
    grace_okonkwo::CHART,
    daniel_feldman::CHART,
    lucia_fernandez::CHART,
    mei_ling_chen::CHART,
    olivia_brennan::CHART,
    rebecca_steinberg::CHART,
    marcus_thompson::CHART,
    anika_desai::CHART,
    patricia_osullivan::CHART,
    zoe_van_der_berg::CHART,
    kenji_nakamura::CHART,
];
