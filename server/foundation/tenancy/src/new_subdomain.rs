//! The rule for the names of new clinics.

use super::host::{HostError, subdomain_error};
use mail::{holds_product, is_bare_role};

/// Names at which programs look for a network's settings by themselves, or that a person takes for the platform. None
/// is given out. A clinic that already has one keeps it.
const NOT_GIVEN_OUT: &[&str] = &[
    "access",
    "adfs",
    "autoconfig",
    "autodiscover",
    "bank",
    "broadcasthost",
    "checkout",
    "confirm",
    "console",
    "dashboard",
    "dns",
    "download",
    "downloads",
    "email",
    "gateway",
    "git",
    "id",
    "img",
    "isatap",
    "ldap",
    "logout",
    "manage",
    "mta-sts",
    "mx",
    "my",
    "myaccount",
    "ns",
    "ns1",
    "ns2",
    "ntp",
    "oauth",
    "pay",
    "pop",
    "pop3",
    "prod",
    "production",
    "proxy",
    "register",
    "remote",
    "reset",
    "saml",
    "server",
    "signup",
    "staging",
    "stripe",
    "subscribe",
    "subscription",
    "unsubscribe",
    "vpn",
    "webdisk",
    "webmail",
    "wpad",
];

/// Why this name cannot be given to a *new* clinic: as [`subdomain_error`], or because a person or a program would
/// take it for the platform's own.
pub fn new_subdomain_error(name: &str) -> Option<HostError> {
    let is_the_platforms = || {
        NOT_GIVEN_OUT.contains(&name)
            || is_bare_role(name)
            || holds_product(name)
            || holds_product(&name.replace('-', ""))
    };
    subdomain_error(name).or_else(|| is_the_platforms().then_some(HostError::Reserved))
}

#[cfg(test)]
mod tests {
    use super::{super::host::is_subdomain, *};

    #[test]
    fn a_new_clinic_gets_no_address_that_is_taken_for_the_platforms() {
        for name in [
            "support",
            "security",
            "accounts",
            "payments",
            "autodiscover",
            "autoconfig",
            "wpad",
            "webmail",
            "isatap",
            "billing-team",
            "the-support",
            "celadon",
            "my-celadon",
            "celadon-support",
            "ce-la-don",
            "celad0n",
            "ceiadon",
            "ce-iadon-skin",
            "biiiing",
            "heip-desk",
            "secure-login",
            "no-reply",
            "smtp",
            "help-desk",
            "account-security",
        ] {
            assert_eq!(new_subdomain_error(name), Some(HostError::Reserved), "{name}");
        }
        for name in [
            "demo",
            "linden",
            "skin-support",
            "secure-skin",
            "support-your-skin",
            "a-b",
            "harbor-2",
            "trust-aesthetics",
            "cecilia",
            "medical-aesthetics",
        ] {
            assert_eq!(new_subdomain_error(name), None, "{name}");
        }
        // A clinic that already has such a name is still found by it.
        assert!(is_subdomain("security") && is_subdomain("celadon-skin"));
    }
}
