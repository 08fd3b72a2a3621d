//! What a treatment needs while the clinic keeps protocols.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{member, protocol_override},
    ids::ProtocolVersionId,
    words::Credential,
};
use sea_orm::EntityTrait;

use super::{
    current::{Current, ProtocolState},
    known::{self, Agreements, Protocol},
    settings,
};
use crate::{
    features::{
        clearance::{License, LicenseProblem},
        services::ChosenService,
    },
    foundation::{
        date_format::short_date,
        error::{Error, Result},
        tenancy::{ClinicTx, Member},
    },
};

/// With what a treatment is recorded.
#[derive(Debug, Default)]
pub struct Gate {
    pub version: Option<ProtocolVersionId>,
    /// What let it pass although something was missing.
    pub lifted: Option<protocol_override::Model>,
}

/// Why a provider may not treat with a service: a code, and a sentence that says what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    pub code: &'static str,
    pub sentence: String,
}

impl Obstacle {
    fn new(code: &'static str, cause: &str, remedy: &str) -> Self {
        let lift = "A Medical Director other than you can let it pass for today.";
        Self { code, sentence: format!("{cause} {remedy} {lift}") }
    }
}

/// With what a provider treats with a service today; asked only while the module Protocols is on.
///
/// # Errors
/// When the protocol or the license does not allow it and no director lets it pass today.
pub async fn require_protocol(
    tx: &ClinicTx,
    provider: &Member,
    service: &ChosenService,
    (now, zone): (DateTime<Utc>, Tz),
) -> Result<Gate> {
    let today = now.with_timezone(&zone).date_naive();
    let row = member::Entity::find_by_id(provider.id).one(tx).await?.ok_or(Error::Forbidden)?;
    let protocols = known::protocols(tx).await?;
    let protocol = protocols.iter().find(|protocol| protocol.is_of(service));
    let versions = protocol.map(|protocol| protocol.versions.as_slice()).unwrap_or_default();
    let agreed = known::agreements(tx, versions, Some(provider.id)).await?;
    let needs = settings::current(tx, now).await?.every_treatment;
    let version = Current::of(versions, today).version.filter(|version| version.valid_from <= today);
    let version = version.map(|version| version.id);
    let Some(obstacle) = obstacle(&row, service, protocol, &agreed, (today, needs)) else {
        return Ok(Gate { version, lifted: None });
    };
    let lifted = known::override_for(tx, provider.id, service, today).await?;
    if lifted.is_none() {
        return Err(Error::conflict(obstacle.code, obstacle.sentence));
    }
    Ok(Gate { version, lifted })
}

/// What stands between a provider and a service on a day. `needs` says whether every treatment needs a protocol.
pub(super) fn obstacle(
    provider: &member::Model,
    service: &ChosenService,
    protocol: Option<&Protocol>,
    agreed: &Agreements,
    (today, needs): (NaiveDate, bool),
) -> Option<Obstacle> {
    let versions = protocol.map(|protocol| protocol.versions.as_slice()).unwrap_or_default();
    of_protocol(provider, &service.name, Current::of(versions, today), agreed, needs)
        .or_else(|| of_license(provider, today))
}

fn of_protocol(
    provider: &member::Model,
    service: &str,
    current: Current<'_>,
    agreed: &Agreements,
    needs: bool,
) -> Option<Obstacle> {
    const SUCCESSOR: &str = "The next version must be signed by a Medical Director.";
    match (current.state, current.version) {
        (ProtocolState::Expired, Some(version)) => {
            let ended = short_date(version.valid_until);
            let cause = format!("The protocol for {service} ended on {ended} and has no successor.");
            Some(Obstacle::new("protocol_expired", &cause, SUCCESSOR))
        }
        (ProtocolState::Retired, _) => {
            let cause = format!("The protocol for {service} was retired and has no successor.");
            Some(Obstacle::new("protocol_retired", &cause, SUCCESSOR))
        }
        (ProtocolState::InForce | ProtocolState::Expiring, Some(version)) => {
            if agreed.contains_key(&(version.id, provider.id)) {
                return None;
            }
            let number = version.number;
            let cause =
                format!("You have not signed version {number} of the protocol for {service}, which is in force.");
            Some(Obstacle::new("protocol_unsigned", &cause, "Read and sign it on the page Protocols."))
        }
        _ if needs => {
            let cause = format!("{service} has no protocol in force, and at this clinic every treatment needs one.");
            Some(Obstacle::new("protocol_missing", &cause, "A version must be signed by a Medical Director."))
        }
        _ => None,
    }
}

/// By the same rule as a prescriber's signature on an exam. A credential that is no license, or none that the clinic has entered,
/// needs none; one that is entered must count.
fn of_license(provider: &member::Model, today: NaiveDate) -> Option<Obstacle> {
    let needs = provider.credential.is_some_and(|credential| credential != Credential::Other);
    let renew = "Ask whoever manages the team to enter it.";
    match License::of_member(provider, today).err()? {
        LicenseProblem::Expired => {
            Some(Obstacle::new("license_expired", "Your license has expired, so you cannot sign a treatment.", renew))
        }
        LicenseProblem::Missing if needs => Some(Obstacle::new(
            "license_missing",
            "Your credential needs a license, and its number, state or expiry is not known.",
            renew,
        )),
        LicenseProblem::Missing => None,
    }
}
