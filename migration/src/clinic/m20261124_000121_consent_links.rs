use crate::sql::Step;

/// A consent's link can be replaced by a new one, and the patient can decline.
///
/// The text and the first link stay as they were issued; `link_hash` and `link_expires_at` are of the link that
/// replaced it, so that a lock on the consent's row decides between a signature by the former link and the new link.
/// A decline is inserted once and never changed; it sets `revoked_at` too, so that a server of the release before
/// takes no signature for it.
pub const STEP: Step = Step {
    name: "m20261124_000121_consent_links",
    up: &[
        "alter table consent add column link_hash bytea, add column link_expires_at timestamptz",
        "create unique index consent_link on consent ((coalesce(link_hash, token_hash)))",
        "create table consent_decline (
            consent_id bigint constraint consent_decline_once primary key references consent (id),
            declined_at timestamptz not null,
            reason text not null,
            ip text not null,
            user_agent text not null
        )",
    ],
    grants: &[
        ("consent", "select, insert, update (revoked_at, link_hash, link_expires_at)"),
        ("consent_decline", "select, insert"),
    ],
    down: &[
        "drop table consent_decline",
        "drop index consent_link",
        "alter table consent drop column link_expires_at, drop column link_hash",
    ],
};
