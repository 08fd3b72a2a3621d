//! The e-mail address that is reserved for the service's own people.

/// The address of the member under which support sessions run. Nobody can sign in as this member, and the
/// team's list does not show it.
pub const SUPPORT_ADDRESS: &str = "support@celadon.invalid";

/// Whether an address is reserved, in upper or lower case. A clinic with a member of that address could choose what support may do.
pub fn is_kept(email: &str) -> bool {
    let domain = SUPPORT_ADDRESS.split_once('@').map_or("", |(_, domain)| domain);
    email.rsplit_once('@').is_some_and(|(_, of)| of.eq_ignore_ascii_case(domain))
}
