//! The operator's settings, read once from the environment. If a setting is invalid, the program does not start, and one line names the setting.

mod base_url;
/// The keys that sign reports about mails.
pub mod mail_reports;
/// The mail server.
pub mod mail_server;
mod network;
mod secrets;
/// The keys for Stripe, and the settings that exclude each other.
pub mod stripe_keys;
/// The settings for texts to phones.
pub mod texts;

pub use self::base_url::BaseUrl;
pub use self::secrets::{Generation, MasterKey};

use std::{
    collections::BTreeMap,
    env, fs,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use ipnet::IpNet;
use tracing_subscriber::filter::Targets;

use self::network::Network;
use crate::{
    mail_reports::ReportKey,
    mail_server::MailServer,
    stripe_keys::{Enforcement, StripeKeys},
    texts::Texts,
};

/// The reason why the server cannot start: the variable and its problem.
#[derive(Debug, thiserror::Error)]
#[error("{variable} {problem}")]
pub struct BadSetting {
    pub variable: &'static str,
    pub problem: String,
}

fn bad(variable: &'static str, problem: impl Into<String>) -> BadSetting {
    BadSetting { variable, problem: problem.into() }
}

/// The settings of `celadon serve` and `celadon work`.
#[derive(Clone)]
pub struct Config {
    /// `DATABASE_URL`: the gateway's restricted login.
    pub database_url: String,
    /// `DATABASE_URL_{PLACEMENT}`: the gateway's login to each further placement.
    pub placements: BTreeMap<String, String>,
    /// `DATABASE_DIRECT_URL`: the same login without a transaction pooler, for LISTEN. Default: `DATABASE_URL`.
    pub database_direct_url: String,
    /// `DATABASE_CONNECTIONS`: connections to each shard, at most. Default 5.
    pub connections_per_shard: u32,
    /// `WEB_DIR`: the built web app. Default `web/dist`.
    pub web_dir: PathBuf,
    /// `DOCUMENTS_PROGRAM`: the program that typesets documents. Default: `celadon-documents` beside this one.
    pub documents_program: PathBuf,
    /// `LISTEN_ADDR`. Default `127.0.0.1:8080`.
    pub listen_addr: SocketAddr,
    /// `OPS_ADDR`: health and readiness. Default `127.0.0.1:9090`.
    pub ops_addr: SocketAddr,
    pub base_url: BaseUrl,
    /// `SECRET_KEY`, and `SECRET_KEY_SECOND` during a rotation.
    pub secret: MasterKey,
    /// `SMTP_URL` and `SMTP_CA`. Without `SMTP_URL`, mails are files in `MAIL_DIR`.
    pub mail_server: Option<MailServer>,
    /// `MAIL_DIR`. Default `.data/mail`.
    pub mail_dir: PathBuf,
    /// `MAIL_FROM`. Default `Celadon <no-reply@localhost>`.
    pub mail_from: String,
    /// `MAIL_WEBHOOK_SECRET`: one key, or several during a rotation. Without a key no report about a mail is accepted.
    pub mail_reports: Vec<ReportKey>,
    /// `SMS_URL`, `SMS_ACCOUNT`, `SMS_TOKEN`, `SMS_FROM` and `SMS_DIR`.
    pub texts: Texts,
    /// `TRUSTED_PROXIES`: addresses and networks (`10.0.0.0/8`) whose `X-Forwarded-For` is used, separated by commas.
    pub trusted_proxies: Vec<IpNet>,
    /// `TRUSTED_PROXY_HOPS`: how many of these proxies there are between a client and the server. Default 1.
    pub trusted_hops: usize,
    /// `RATE_LIMIT_FACTOR`: multiplies the rate limits, except those of sign-ins and webhooks. Default 1.
    pub rate_limit_factor: u32,
    /// `STRIPE_SECRET_KEY`, `STRIPE_WEBHOOK_SECRET` and `STRIPE_API_BASE`. Without keys nothing can be bought.
    pub stripe: Option<StripeKeys>,
    /// `BILLING_ENFORCEMENT`: whether a plan's limits are shown and enforced: off, warn or enforce. Default warn.
    pub enforcement: Enforcement,
}

impl Config {
    pub fn from_env() -> Result<Self, BadSetting> {
        let network = Network::from_env()?;
        let database_url = network.carries("DATABASE_URL", required("DATABASE_URL")?)?;
        let base_url = BaseUrl::parse(&optional("BASE_URL")?.unwrap_or_else(|| "http://localhost:8080".into()))?;
        let direct_url = optional("DATABASE_DIRECT_URL")?.unwrap_or_else(|| database_url.clone());
        Ok(Self {
            database_direct_url: network.carries("DATABASE_DIRECT_URL", direct_url)?,
            database_url,
            placements: placements("DATABASE_URL")?,
            connections_per_shard: number("DATABASE_CONNECTIONS", 5)?,
            web_dir: optional("WEB_DIR")?.unwrap_or_else(|| "web/dist".into()).into(),
            documents_program: optional("DOCUMENTS_PROGRAM")?.map_or_else(documents_program, PathBuf::from),
            listen_addr: address("LISTEN_ADDR", "127.0.0.1:8080")?,
            ops_addr: ops_addr()?,
            secret: secret(&base_url)?,
            base_url,
            mail_server: MailServer::from_env()?,
            mail_dir: optional("MAIL_DIR")?.unwrap_or_else(|| ".data/mail".into()).into(),
            mail_from: optional("MAIL_FROM")?.unwrap_or_else(|| "Celadon <no-reply@localhost>".into()),
            mail_reports: ReportKey::from_env()?,
            texts: Texts::from_env()?,
            trusted_proxies: networks("TRUSTED_PROXIES")?,
            trusted_hops: trusted_hops()?,
            rate_limit_factor: number("RATE_LIMIT_FACTOR", 1)?.max(1),
            stripe: stripe_keys()?,
            enforcement: enforcement()?,
        })
    }
}

/// The secrets. Refused if the repository contains one of them and the server is public.
fn secret(base_url: &BaseUrl) -> Result<MasterKey, BadSetting> {
    let key = MasterKey::parse(&required("SECRET_KEY")?)?.with_second(optional("SECRET_KEY_SECOND")?.as_deref())?;
    key.may_serve(base_url)?;
    Ok(key)
}

/// The program beside this one, because both are in one image.
fn documents_program() -> PathBuf {
    let own = env::current_exe().unwrap_or_default();
    own.with_file_name("celadon-documents")
}

/// The address of the operator's listener.
pub fn ops_addr() -> Result<SocketAddr, BadSetting> {
    address("OPS_ADDR", "127.0.0.1:9090")
}

/// Returns the same database URL, for commands that read a separate setting.
///
/// Fails when the URL is malformed, or others could eavesdrop on its network.
pub fn database_address(variable: &'static str, url: String) -> Result<String, BadSetting> {
    Network::from_env()?.carries(variable, url)
}

/// The keys for Stripe, if any are set.
pub fn stripe_keys() -> Result<Option<StripeKeys>, BadSetting> {
    let key = optional("STRIPE_SECRET_KEY")?;
    let secrets = optional("STRIPE_WEBHOOK_SECRET")?;
    let base = optional("STRIPE_API_BASE")?;
    StripeKeys::read(key.as_deref(), secrets.as_deref(), base.as_deref())
        .map_err(|(variable, problem)| bad(variable, problem))
}

/// The address for traces and metrics, and the share of traces that is sent.
pub fn telemetry() -> Result<telemetry::Settings, BadSetting> {
    let endpoint = optional("OTEL_EXPORTER_OTLP_ENDPOINT")?;
    if endpoint.as_ref().is_some_and(|endpoint| !endpoint.starts_with("http://")) {
        return Err(bad(
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            "must begin with http://: the collector is a neighbour, and what lies between is yours to encrypt (infra/docs/settings.md)",
        ));
    }
    let ratio = optional("OTEL_TRACES_SAMPLER_ARG")?.map_or(Ok(1.0), |text| parse_ratio(&text))?;
    let service = optional("OTEL_SERVICE_NAME")?.unwrap_or_else(|| "celadon".into());
    Ok(telemetry::Settings { endpoint, ratio, service })
}

fn parse_ratio(text: &str) -> Result<f64, BadSetting> {
    let ratio = text.trim().parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio));
    ratio.ok_or_else(|| bad("OTEL_TRACES_SAMPLER_ARG", "must be a share between 0 and 1"))
}

/// Whether log lines are JSON, by `LOG_FORMAT`: json or text. `None` if it is not set.
pub fn logs_in_json() -> Result<Option<bool>, BadSetting> {
    match optional("LOG_FORMAT")?.as_deref().map(str::trim) {
        None => Ok(None),
        Some("json") => Ok(Some(true)),
        Some("text") => Ok(Some(false)),
        Some(_) => Err(bad("LOG_FORMAT", "must be json or text")),
    }
}

/// The log levels if `RUST_LOG` is not set.
const LOGGED: &str = "info,sqlx=warn,sea_orm_migration=warn,opentelemetry=warn,opentelemetry_sdk=warn";

/// The log levels from `RUST_LOG`.
pub fn logged() -> Result<Targets, BadSetting> {
    let levels = optional("RUST_LOG")?.unwrap_or_else(|| LOGGED.to_owned());
    telemetry::logged(&levels)
        .ok_or_else(|| bad("RUST_LOG", "must be a level and levels of targets, such as info,sqlx=warn"))
}

fn enforcement() -> Result<Enforcement, BadSetting> {
    optional("BILLING_ENFORCEMENT")?.map_or(Ok(Enforcement::default()), |text| {
        Enforcement::read(&text).ok_or_else(|| bad("BILLING_ENFORCEMENT", "must be off, warn or enforce"))
    })
}

/// A setting, from `NAME` or from the file that `NAME_FILE` names.
pub fn optional(variable: &'static str) -> Result<Option<String>, BadSetting> {
    if let Some(value) = env::var(variable).ok().filter(|value| !value.trim().is_empty()) {
        return Ok(Some(value));
    }
    let Ok(path) = env::var(format!("{variable}_FILE")) else { return Ok(None) };
    let value =
        fs::read_to_string(&path).map_err(|error| bad(variable, format!("cannot be read from its file: {error}")))?;
    Ok(Some(value.trim().to_owned()))
}

pub fn required(variable: &'static str) -> Result<String, BadSetting> {
    optional(variable)?.ok_or_else(|| bad(variable, "is not set and has no default"))
}

/// The settings `{variable}_{PLACEMENT}`, by the placement's name: the owner's or the gateway's login to each further placement.
///
/// Fails when a named file cannot be read, a URL is malformed, or others could eavesdrop on its network.
pub fn placements(variable: &'static str) -> Result<BTreeMap<String, String>, BadSetting> {
    let network = Network::from_env()?;
    let mut found = BTreeMap::new();
    for (name, value) in env::vars() {
        let Some(rest) = name.strip_prefix(variable).and_then(|rest| rest.strip_prefix('_')) else { continue };
        // `{variable}_FILE` is the setting itself, read from a file.
        if rest.is_empty() || rest == "FILE" || value.is_empty() {
            continue;
        }
        let (placement, url) = match rest.strip_suffix("_FILE") {
            Some(placement) => {
                let text = fs::read_to_string(&value).map_err(|error| {
                    bad(variable, format!("of {placement} names a file that cannot be read: {error}"))
                })?;
                (placement, text.trim().to_owned())
            }
            None => (rest, value),
        };
        let carried = network.carries(variable, url);
        let url = carried.map_err(|error| bad(variable, format!("of {placement} {}", error.problem)))?;
        found.insert(placement.to_ascii_lowercase(), url);
    }
    Ok(found)
}

fn number(variable: &'static str, default: u32) -> Result<u32, BadSetting> {
    optional(variable)?
        .map_or(Ok(default), |text| text.trim().parse().map_err(|_| bad(variable, "is not a whole number")))
}

fn address(variable: &'static str, default: &str) -> Result<SocketAddr, BadSetting> {
    let text = optional(variable)?.unwrap_or_else(|| default.to_owned());
    text.parse().map_err(|_| bad(variable, "is not an address like 127.0.0.1:8080"))
}

fn trusted_hops() -> Result<usize, BadSetting> {
    let hops = number("TRUSTED_PROXY_HOPS", 1)?;
    if (1..=8).contains(&hops) {
        Ok(hops as usize)
    } else {
        Err(bad("TRUSTED_PROXY_HOPS", "must be 1 to 8: as many as there are proxies on the way"))
    }
}

fn networks(variable: &'static str) -> Result<Vec<IpNet>, BadSetting> {
    parse_networks(variable, &optional(variable)?.unwrap_or_default())
}

/// A single address is a network of one.
fn parse_networks(variable: &'static str, list: &str) -> Result<Vec<IpNet>, BadSetting> {
    list.split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(|text| {
            let network =
                text.parse().or_else(|_| text.parse::<IpAddr>().map(|address| IpNet::from(address.to_canonical())));
            network.map_err(|_| bad(variable, "holds something that is no address and no network like 10.0.0.0/8"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trusted_proxy_is_an_address_or_a_network() {
        let networks = parse_networks("TRUSTED_PROXIES", "10.0.0.0/8, 192.0.2.7,2001:db8::/32,").unwrap();
        let trusts = |text: &str| networks.iter().any(|network| network.contains(&text.parse::<IpAddr>().unwrap()));
        assert_eq!(
            ["10.200.3.4", "192.0.2.7", "2001:db8::9", "11.0.0.1", "192.0.2.8", "2001:db9::1"].map(trusts),
            [true, true, true, false, false, false]
        );
        assert!(parse_networks("TRUSTED_PROXIES", "10.0.0.0/33").is_err());
        assert!(parse_networks("TRUSTED_PROXIES", "the gateway").is_err());
        assert!(parse_networks("TRUSTED_PROXIES", "").unwrap().is_empty());
    }

    #[test]
    fn the_share_of_sampled_traces_is_between_zero_and_one() {
        assert!((parse_ratio(" 0.05").unwrap() - 0.05).abs() < f64::EPSILON);
        for wrong in ["5", "-0.1", "NaN", "some"] {
            assert!(parse_ratio(wrong).is_err(), "{wrong}");
        }
    }
}
