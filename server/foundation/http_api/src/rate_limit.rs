//! Limits how often one client may call one clinic, by the class of the call in the matrix.
//!
//! Counted in memory, separately on each server.

use std::{collections::HashMap, net::IpAddr, sync::Arc, time::Duration};

use axum::http::Request;
use tower_governor::{
    GovernorError,
    governor::{GovernorConfig, GovernorConfigBuilder},
    key_extractor::KeyExtractor,
};
use uuid::Uuid;

use base::{
    error::{Error, Result},
    permission::RateClass,
};
use crypto::token;

/// A clinic and a client of it.
pub type Key = (Uuid, IpAddr);

/// `tower_governor` extracts its key from a request. Here the key is known already.
#[derive(Debug, Clone)]
struct FromExtensions;

impl KeyExtractor for FromExtensions {
    type Key = Key;

    fn extract<T>(&self, request: &Request<T>) -> Result<Key, GovernorError> {
        request.extensions().get::<Key>().copied().ok_or(GovernorError::UnableToExtractKey)
    }
}

type Config = GovernorConfig<FromExtensions, governor_middleware::NoOp>;

mod governor_middleware {
    pub type NoOp = governor::middleware::NoOpMiddleware<governor::clock::QuantaInstant>;
}

/// The limiters, one for each class. Clones share the counts.
#[derive(Clone)]
pub struct RateLimits {
    classes: Arc<HashMap<RateClass, Config>>,
    /// Limits lookups of unknown names in the registry.
    hosts: Option<Arc<Config>>,
    /// Limits calls that may cost a password hash, by address only.
    anywhere: Option<Arc<Config>>,
    /// Limits calls of other programs, by their token.
    tokens: Option<Arc<Config>>,
}

/// Lookups of names that are not in the server's cache: how many at once, and the milliseconds until one more. An
/// office uses one or two names; after a restart each of them is unknown once.
const HOSTS: (u32, u64) = (60, 1_000);

/// Calls of one address that may cost a password hash, for all clinics together: how many at once, and the
/// milliseconds until one more. Protects this server's processor; guessing is limited in each clinic.
const ANYWHERE: (u32, u64) = (60, 2_000);

/// How many calls at once, and the milliseconds until one more.
fn allowance(class: RateClass, factor: u32) -> (u32, u64) {
    let factor = u64::from(factor.max(1));
    match class {
        RateClass::Read => (factored(240, factor), (100 / factor).max(1)),
        RateClass::Write => (factored(60, factor), (500 / factor).max(1)),
        RateClass::Portal => (factored(30, factor), (2_000 / factor).max(1)),
        // Never multiplied, because passwords could be guessed here.
        RateClass::Login => (20, 6_000),
        RateClass::Billing => (factored(10, factor), (6_000 / factor).max(1)),
        RateClass::Webhook => (600, 20),
        // As many as four tokens may make ([`TOKENS`]), because programs may share an address.
        RateClass::Api => (factored(400, factor), (60 / factor).max(1)),
    }
}

/// Calls with one token, from any address: 100 pages at once, then four a second.
const TOKENS: (u32, u64) = (100, 250);

fn factored(burst: u32, factor: u64) -> u32 {
    burst.saturating_mul(u32::try_from(factor).unwrap_or(u32::MAX))
}

impl RateLimits {
    /// `factor` multiplies the read, write, portal, billing and api classes, and the limits of one address over all
    /// clinics.
    pub fn new(factor: u32) -> Self {
        let classes = [
            RateClass::Read,
            RateClass::Write,
            RateClass::Portal,
            RateClass::Login,
            RateClass::Billing,
            RateClass::Webhook,
            RateClass::Api,
        ];
        let limiter = |(burst, every)| {
            GovernorConfigBuilder::default()
                .key_extractor(FromExtensions)
                .per_millisecond(every)
                .burst_size(burst)
                .finish()
        };
        let classes =
            classes.into_iter().filter_map(|class| Some((class, limiter(allowance(class, factor))?))).collect();
        let wide = u64::from(factor.max(1));
        let over_all =
            |(burst, every): (u32, u64)| limiter((factored(burst, wide), (every / wide).max(1))).map(Arc::new);
        Self {
            classes: Arc::new(classes),
            hosts: over_all(HOSTS),
            anywhere: over_all(ANYWHERE),
            tokens: over_all(TOKENS),
        }
    }

    /// Counts a call with an API token at a clinic.
    ///
    /// # Errors
    /// [`Error::TooMany`] when the token's allowance is used up.
    pub(crate) fn check_token(&self, clinic: Uuid, token: &str) -> Result<()> {
        let [first, last] = *token::hash(token).as_chunks::<16>().0 else { return Ok(()) };
        // Tokens are random, so 128 bits of a hash tell two tokens apart.
        let of_token = u128::from_be_bytes(first) ^ u128::from_be_bytes(last) ^ clinic.as_u128();
        count(self.tokens.as_deref(), &(Uuid::from_u128(of_token), IpAddr::from([0, 0, 0, 0])))
    }

    /// Counts a lookup of an unknown name in the registry.
    ///
    /// # Errors
    /// [`Error::TooMany`] when the client has made too many lookups.
    pub(crate) fn check_host(&self, client: IpAddr) -> Result<()> {
        count(self.hosts.as_deref(), &(Uuid::nil(), client))
    }

    /// # Errors
    /// [`Error::TooMany`] when the allowance is used up.
    pub fn check(&self, class: RateClass, key: Key) -> Result<()> {
        count(self.classes.get(&class), &key)?;
        if class == RateClass::Login {
            let (_, address) = key;
            count(self.anywhere.as_deref(), &(Uuid::nil(), address))?;
        }
        Ok(())
    }

    fn kept(&self) -> impl Iterator<Item = &Config> {
        let further = [&self.hosts, &self.anywhere, &self.tokens];
        self.classes.values().chain(further.into_iter().filter_map(|config| config.as_deref()))
    }

    /// Removes the counts of clients that have not called for a while, until the task is dropped.
    pub async fn forget_the_idle(self) {
        let mut every = tokio::time::interval(Duration::from_mins(1));
        loop {
            every.tick().await;
            for config in self.kept() {
                config.limiter().retain_recent();
            }
        }
    }
}

fn count(config: Option<&Config>, key: &Key) -> Result<()> {
    use governor::clock::{Clock, DefaultClock};
    let config = config.ok_or(Error::Unavailable)?;
    config.limiter().check_key(key).map_err(|not_until| {
        let wait = not_until.wait_time_from(DefaultClock::default().now());
        Error::TooMany { retry_after_seconds: wait.as_secs() + 1 }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(clinic: u128) -> Key {
        (Uuid::from_u128(clinic), IpAddr::from([203, 0, 113, 9]))
    }

    #[test]
    fn guessing_passwords_is_stopped_at_one_clinic_and_for_one_client() {
        let limits = RateLimits::new(100);
        for _ in 0..20 {
            limits.check(RateClass::Login, key(1)).unwrap();
        }
        let Err(Error::TooMany { retry_after_seconds }) = limits.check(RateClass::Login, key(1)) else {
            panic!("the 21st guess went through");
        };
        assert!((1..=7).contains(&retry_after_seconds));
        limits.check(RateClass::Login, key(2)).unwrap();
        limits.check(RateClass::Read, key(1)).unwrap();
    }

    #[test]
    fn programs_have_a_limit_of_their_own() {
        let limits = RateLimits::new(1);
        let clinic = Uuid::from_u128(1);
        for _ in 0..100 {
            limits.check_token(clinic, "one").unwrap();
        }
        let Err(Error::TooMany { retry_after_seconds }) = limits.check_token(clinic, "one") else {
            panic!("the 101st page went through");
        };
        limits.check_token(clinic, "another").unwrap();
        limits.check_token(Uuid::from_u128(2), "one").unwrap();
        for _ in 0..400 {
            limits.check(RateClass::Api, key(1)).unwrap();
        }
        assert!(limits.check(RateClass::Api, key(1)).is_err(), "one address has no end of tokens");
        assert_eq!(retry_after_seconds, 1);
        limits.check(RateClass::Read, key(1)).unwrap();
        limits.check(RateClass::Api, key(2)).unwrap();
    }

    #[test]
    fn hashes_are_limited_per_address_across_clinics() {
        let limits = RateLimits::new(1);
        for clinic in 0..60 {
            limits.check(RateClass::Login, key(clinic)).unwrap();
        }
        let Err(Error::TooMany { retry_after_seconds }) = limits.check(RateClass::Login, key(1_000)) else {
            panic!("a clinic after the other was asked for a hash");
        };
        assert!((1..=3).contains(&retry_after_seconds));
        limits.check(RateClass::Login, (Uuid::from_u128(1), IpAddr::from([203, 0, 113, 10]))).unwrap();
        limits.check(RateClass::Read, key(1)).unwrap();
    }

    #[test]
    fn the_factor_raises_the_read_limit_only() {
        let limits = RateLimits::new(3);
        for _ in 0..720 {
            limits.check(RateClass::Read, key(1)).unwrap();
        }
    }
}
