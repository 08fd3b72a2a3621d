//! Decides which clinic a request is for, by its one Host header and nothing else.
//!
//! The header is parsed strictly here, because hyper accepts two Host headers, no Host header, absolute-form URIs
//! with another host, comma lists and user info.

use axum::http::{HeaderMap, Uri, header::HOST};

use config::BaseUrl;

/// Subdomains that no clinic may have. `registry.clinic` refuses them too.
const RESERVED: &[&str] = &[
    "www",
    "api",
    "admin",
    "app",
    "portal",
    "hooks",
    "mail",
    "static",
    "status",
    "billing",
    "public",
    "auth",
    "login",
    "sso",
    "internal",
    "assets",
    "cdn",
    "docs",
    "help",
    "support",
    "root",
    "system",
    "localhost",
    "smtp",
    "imap",
    "ftp",
    "metrics",
];

/// The target of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostTarget {
    /// The platform's own host.
    Platform,
    /// A clinic's subdomain: well formed, but it may not exist.
    Clinic(String),
}

/// The target that the request's Host names. `None` if the Host is malformed.
pub fn host_target(headers: &HeaderMap, uri: &Uri, base: &BaseUrl) -> Option<HostTarget> {
    let mut hosts = headers.get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return None };
    let host = host.to_str().ok()?;
    if uri.authority().is_some_and(|authority| !authority.as_str().eq_ignore_ascii_case(host)) {
        return None;
    }
    let name = match host.split_once(':') {
        Some((name, port)) => {
            let port: u16 =
                if port.bytes().all(|byte| byte.is_ascii_digit()) { port.parse().ok()? } else { return None };
            if port != expected_port(base) {
                return None;
            }
            name
        }
        None => host,
    };
    let name = name.to_ascii_lowercase();
    if name == base.domain {
        return Some(HostTarget::Platform);
    }
    let subdomain = name.strip_suffix(&base.domain)?.strip_suffix('.')?;
    is_subdomain(subdomain).then(|| HostTarget::Clinic(subdomain.to_owned()))
}

fn expected_port(base: &BaseUrl) -> u16 {
    base.port.unwrap_or(if base.secure() { 443 } else { 80 })
}

/// Why a name cannot be a clinic's subdomain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostError {
    /// The name is not a well-formed subdomain.
    Form,
    /// The name is reserved for the platform.
    Reserved,
}

/// The prefix of an unclaimed clinic's placeholder; nobody can ask for such a name.
pub const SPARE: &str = "spare-";

/// The prefix of a deleted clinic's placeholder.
pub const DELETED: &str = "deleted-";

/// Why this name cannot be a clinic's subdomain. A name has 2 to 40 of a-z, 0-9 and hyphen, begins with a letter,
/// does not end with a hyphen, and is neither punycode nor reserved nor a placeholder.
pub fn subdomain_error(name: &str) -> Option<HostError> {
    let bytes = name.as_bytes();
    let is_well_formed = (2..=40).contains(&bytes.len())
        && bytes.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-')
        && bytes[0].is_ascii_lowercase()
        && bytes[bytes.len() - 1] != b'-'
        && bytes.get(2..4) != Some(b"--");
    if !is_well_formed {
        return Some(HostError::Form);
    }
    (name.starts_with("pg") || is_placeholder(name) || RESERVED.contains(&name)).then_some(HostError::Reserved)
}

fn is_placeholder(name: &str) -> bool {
    name.starts_with(SPARE) || name.starts_with(DELETED)
}

/// Whether the name is well formed enough for a lookup. Placeholders are looked up too, and answered like any other name that no clinic has.
pub fn is_subdomain(name: &str) -> bool {
    let fault = subdomain_error(name);
    fault.is_none() || fault == Some(HostError::Reserved) && is_placeholder(name)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;

    use super::*;
    use fuzz::{Fuzz, as_it_is, words};

    fn hosts() -> Fuzz {
        Fuzz {
            name: "hosts",
            seeds: words(&[
                "demo.clinics.example",
                "clinics.example",
                "DEMO.clinics.example:443",
                "spare-a1.clinics.example",
                "demo.clinics.example\nother.clinics.example",
            ]),
            words: words(&[
                ".",
                ":",
                ":443",
                ":80",
                "@",
                "/",
                "\\",
                "%2e",
                "%00",
                ",",
                " ",
                "\t",
                "\n",
                "xn--",
                "--",
                "-",
                "www.",
                "clinics.example",
                "evil",
                "example",
                "[::1]",
                "\u{43e}",
                "\u{ff0e}",
                "#",
                "?",
                ";",
            ]),
            mend: as_it_is,
        }
    }

    /// Resolves these bytes as Host headers, and fails if the result differs from the name in the bytes.
    fn is_what_it_says(bytes: &[u8], resolve: impl Fn(&HeaderMap) -> Option<HostTarget>) -> Result<bool, String> {
        let mut headers = HeaderMap::new();
        for line in bytes.split(|byte| *byte == b'\n') {
            let Ok(value) = HeaderValue::from_bytes(line) else { return Ok(false) };
            headers.append(HOST, value);
        }
        let sent = String::from_utf8_lossy(bytes).to_ascii_lowercase();
        let sent = sent.strip_suffix(":443").unwrap_or(&sent);
        let meant = match resolve(&headers) {
            None => return Ok(false),
            Some(HostTarget::Platform) => "clinics.example".to_owned(),
            Some(HostTarget::Clinic(name)) => {
                let is_label =
                    name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
                if !is_label || name.starts_with("xn--") || RESERVED.contains(&name.as_str()) {
                    return Err(format!("{name:?} is no clinic's name"));
                }
                format!("{name}.clinics.example")
            }
        };
        if meant == sent { Ok(true) } else { Err(format!("{sent:?} was taken for {meant:?}")) }
    }

    #[test]
    fn a_fuzzed_host_resolves_to_exactly_its_name_or_to_nothing() {
        hosts().holds(|bytes| is_what_it_says(bytes, |headers| host_target(headers, &Uri::from_static("/"), &base())));
    }

    #[test]
    fn fuzzing_finds_a_planted_fault_in_the_reading_of_hosts() {
        // Matches only the suffix, and later only the first of several headers.
        let end = |headers: &HeaderMap| {
            let host = headers.get(HOST)?.to_str().ok()?.to_ascii_lowercase();
            let name = host.strip_suffix("clinics.example")?;
            Some(HostTarget::Clinic(name.trim_end_matches('.').to_owned()))
        };
        hosts().finds(|bytes| is_what_it_says(bytes, end));
        let first = |headers: &HeaderMap| {
            let mut one = HeaderMap::new();
            one.insert(HOST, headers.get(HOST)?.clone());
            host_target(&one, &Uri::from_static("/"), &base())
        };
        hosts().finds(|bytes| is_what_it_says(bytes, first));
    }

    fn base() -> BaseUrl {
        BaseUrl::parse("https://clinics.example").unwrap()
    }

    fn resolve(hosts: &[&[u8]], uri: &str) -> Option<HostTarget> {
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(HOST, HeaderValue::from_bytes(host).unwrap());
        }
        host_target(&headers, &uri.parse().unwrap(), &base())
    }

    #[test]
    fn a_clinic_is_found_by_its_exact_subdomain() {
        let demo = Some(HostTarget::Clinic("demo".into()));
        assert_eq!(resolve(&[b"demo.clinics.example"], "/"), demo);
        assert_eq!(resolve(&[b"DEMO.Clinics.Example"], "/"), demo);
        assert_eq!(resolve(&[b"demo.clinics.example:443"], "/"), demo);
        assert_eq!(resolve(&[b"demo.clinics.example"], "https://demo.clinics.example/"), demo);
        assert_eq!(resolve(&[b"clinics.example"], "/"), Some(HostTarget::Platform));
    }

    #[test]
    fn malformed_hosts_resolve_to_nothing() {
        let cases: &[&[u8]] = &[
            b"",
            b".clinics.example",
            b"demo.clinics.example.",
            b"a.demo.clinics.example",
            b"evilclinics.example",
            b"demo.clinics.example.evil.test",
            b"demo.clinics.example:8080",
            b"demo.clinics.example:",
            b"demo.clinics.example:+443",
            b"demo.clinics.example:443:443",
            b"demo.clinics.example, other.clinics.example",
            b"user@demo.clinics.example",
            b"demo.clinics.example/",
            b"demo\\.clinics.example",
            b"demo%2eclinics.example",
            b"demo .clinics.example",
            b"de_mo.clinics.example",
            b"-demo.clinics.example",
            b"demo-.clinics.example",
            b"1demo.clinics.example",
            b"xn--demo.clinics.example",
            b"ab--cd.clinics.example",
            b"www.clinics.example",
            b"api.clinics.example",
            b"pgadmin.clinics.example",
            b"127.0.0.1",
            b"[::1]",
            "dem\u{43e}.clinics.example".as_bytes(),
        ];
        for host in cases {
            assert_eq!(resolve(&[host], "/"), None, "{}", String::from_utf8_lossy(host));
        }
    }

    #[test]
    fn one_host_header_that_matches_the_request_line_is_required() {
        assert_eq!(resolve(&[], "/"), None);
        assert_eq!(resolve(&[b"demo.clinics.example", b"demo.clinics.example"], "/"), None);
        assert_eq!(resolve(&[b"demo.clinics.example"], "https://other.clinics.example/"), None);
    }

    proptest! {
        #[test]
        fn every_accepted_host_is_a_plain_name(host in proptest::collection::vec(any::<u8>(), 0..60)) {
            let Ok(value) = HeaderValue::from_bytes(&host) else { return Ok(()) };
            let mut headers = HeaderMap::new();
            headers.insert(HOST, value);
            if let Some(HostTarget::Clinic(name)) = host_target(&headers, &Uri::from_static("/"), &base()) {
                prop_assert!(is_subdomain(&name));
            }
        }

        #[test]
        fn no_suffix_of_a_host_resolves_to_a_clinic(label in "[a-z]{2,10}", junk in "[a-z.@:/%]{1,8}") {
            let host = format!("{label}.clinics.example{junk}");
            if let Some(place) = resolve(&[host.as_bytes()], "/") {
                prop_assert!(false, "{host} became {place:?}");
            }
        }
    }
}
