//! The requirements of a treatment while the clinic keeps protocols.

use chrono::NaiveDate;
use entity::{
    clinic::{member, protocol_override},
    ids::{MemberId, ProtocolVersionId},
    words::Credential,
};
use sea_orm::EntityTrait;

use super::{
    current::{Current, ProtocolState},
    load::{self, Agreements, Protocol},
    settings,
};
use crate::clearance::{License, LicenseProblem};
use base::{
    date_format::short_date,
    error::{Error, Result},
};
use practice::services::ChosenService;
use tenancy::Work;

/// The protocol version and the override with which a treatment is recorded.
#[derive(Debug, Default)]
pub struct Gate {
    pub version: Option<ProtocolVersionId>,
    /// The override that allowed it although something was missing.
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

/// The protocol version and the override for a treatment today. Called only while the module Protocols is on.
///
/// Fails if the protocol or the license does not allow the treatment and no director has overridden that today.
pub async fn require_protocol(work: Work<'_>, provider: MemberId, service: &ChosenService) -> Result<Gate> {
    let (tx, today) = (work.tx, work.today());
    let row = member::Entity::find_by_id(provider).one(tx).await?.ok_or(Error::Forbidden)?;
    let protocols = load::protocols(tx).await?;
    let protocol = protocols.iter().find(|protocol| protocol.is_of(service));
    let versions = protocol.map(|protocol| protocol.versions.as_slice()).unwrap_or_default();
    let agreed = load::agreements(tx, versions, Some(provider)).await?;
    let needs = settings::current(tx).await?.every_treatment;
    let version = Current::of(versions, today).version.filter(|version| version.valid_from <= today);
    let version = version.map(|version| version.id);
    let Some(obstacle) = obstacle(&row, service, protocol, &agreed, today, needs) else {
        return Ok(Gate { version, lifted: None });
    };
    let lifted = load::override_for(tx, provider, service, today).await?;
    if lifted.is_none() {
        return Err(Error::conflict(obstacle.code, obstacle.sentence));
    }
    Ok(Gate { version, lifted })
}

/// Why a provider may not treat with a service on a day. `needs` says whether every treatment needs a protocol.
pub(super) fn obstacle(
    provider: &member::Model,
    service: &ChosenService,
    protocol: Option<&Protocol>,
    agreed: &Agreements,
    today: NaiveDate,
    needs: bool,
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

/// Applies the rule for a prescriber's signature on an exam. A credential that is not a license, or a missing credential, needs no
/// license; a license that is entered must be valid.
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
