//! The way in at the platform's own host, where there is no clinic: what Celadon is, sign-up, and
//! what machines send us.

use std::{net::IpAddr, sync::Arc};

use axum::{extract::FromRequestParts, http::request::Parts};
use chrono::{DateTime, Utc};

use super::{Clinic, Done, audit::Origin, context::no_origin};
use crate::foundation::error::{Error, Result};

/// The gate's mark on a request that came to the platform's own host, with what limits count it by.
#[derive(Debug, Clone, Copy)]
pub struct AtPlatform(pub IpAddr);

/// Somebody at the platform's own host. Nobody can be signed in there: a session's cookie is of
/// one clinic's host alone.
pub struct Platform {
    /// The time of the request: rules take it from here.
    pub now: DateTime<Utc>,
    origin: Origin,
    counted_as: IpAddr,
}

impl Platform {
    /// What limits are counted by.
    pub fn counted_as(&self) -> IpAddr {
        self.counted_as
    }

    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Answers. What the handler wrote to the registry it has committed itself; there is no
    /// clinic whose audit could tell of it.
    pub fn done<T>(self, answer: T) -> Done<T> {
        Done::committed(answer)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Platform {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        // The gate has sent away whoever is at the wrong host; a route in the wrong list stays shut too.
        let counted_as = match parts.extensions.get::<AtPlatform>() {
            Some(AtPlatform(counted_as)) if parts.extensions.get::<Arc<Clinic>>().is_none() => *counted_as,
            _ => return Err(Error::NotFound),
        };
        let origin = parts.extensions.get::<Origin>().cloned().ok_or_else(no_origin)?;
        Ok(Self { now: origin.now, origin, counted_as })
    }
}
