//! How Aurelle's days are planned: rooms, breaks, holidays, and who waits for a time.

use entity::words::{PartOfDay, ResourceKind, ServiceName};

use super::team::{DIRECTOR, NURSE, OWNER, PRACTITIONER};
use crate::operations::demo::people::{DemoBreak, DemoDesk, DemoHoliday, DemoRoom, DemoWait};

pub const DESK: DemoDesk = DemoDesk {
    rooms: &[
        DemoRoom { name: "Treatment room 1", kind: ResourceKind::Room, used_by: Some(PRACTITIONER) },
        DemoRoom { name: "Treatment room 2", kind: ResourceKind::Room, used_by: Some(NURSE) },
        DemoRoom { name: "Consultation room", kind: ResourceKind::Room, used_by: Some(DIRECTOR) },
        DemoRoom { name: "Centrifuge", kind: ResourceKind::Device, used_by: None },
    ],
    breaks: &[
        DemoBreak { member: PRACTITIONER, starts: "12:30", ends: "13:00", reason: "Lunch" },
        DemoBreak { member: NURSE, starts: "12:30", ends: "13:00", reason: "Lunch" },
        DemoBreak { member: OWNER, starts: "08:00", ends: "08:30", reason: "Treatments to approve" },
    ],
    holidays: &[
        DemoHoliday { month: 1, day: 1, reason: "New Year's Day" },
        DemoHoliday { month: 12, day: 25, reason: "Christmas" },
    ],
    waiting: &[
        DemoWait {
            patient: 3,
            service: ServiceName::Botox,
            provider: Some(PRACTITIONER),
            weekdays: &[2, 4],
            part_of_day: Some(PartOfDay::Afternoon),
            note: Some("Works until two."),
        },
        DemoWait {
            patient: 7,
            service: ServiceName::Microneedling,
            provider: None,
            weekdays: &[],
            part_of_day: Some(PartOfDay::Morning),
            note: None,
        },
    ],
};
