//! Limits how many connections one address has open. Without this, one machine's idle connections could use up the listener's limit.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
};

use ipnet::IpNet;

use crate::limited_as;

/// The open connections by address. Clones share them.
#[derive(Clone)]
pub struct Peers {
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    /// Our own proxies, which forward everybody's requests.
    trusted: Arc<[IpNet]>,
    most: usize,
}

impl Peers {
    pub fn new(trusted: Arc<[IpNet]>, most: usize) -> Self {
        Self { open: Arc::default(), trusted, most }
    }

    /// Admits a connection from this address, unless the address has reached its limit.
    pub fn admit(&self, peer: SocketAddr) -> Option<Peer> {
        let address = peer.ip().to_canonical();
        if self.trusted.iter().any(|network| network.contains(&address)) {
            return Some(Peer { of: None });
        }
        let address = limited_as(address);
        let mut peers = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let open = peers.entry(address).or_default();
        if *open >= self.most {
            return None;
        }
        *open += 1;
        Some(Peer { of: Some((self.clone(), address)) })
    }
}

/// A connection that is counted until it is dropped.
pub struct Peer {
    of: Option<(Peers, IpAddr)>,
}

impl Drop for Peer {
    fn drop(&mut self) {
        let Some((peers, address)) = self.of.take() else { return };
        let mut peers = peers.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = peers.get_mut(&address) {
            *open -= 1;
            if *open == 0 {
                peers.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_limited_per_address() {
        let peers = Peers::new(["10.0.0.0/8".parse().unwrap()].into(), 2);
        let from = |text: &str| peers.admit(SocketAddr::new(text.parse().unwrap(), 1));
        let first = from("203.0.113.9");
        let second = from("::ffff:203.0.113.9");
        assert!(first.is_some() && second.is_some());
        assert!(from("203.0.113.9").is_none(), "however it is written");
        let held = [from("2001:db8::1"), from("2001:db8::2")];
        assert!(held.iter().all(Option::is_some) && from("2001:db8::3").is_none(), "a network is one");
        drop(second);
        assert!(from("203.0.113.9").is_some());
        let proxied: Vec<_> = (0..50).map(|_| from("10.0.0.1")).collect();
        assert!(proxied.iter().all(Option::is_some), "a proxy brings everybody");
        drop((first, held, proxied));
        assert!(peers.open.lock().unwrap().is_empty(), "nothing is kept of who has gone");
    }
}
