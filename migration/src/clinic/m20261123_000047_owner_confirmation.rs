use crate::sql::Step;

/// The owner of a clinic that signed itself up confirms the e-mail address by a link before the clinic mails
/// anybody else. `owner_unconfirmed_since` is null for a clinic that an operator made, and once the link was
/// used.
pub const STEP: Step = Step {
    name: "m20261123_000047_owner_confirmation",
    up: &[
        "alter table clinic_setting add column owner_unconfirmed_since timestamptz",
        "alter table account_link drop constraint account_link_kind",
        "alter table account_link add constraint account_link_kind
            check (kind in ('invitation', 'password_reset', 'email_confirmation'))",
    ],
    grants: &[],
    down: &[
        "alter table account_link drop constraint account_link_kind",
        "alter table account_link add constraint account_link_kind check (kind in ('invitation', 'password_reset'))",
        "alter table clinic_setting drop column owner_unconfirmed_since",
    ],
};
