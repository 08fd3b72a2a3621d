//! The address that is kept for the service's own people.

/// Who every such session is in the clinic: a member that nobody can sign in as, and nobody sees in
/// the team.
pub const SUPPORT_ADDRESS: &str = "support@celadon.invalid";

/// Whether an address is kept for the service's own people, whatever case it is written in: a clinic
/// that had a member with it would choose what support may do.
pub fn is_kept(email: &str) -> bool {
    let domain = SUPPORT_ADDRESS.split_once('@').map_or("", |(_, domain)| domain);
    email.rsplit_once('@').is_some_and(|(_, of)| of.eq_ignore_ascii_case(domain))
}
