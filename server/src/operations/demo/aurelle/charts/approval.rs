//! The approval of a treatment by Aurelle's director.

use crate::operations::demo::{
    aurelle::team::DIRECTOR,
    people::{DemoApproval, Moment},
};

pub const fn approved((days_ago, at): Moment) -> DemoApproval {
    DemoApproval { director: DIRECTOR, days_ago, at }
}
