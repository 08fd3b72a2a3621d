//! Whether the address for a sign-up is available, and why not.

use serde::Serialize;
use utoipa::ToSchema;

use base::error::Result;
use http_api::state::App;
use tenancy::{HostError, new_subdomain_error};

/// Why an address is not available.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Unavailable {
    /// Another clinic has it.
    Taken,
    /// It is reserved for the platform.
    Reserved,
    /// The address is malformed.
    Form,
}

impl Unavailable {
    /// A sentence for the person at the form, to follow the name of the field.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Taken => "This address is taken. Please choose another.",
            Self::Reserved => "This address is reserved. Please choose another.",
            Self::Form => {
                "An address has 2 to 40 letters, digits and hyphens. It begins with a letter and does not end with a hyphen."
            }
        }
    }
}

/// The typed text in lower case, because host names are in lower case.
pub fn normal(typed: &str) -> String {
    typed.trim().to_ascii_lowercase()
}

/// Why `subdomain` is not available now. `None` if it is available.
pub async fn fault(app: &App, subdomain: &str) -> Result<Option<Unavailable>> {
    Ok(match new_subdomain_error(subdomain) {
        Some(HostError::Form) => Some(Unavailable::Form),
        Some(HostError::Reserved) => Some(Unavailable::Reserved),
        None => app.tenants.db.is_taken(subdomain, app.clock.now()).await?.then_some(Unavailable::Taken),
    })
}
