use crate::sql::Step;

/// The ledger of points holds everything that changes a balance, not only what treatments earn: each entry has a
/// kind, and by hand a reason and the member. An entry is taken back by another one, once, and the points that
/// expire name the entry that brought them.
///
/// Entries from before this step were all earned, and a server of the release before writes no others: the default
/// is theirs.
pub const STEP: Step = Step {
    name: "m20261124_000120_ledger",
    up: &[
        "alter table loyalty_entry
            add column kind text not null default 'earned' constraint loyalty_entry_kind
                check (kind in ('earned', 'redeemed', 'adjusted', 'reversed', 'expired')),
            add column reason text,
            add column member_id bigint references member (id),
            add column reverses_id bigint references loyalty_entry (id) constraint loyalty_entry_reversed_once unique,
            add column expires_id bigint references loyalty_entry (id),
            alter column service drop not null",
        "alter table loyalty_entry
            add constraint loyalty_entry_reverses check ((kind = 'reversed') = (reverses_id is not null)),
            add constraint loyalty_entry_expires check ((kind = 'expired') = (expires_id is not null)),
            add constraint loyalty_entry_takes check (kind not in ('redeemed', 'expired') or points < 0)",
        "alter table clinic_setting
            add column points_expire_months integer not null default 24
                constraint clinic_setting_points_expire check (points_expire_months between 1 and 120)",
    ],
    grants: &[],
    down: &[
        "alter table clinic_setting drop column points_expire_months",
        "delete from loyalty_entry where kind <> 'earned'",
        "alter table loyalty_entry
            drop constraint loyalty_entry_takes,
            drop constraint loyalty_entry_expires,
            drop constraint loyalty_entry_reverses",
        "alter table loyalty_entry
            drop column expires_id,
            drop column reverses_id,
            drop column member_id,
            drop column reason,
            drop column kind,
            alter column service set not null",
    ],
};
