//! The address of the platform and its clinics.

use super::{BadSetting, bad};

/// The platform's own origin. A clinic's origin has its subdomain in front.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl {
    pub scheme: &'static str,
    /// The base domain in lower case.
    pub domain: String,
    pub port: Option<u16>,
}

impl BaseUrl {
    /// Fails when the text is not an origin, or is plain http for another machine than this one.
    pub fn parse(text: &str) -> Result<Self, BadSetting> {
        let (scheme, rest) = match text.trim().trim_end_matches('/') {
            text if text.starts_with("https://") => ("https", &text[8..]),
            text if text.starts_with("http://") => ("http", &text[7..]),
            _ => return Err(bad("BASE_URL", "must begin with https:// or http://")),
        };
        let (domain, port) = match rest.split_once(':') {
            Some((domain, port)) => {
                (domain, Some(port.parse().map_err(|_| bad("BASE_URL", "has a port that is none"))?))
            }
            None => (rest, None),
        };
        let domain = domain.to_ascii_lowercase();
        let well_formed = !domain.is_empty()
            && domain.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-')
            && !domain.starts_with('.')
            && !domain.ends_with('.');
        if !well_formed {
            return Err(bad("BASE_URL", "must be an origin like https://example.com"));
        }
        let base_url = Self { scheme, domain, port };
        if scheme == "http" && !base_url.is_this_machine() {
            return Err(bad("BASE_URL", "may be http for localhost only; anywhere else it must be https"));
        }
        Ok(base_url)
    }

    /// Whether the name stands for this machine: `localhost`, or a name below it.
    pub fn is_this_machine(&self) -> bool {
        self.domain == "localhost" || self.domain.ends_with(".localhost")
    }

    pub fn secure(&self) -> bool {
        self.scheme == "https"
    }

    /// The origin of a clinic in the form that a browser sends.
    pub fn origin_of(&self, subdomain: &str) -> String {
        format!("{}://{subdomain}.{}{}", self.scheme, self.domain, self.port_suffix())
    }

    /// The platform's own origin.
    pub fn origin(&self) -> String {
        format!("{}://{}{}", self.scheme, self.domain, self.port_suffix())
    }

    fn port_suffix(&self) -> String {
        match (self.scheme, self.port) {
            (_, None) | ("https", Some(443)) | ("http", Some(80)) => String::new(),
            (_, Some(port)) => format!(":{port}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_http_is_allowed_for_localhost_only() {
        assert!(BaseUrl::parse("http://localhost:8080").is_ok());
        assert!(BaseUrl::parse("http://clinics.example").is_err());
        assert!(BaseUrl::parse("https://clinics.example").is_ok());
        assert!(BaseUrl::parse("ftp://clinics.example").is_err());
        assert!(BaseUrl::parse("https://user@clinics.example").is_err());
    }

    #[test]
    fn a_clinics_origin_is_written_as_a_browser_writes_it() {
        let origin = |text: &str| BaseUrl::parse(text).unwrap().origin_of("demo");
        assert_eq!(origin("http://localhost:8080/"), "http://demo.localhost:8080");
        assert_eq!(origin("https://Clinics.example:443"), "https://demo.clinics.example");
    }
}
