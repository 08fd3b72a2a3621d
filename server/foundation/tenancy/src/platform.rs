//! The extractor of the platform's own host, where there is no clinic: the public page, sign-up, and webhooks.

use std::{net::IpAddr, sync::Arc};

use axum::{extract::FromRequestParts, http::request::Parts};
use chrono::{DateTime, Utc};

use super::{Clinic, Done, audit::Origin, context::no_origin};
use base::error::{Error, Result};

/// What the gate attaches to a request to the platform's own host: the address that rate limits count.
#[derive(Debug, Clone, Copy)]
pub struct PlatformRequest(pub IpAddr);

/// A request to the platform's own host. No one is signed in there, because a session's cookie belongs to one clinic's host.
pub struct Platform {
    /// The time of the request, for all rules.
    pub now: DateTime<Utc>,
    origin: Origin,
    counted_as: IpAddr,
}

impl Platform {
    /// The address that rate limits count.
    pub fn counted_as(&self) -> IpAddr {
        self.counted_as
    }

    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Answers. The handler has committed its changes of the registry itself; there is no clinic with an audit to record them.
    pub fn done<T>(self, answer: T) -> Done<T> {
        Done::committed(answer)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Platform {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        // The gate refuses requests at the wrong host; this also closes a route that is in the wrong list.
        let counted_as = match parts.extensions.get::<PlatformRequest>() {
            Some(PlatformRequest(counted_as)) if parts.extensions.get::<Arc<Clinic>>().is_none() => *counted_as,
            _ => return Err(Error::NotFound),
        };
        let origin = parts.extensions.get::<Origin>().cloned().ok_or_else(no_origin)?;
        Ok(Self { now: origin.now, origin, counted_as })
    }
}
