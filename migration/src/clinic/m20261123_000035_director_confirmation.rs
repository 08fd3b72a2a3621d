use crate::sql::Step;

/// When a Medical Director was confirmed as the person they are said to be, and who may have had access to a
/// member's account: whoever adds or invites somebody may hold that account.
///
/// An owner who is a director needs no confirmation. Other directors are confirmed once by hand. Who added or
/// invited whom is taken from the audit.
pub const STEP: Step = Step {
    name: "m20261123_000035_director_confirmation",
    up: &[
        "alter table member add column director_confirmed_at timestamptz",
        "update member set director_confirmed_at = updated_at where is_owner and role = 'Medical Director'",
        "create table member_sponsor (
            member_id bigint not null references member (id),
            sponsor_id bigint not null references member (id),
            at timestamptz not null,
            primary key (member_id, sponsor_id)
        )",
        "insert into member_sponsor (member_id, sponsor_id, at)
         select invited, member_id, min(at) from (
            select member_id, at, unnest(object_ids) as invited from audit
            where action in ('team.create', 'team.invite') and outcome = 'done' and member_id is not null
         ) invitations
         where invited in (select id from member)
         group by invited, member_id",
    ],
    grants: &[("member_sponsor", "select, insert")],
    down: &["drop table member_sponsor", "alter table member drop column director_confirmed_at"],
};
