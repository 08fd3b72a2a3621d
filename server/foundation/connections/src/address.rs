//! Addresses of clients as limits count them.

use std::net::{IpAddr, Ipv6Addr};

/// The address that limits count. Only the /64 of an IPv6 address counts, because one household or office has a whole
/// /64.
pub fn limited_as(address: IpAddr) -> IpAddr {
    // An IPv4 address within IPv6 is counted as IPv4, because all of these share one /64.
    match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_is_one_client() {
        let limited = |text: &str| limited_as(text.parse().unwrap()).to_string();
        assert_eq!(limited("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(limited("2001:db8:1:2:ffff::1"), "2001:db8:1:2::", "a privacy address");
        assert_eq!(limited("::ffff:203.0.113.9"), "203.0.113.9");
        assert_eq!(limited("::ffff:203.0.113.10"), "203.0.113.10", "another client");
        assert_eq!(limited("203.0.113.9"), "203.0.113.9");
    }
}
