//! The client's address: the peer's address, or the address that a trusted proxy reports.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::{
    extract::{ConnectInfo, Request},
    http::HeaderName,
};
use ipnet::IpNet;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Whether one of our own proxies forwards the request.
pub fn is_from_proxy(request: &Request, trusted: &[IpNet]) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    peer.is_some_and(|ConnectInfo(peer)| trusted.iter().any(|network| network.contains(&peer.ip().to_canonical())))
}

/// The last address that no trusted proxy has added, counted back over at most `hops` proxies including the peer. The
/// client may have invented any address further left, even a client in a trusted network.
pub fn address(request: &Request, trusted: &[IpNet], hops: usize) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|network| network.contains(address));
    let peer = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip().to_canonical());
    if !is_trusted(&peer) {
        return peer;
    }
    let lines: Vec<_> = request.headers().get_all(FORWARDED_FOR).iter().filter_map(|line| line.to_str().ok()).collect();
    let mut client = peer;
    for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')).map_while(parse).take(hops) {
        client = hop;
        if !is_trusted(&hop) {
            break;
        }
    }
    client
}

/// Parses an address in a proxy's header. Some proxies add the port.
fn parse(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let address = text.parse().or_else(|_| text.parse::<SocketAddr>().map(|socket| socket.ip()));
    address.ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn resolved(peer: &str, forwarded: &[&str]) -> IpAddr {
        resolved_over(2, peer, forwarded)
    }

    fn resolved_over(hops: usize, peer: &str, forwarded: &[&str]) -> IpAddr {
        let mut request = Request::new(Body::empty());
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 1)));
        for line in forwarded {
            request.headers_mut().append(FORWARDED_FOR, line.parse().unwrap());
        }
        address(&request, &["10.0.0.1/32".parse().unwrap(), "10.0.0.2/32".parse().unwrap()], hops)
    }

    #[test]
    fn an_untrusted_peer_cannot_set_its_address() {
        assert_eq!(resolved("203.0.113.9", &["198.51.100.1"]).to_string(), "203.0.113.9");
    }

    #[test]
    fn a_trusted_proxy_reports_the_nearest_untrusted_address() {
        assert_eq!(resolved("10.0.0.1", &["198.51.100.1, 203.0.113.9"]).to_string(), "203.0.113.9");
        assert_eq!(resolved("10.0.0.1", &["198.51.100.1", "203.0.113.9, 10.0.0.2"]).to_string(), "203.0.113.9");
        assert_eq!(resolved("10.0.0.1", &["nonsense"]).to_string(), "10.0.0.1");
        assert_eq!(resolved("10.0.0.1", &[]).to_string(), "10.0.0.1");
    }

    #[test]
    fn no_more_proxies_are_trusted_than_configured() {
        // With one proxy, a client inside the trusted network that invents the addresses to the left of its own.
        let inside = ["198.51.100.1, 10.0.0.2"];
        assert_eq!(resolved_over(1, "10.0.0.1", &inside).to_string(), "10.0.0.2");
        assert_eq!(resolved_over(2, "10.0.0.1", &inside).to_string(), "198.51.100.1");
        let inside = ["198.51.100.1, 10.0.0.2, 10.0.0.2"];
        assert_eq!(resolved_over(2, "10.0.0.1", &inside).to_string(), "10.0.0.2");
    }

    #[test]
    fn an_address_is_one_however_it_is_written() {
        for written in
            ["203.0.113.9", "::ffff:203.0.113.9", "::ffff:cb00:7109", "203.0.113.9:51234", "[::ffff:203.0.113.9]:1"]
        {
            assert_eq!(resolved("10.0.0.1", &[written]).to_string(), "203.0.113.9", "{written}");
            assert_eq!(resolved("::ffff:10.0.0.1", &[written]).to_string(), "203.0.113.9", "{written}");
        }
        assert_eq!(
            resolved("10.0.0.1", &["203.0.113.9, ::ffff:10.0.0.2"]).to_string(),
            "203.0.113.9",
            "a proxy as well"
        );
    }
}
