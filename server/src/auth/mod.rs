//! Signing in and out. The specification shows no sign-in; there is one because these are medical
//! records (design 4).

mod account;
mod api;
mod device;
mod email_confirmation;
mod enrolment;
mod hand_over;
mod limit;
mod notice;
mod recovery;
mod sealed;
mod second_factor;
mod session;
mod sign_ins;
#[cfg(test)]
mod tests;
mod totp;

pub use account::not_about;
pub use device::in_words as device_in_words;
pub use email_confirmation::ask_for_confirmation;
pub use hand_over::hand_over;
pub use limit::forget_tries;
pub use notice::{AccountChange, forget_notices, tell};
pub use second_factor::{everybody_with_one, is_on as has_second_factor, remove as remove_second_factor, seal_anew};
pub use session::end_all_of;
use utoipa_axum::router::OpenApiRouter;

use crate::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes()
        .merge(account::routes())
        .merge(enrolment::routes())
        .merge(hand_over::routes())
        .merge(email_confirmation::routes())
        .merge(sign_ins::routes())
}
