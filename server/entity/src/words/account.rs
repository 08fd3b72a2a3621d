//! The words of how members sign in.

use super::words;

words! {
    /// The purpose of a link.
    pub enum LinkKind {
        Invitation = "invitation",
        PasswordReset = "password_reset",
        EmailConfirmation = "email_confirmation",
    }

    /// A change of how a member signs in.
    pub enum AccountChange {
        Password = "password_changed",
        Email = "email_changed",
        SecondFactorOn = "second_factor_on",
        SecondFactorOff = "second_factor_off",
        RecoveryCodes = "recovery_codes",
        NewDevice = "new_device",
    }
}
