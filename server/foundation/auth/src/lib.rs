//! Proof of identity: sessions, the second factor, one-use links and limits on guessing. The calls are in `practice::account`.

pub mod account_link;
pub mod calendar_link;
pub mod device;
pub mod limit;
pub mod notice;
pub mod recovery;
mod reserved;
pub mod second_factor;
pub mod session;
mod sql;

pub use device::in_words as device_in_words;
pub use limit::forget_tries;
pub use notice::{AccountChange, AccountNotice, forget_notices, notify_member};
pub use reserved::{SUPPORT_ADDRESS, is_kept};
pub use second_factor::{everybody_with_one, is_on as has_second_factor, remove as remove_second_factor, reseal};
pub use session::end_all_of;
