use axum::http::StatusCode;

use super::created;
use crate::testing::{Client, TestClinic, factories};

pub struct Schedule {
    /// Days on which the clinic is closed.
    pub closure: i64,
    /// A blocked time.
    pub block: i64,
    /// A room.
    pub resource: i64,
    /// A person who waits for a time.
    pub waitlist_entry: i64,
    /// The token of the owner's calendar.
    pub calendar: String,
}

impl Schedule {
    pub async fn make(clinic: &TestClinic, owner: &Client, patient: i64, colleague: i64) -> Self {
        Self {
            closure: created(owner, "/api/schedule/closures", factories::closure()).await,
            block: created(owner, "/api/schedule/blocks", factories::block()).await,
            resource: factories::resource(owner, "Room 1").await,
            waitlist_entry: created(owner, "/api/waitlist", factories::waitlist_entry(patient)).await,
            calendar: calendars(clinic, owner, colleague).await,
        }
    }
}

/// Plants calendars of the owner and of a colleague. Returns the token of the owner's.
async fn calendars(clinic: &TestClinic, owner: &Client, colleague: i64) -> String {
    let own = owner.post_nothing("/api/calendar-feed").await.expect(StatusCode::CREATED);
    let other = format!(
        "insert into {{}}.calendar_feed (member_id, token_hash, created_at) values ({colleague}, '\\x00', now())"
    );
    clinic.plant(&other).await;
    own["url"].as_str().unwrap().rsplit('/').nth(1).unwrap().to_owned()
}
