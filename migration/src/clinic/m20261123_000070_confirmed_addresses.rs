use crate::sql::Step;

/// When a link that was mailed to a member's present address was last used: mails to a confirmed address are
/// counted by its clinic alone. A notice stores whether its own address was confirmed.
///
/// Members with a password count as confirmed: a link was used for it, or the operator has checked the clinic's
/// owner. Nobody does in a clinic whose owner has not confirmed the address.
pub const STEP: Step = Step {
    name: "m20261123_000070_confirmed_addresses",
    up: &[
        "alter table member add column email_confirmed_at timestamptz",
        "update member set email_confirmed_at = updated_at
         where password_hash is not null
           and exists (select 1 from clinic_setting where owner_unconfirmed_since is null)",
        "alter table account_notice add column address_confirmed boolean not null default true",
    ],
    grants: &[],
    down: &[
        "alter table account_notice drop column address_confirmed",
        "alter table member drop column email_confirmed_at",
    ],
};
