//! How a stand-in is set up: by a test, or by the environment of the program.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Where events are delivered.
#[derive(Clone)]
pub struct Webhook {
    pub url: String,
    /// The `Host` header, when it differs from the URL's: the platform's own name.
    pub host: Option<String>,
    /// The signing secret, `whsec_...`.
    pub secret: String,
}

impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webhook").field("url", &self.url).field("host", &self.host).finish_non_exhaustive()
    }
}

/// Returns the time in Unix seconds. A test passes the clock of the server under test.
pub type WallClock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// The settings of one stand-in.
#[derive(Clone)]
pub struct Settings {
    /// A loopback address; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The only key the API accepts; `sk_test_...`.
    pub secret_key: String,
    pub webhook: Option<Webhook>,
    /// The file that stores everything for the next start; `None` stores nothing.
    pub data_file: Option<PathBuf>,
    /// Whether Celadon's six prices are there from the start.
    pub catalog: bool,
    /// The pause before the first repetition of a failed delivery; it doubles each time, up to a minute.
    pub retry_after: Duration,
    /// How often a delivery is tried before it waits for a person.
    pub tries: u32,
    pub wall_clock: WallClock,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            secret_key: "sk_test_standin".to_owned(),
            webhook: None,
            data_file: None,
            catalog: false,
            retry_after: Duration::from_millis(2),
            tries: 8,
            wall_clock: Arc::new(system_time),
        }
    }
}

fn system_time() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

impl Settings {
    /// Reads `STANDIN_LISTEN`, `STANDIN_WEBHOOK_URL`, `STANDIN_WEBHOOK_HOST`, `STANDIN_DATA`, `STRIPE_SECRET_KEY` and
    /// `STRIPE_WEBHOOK_SECRET`.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        if variable("APP_ENV").as_deref() == Some("production") {
            return Err("The stand-in for Stripe does not start in production.".to_owned());
        }
        let listen = variable("STANDIN_LISTEN").unwrap_or_else(|| "127.0.0.1:8450".to_owned());
        let listen = listen.parse().map_err(|_| "STANDIN_LISTEN is not an address like 127.0.0.1:8450.".to_owned())?;
        let webhook = match variable("STANDIN_WEBHOOK_URL") {
            None => None,
            Some(url) => Some(Webhook {
                url,
                host: variable("STANDIN_WEBHOOK_HOST"),
                secret: variable("STRIPE_WEBHOOK_SECRET")
                    .ok_or_else(|| "STRIPE_WEBHOOK_SECRET is missing.".to_owned())?,
            }),
        };
        let settings = Self {
            listen,
            secret_key: variable("STRIPE_SECRET_KEY").ok_or_else(|| "STRIPE_SECRET_KEY is missing.".to_owned())?,
            webhook,
            data_file: variable("STANDIN_DATA").map(PathBuf::from),
            catalog: true,
            retry_after: Duration::from_secs(1),
            ..Self::default()
        };
        settings.refusal().map_or(Ok(settings), |why| Err(why.to_owned()))
    }

    /// Why a stand-in must not start with these settings.
    pub(crate) fn refusal(&self) -> Option<&'static str> {
        if !self.listen.ip().is_loopback() {
            return Some("The stand-in for Stripe listens on this machine only: choose a loopback address.");
        }
        if !self.secret_key.starts_with("sk_test_") {
            return Some("The stand-in for Stripe takes only keys that start with sk_test_.");
        }
        self.webhook
            .as_ref()
            .filter(|hook| !hook.secret.starts_with("whsec_"))
            .map(|_| "A webhook's secret starts with whsec_.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Settings, String> {
        Settings::from_environment(|name| {
            pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn live_keys_foreign_addresses_and_production_are_refused() {
        let key = ("STRIPE_SECRET_KEY", "sk_test_x");
        assert!(read(&[key]).is_ok());
        assert!(read(&[]).is_err());
        assert!(read(&[("STRIPE_SECRET_KEY", "sk_live_x")]).is_err());
        assert!(read(&[("STRIPE_SECRET_KEY", "rk_live_x")]).is_err());
        assert!(read(&[key, ("STANDIN_LISTEN", "0.0.0.0:1")]).is_err());
        assert!(read(&[key, ("APP_ENV", "production")]).is_err());
    }

    #[test]
    fn a_webhook_needs_a_secret_that_looks_like_one() {
        let base = [("STRIPE_SECRET_KEY", "sk_test_x"), ("STANDIN_WEBHOOK_URL", "http://127.0.0.1:1/x")];
        let with = |secret| read(&[base[0], base[1], ("STRIPE_WEBHOOK_SECRET", secret)]);
        assert!(with("whsec_x").is_ok());
        assert!(with("").is_err());
        assert!(read(&base).is_err());
    }
}
