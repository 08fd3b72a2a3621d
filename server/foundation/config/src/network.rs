//! Whether the network between the server and its database is safe for patients' data.

use std::net::IpAddr;

use sqlx::postgres::{PgConnectOptions, PgSslMode};

use super::{BadSetting, bad, optional};

/// `DATABASE_NETWORK`: whether others could eavesdrop on the network. Default open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Network {
    /// Requires an encrypted connection to a server with a verified certificate.
    Open,
    /// The operator declares the network safe: it is inside one machine, or it encrypts by itself.
    Private,
}

impl Network {
    pub(super) fn from_env() -> Result<Self, BadSetting> {
        optional("DATABASE_NETWORK")?.map_or(Ok(Self::Open), |text| Self::read(&text))
    }

    fn read(text: &str) -> Result<Self, BadSetting> {
        match text.trim() {
            "open" => Ok(Self::Open),
            "private" => Ok(Self::Private),
            _ => Err(bad("DATABASE_NETWORK", "must be open or private")),
        }
    }

    /// Returns the same database URL, if patients' data may cross the network to it.
    ///
    /// `verify-ca` is not enough. sqlx trusts the public authorities as well, and any of them could have signed another server's certificate.
    pub(super) fn carries(self, variable: &'static str, url: String) -> Result<String, BadSetting> {
        // The library's error text could contain the password.
        let options: PgConnectOptions = url.parse().map_err(|_| bad(variable, "is not a Postgres URL"))?;
        let checked = matches!(options.get_ssl_mode(), PgSslMode::VerifyFull);
        if self == Self::Private || checked || options.get_socket().is_some() || is_here(options.get_host()) {
            return Ok(url);
        }
        Err(bad(
            variable,
            "leads to another machine and others could listen on the way: add \
             sslmode=verify-full&sslrootcert=FILE to it, or set DATABASE_NETWORK=private where nobody can",
        ))
    }
}

/// Whether a host is this machine itself.
pub(super) fn is_here(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || host.ends_with(".localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_carried(network: Network, rest: &str) -> bool {
        network.carries("DATABASE_URL", format!("postgres://celadon_gateway:word@{rest}")).is_ok()
    }

    #[test]
    fn an_unencrypted_connection_to_another_machine_is_refused() {
        for plain in ["disable", "allow", "prefer", "require", "verify-ca"] {
            assert!(!is_carried(Network::Open, &format!("db.example/celadon?sslmode={plain}")), "{plain}");
            assert!(is_carried(Network::Private, &format!("db.example/celadon?sslmode={plain}")), "{plain}");
        }
        for elsewhere in [
            "db/celadon",
            "10.0.0.7/celadon",
            "localhost.example/celadon",
            "localhost/celadon?host=db",
            "127.0.0.1/celadon?hostaddr=10.0.0.7",
        ] {
            assert!(!is_carried(Network::Open, elsewhere), "{elsewhere}");
        }
    }

    #[test]
    fn a_verified_connection_or_a_local_one_is_accepted() {
        for good in [
            "db.example/celadon?sslmode=verify-full",
            "10.0.0.7/celadon?sslmode=verify-full&sslrootcert=/run/ca.crt",
            "localhost:5432/celadon",
            "127.0.0.1/celadon?sslmode=disable",
            "[::1]:5432/celadon",
            "%2Fvar%2Frun%2Fpostgresql/celadon",
        ] {
            assert!(is_carried(Network::Open, good), "{good}");
        }
    }

    #[test]
    fn a_refusal_contains_no_password() {
        for wrong in ["postgres://someone:word-of-mouth@db/celadon", "postgres://someone:word-of-mouth@db:port/celadon"]
        {
            let message = Network::Open.carries("DATABASE_URL", wrong.into()).unwrap_err().to_string();
            assert!(message.starts_with("DATABASE_URL ") && !message.contains("word-of-mouth"), "{message}");
        }
        assert_eq!(Network::read("trusted").unwrap_err().variable, "DATABASE_NETWORK");
    }
}
