//! The settings for Stripe, and those that exclude each other.

/// A secret that is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Secret")
    }
}

/// The address of Stripe itself.
const STRIPE: &str = "https://api.stripe.com";

/// How strictly a plan's limits apply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Enforcement {
    /// The limits are not shown.
    Off,
    /// The limits are shown.
    #[default]
    Warn,
    /// The limits are enforced.
    Enforce,
}

impl Enforcement {
    pub fn read(text: &str) -> Option<Self> {
        match text.trim() {
            "off" => Some(Self::Off),
            "warn" => Some(Self::Warn),
            "enforce" => Some(Self::Enforce),
            _ => None,
        }
    }
}

/// The keys for Stripe's API, and the secrets of its webhooks. Never printed.
#[derive(Debug, Clone)]
pub struct StripeKeys {
    pub key: Secret,
    /// One secret, or several during a rotation. Never empty.
    pub webhook_secrets: Vec<Secret>,
    pub base: String,
}

impl StripeKeys {
    /// From `STRIPE_SECRET_KEY`, `STRIPE_WEBHOOK_SECRET` and `STRIPE_API_BASE`. Without the key,
    /// or without the secret of the webhook, billing is off. The secret of a webhook without the key is refused.
    ///
    /// Fails with the invalid variable and its problem. For example, a live key must not be sent to any address but Stripe's.
    pub fn read(
        key: Option<&str>,
        webhook_secrets: Option<&str>,
        base: Option<&str>,
    ) -> Result<Option<Self>, (&'static str, &'static str)> {
        let base = base.map_or(STRIPE, str::trim).trim_end_matches('/');
        if !(base.starts_with("https://") || is_this_machine(base)) {
            return Err(("STRIPE_API_BASE", "must begin with https://, or be http on this machine"));
        }
        if base.parse::<axum::http::Uri>().is_err() {
            return Err(("STRIPE_API_BASE", "is no address"));
        }
        let Some(key) = key.map(str::trim) else {
            return match webhook_secrets {
                Some(_) => Err(("STRIPE_SECRET_KEY", "is not set, but STRIPE_WEBHOOK_SECRET is")),
                None => Ok(None),
            };
        };
        let kind =
            |prefixes: [&str; 2]| prefixes.iter().any(|prefix| key.len() > prefix.len() && key.starts_with(prefix));
        let is_live = kind(["sk_live_", "rk_live_"]);
        if !is_live && !kind(["sk_test_", "rk_test_"]) {
            return Err(("STRIPE_SECRET_KEY", "must begin with sk_test_, rk_test_, sk_live_ or rk_live_"));
        }
        if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(("STRIPE_SECRET_KEY", "holds a character that no key has"));
        }
        if is_live && base != STRIPE {
            return Err(("STRIPE_API_BASE", "must be Stripe's own with a live key"));
        }
        // `celadon stripe-setup` creates the secret with the key, often while a server is already running.
        let Some(list) = webhook_secrets else {
            tracing::warn!("billing is off: STRIPE_WEBHOOK_SECRET is not set; `celadon stripe-setup` makes it");
            return Ok(None);
        };
        let secrets: Vec<_> = list.split(',').map(str::trim).collect();
        if secrets.iter().any(|secret| secret.len() <= "whsec_".len() || !secret.starts_with("whsec_")) {
            return Err(("STRIPE_WEBHOOK_SECRET", "must be a secret that begins with whsec_, or several with commas"));
        }
        Ok(Some(Self {
            key: Secret::new(key),
            webhook_secrets: secrets.into_iter().map(Secret::new).collect(),
            base: base.to_owned(),
        }))
    }

    /// Whether the keys move money.
    pub fn is_live(&self) -> bool {
        self.key.reveal().get(3..).is_some_and(|rest| rest.starts_with("live_"))
    }
}

fn is_this_machine(base: &str) -> bool {
    let Some(rest) = base.strip_prefix("http://") else { return false };
    let host = rest.rsplit_once(':').map_or(rest, |(host, _)| host);
    host == "127.0.0.1" || host == "[::1]" || host == "localhost"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(key: Option<&str>, secrets: Option<&str>, base: Option<&str>) -> &'static str {
        StripeKeys::read(key, secrets, base).unwrap_err().0
    }

    #[test]
    fn without_keys_billing_is_off() {
        assert!(StripeKeys::read(None, None, None).unwrap().is_none());
        assert_eq!(wrong(None, Some("whsec_x"), None), "STRIPE_SECRET_KEY");
    }

    #[test]
    fn a_live_key_is_sent_to_stripe_only() {
        let live = StripeKeys::read(Some("sk_live_x"), Some("whsec_x"), None).unwrap().unwrap();
        assert!(live.is_live() && live.base == STRIPE);
        for key in ["sk_live_x", "rk_live_x"] {
            for base in ["http://127.0.0.1:8450", "https://api.stripe.com.evil.example", "https://evil.example"] {
                assert_eq!(wrong(Some(key), Some("whsec_x"), Some(base)), "STRIPE_API_BASE", "{base}");
            }
        }
        let standin = StripeKeys::read(Some("sk_test_x"), Some("whsec_x"), Some("http://127.0.0.1:8450/"));
        let standin = standin.unwrap().unwrap();
        assert!(!standin.is_live() && standin.base == "http://127.0.0.1:8450");
        for base in
            ["http://evil.example", "ftp://127.0.0.1", "http://127.0.0.1.evil.example", "http://localhost@evil.example"]
        {
            assert_eq!(wrong(Some("sk_test_x"), Some("whsec_x"), Some(base)), "STRIPE_API_BASE", "{base}");
        }
    }

    #[test]
    fn without_a_webhook_secret_billing_is_off_and_an_improper_one_stops_the_start() {
        assert!(StripeKeys::read(Some("sk_test_x"), None, None).unwrap().is_none());
        assert_eq!(wrong(Some("sk_live_x"), None, Some("https://evil.example")), "STRIPE_API_BASE");
        for secrets in ["", " ", "whsec_", "secret", "whsec_a,", "whsec_a,,whsec_b", ",whsec_a", "whsec_a;other"] {
            let read = StripeKeys::read(Some("sk_test_x"), Some(secrets), None);
            assert_eq!(read.is_err(), secrets != "whsec_a;other", "{secrets}");
        }
        let two = StripeKeys::read(Some("rk_test_x"), Some("whsec_a, whsec_b"), None).unwrap().unwrap();
        assert_eq!(two.webhook_secrets.len(), 2);
        assert!(!format!("{two:?}").contains("whsec_a") && !format!("{two:?}").contains("rk_test"));
    }

    #[test]
    fn a_malformed_key_is_refused() {
        for key in ["sk_test_", "pk_test_x", "x", "sk_test_x\u{7f}", "sk_test_x y"] {
            assert_eq!(wrong(Some(key), Some("whsec_x"), None), "STRIPE_SECRET_KEY", "{key}");
        }
        assert_eq!(Enforcement::read("enforce"), Some(Enforcement::Enforce));
        assert_eq!(Enforcement::read("strict"), None);
    }
}
