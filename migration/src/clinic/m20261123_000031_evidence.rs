use crate::sql::Step;

/// What each signature covers: the digest of the content, and the signer's name, role and license at that
/// moment.
///
/// Rows from before this step get their signers' present names, once, and no digest: their content at the time
/// of signing is unknown. A change of an estimate becomes a row of its own (`root_id` names the first), so that
/// the clinic's role needs no right to change one; of a subscription it may change Stripe's values, never what
/// was signed. A server of the release before changes estimates in place, which is why `OLDEST_SERVER` is
/// raised.
pub const STEP: Step = Step {
    name: "m20261123_000031_evidence",
    up: &[
        "alter table exam add column signer jsonb, add column content_digest bytea",
        "alter table treatment add column signer jsonb, add column content_digest bytea",
        "alter table treatment_approval add column signer jsonb, add column content_digest bytea",
        "alter table consent add column issuer jsonb, add column content_digest bytea",
        "alter table consent_signature add column signer jsonb, add column content_digest bytea",
        "alter table subscription
            add column signer jsonb,
            add column signed_content text,
            add column content_digest bytea",
        "alter table estimate
            add column root_id bigint references estimate (id),
            add column writer jsonb,
            add column content_digest bytea,
            add column pt_signed_at timestamptz,
            add column pt_signer jsonb,
            add column pt_digest bytea,
            add column prov_signed_at timestamptz,
            add column prov_signer jsonb,
            add column prov_digest bytea",
        // Of two who write the same version, one succeeds.
        "create unique index estimate_version_key on estimate ((coalesce(root_id, id)), version)",
        "update exam set signer = jsonb_build_object('id', signer_id, 'name', name, 'role', signer_role, 'licence', licence)
            from (select id as signer_id, first_name || ' ' || last_name as name, role as signer_role,
                license_number as licence from member) signers
            where signer_id = examiner_id",
        "update treatment set signer = jsonb_build_object('id', signer_id, 'name', name, 'role', signer_role, 'licence', licence)
            from (select id as signer_id, first_name || ' ' || last_name as name, role as signer_role,
                license_number as licence from member) signers
            where signer_id = provider_id",
        "update treatment_approval set signer = jsonb_build_object('id', signer_id, 'name', name, 'role', signer_role, 'licence', licence)
            from (select id as signer_id, first_name || ' ' || last_name as name, role as signer_role,
                license_number as licence from member) signers
            where signer_id = director_id",
        "update consent set issuer = jsonb_build_object('id', signer_id, 'name', name, 'role', signer_role, 'licence', licence)
            from (select id as signer_id, first_name || ' ' || last_name as name, role as signer_role,
                license_number as licence from member) signers
            where signer_id = issued_by",
        "update subscription set signer = jsonb_build_object('id', signer_id, 'name', name, 'role', signer_role, 'licence', licence)
            from (select id as signer_id, first_name || ' ' || last_name as name, role as signer_role,
                license_number as licence from member) signers
            where signer_id = created_by and sub_sig is not null",
    ],
    grants: &[
        ("estimate", "select, insert"),
        (
            "subscription",
            "select, insert, update (sub_plan, sub_billing, sub_price, sub_recurring_amount, sub_stripe_price_id,
                sub_features, sub_trial_enabled, sub_trial_days, sub_start_date, sub_trial_end, sub_next_bill_date,
                sub_status, stripe_subscription_id, stripe_status, cancel_at, ended_at, past_due_since, status_source)",
        ),
    ],
    down: &[
        "drop index estimate_version_key",
        "alter table estimate
            drop column prov_digest,
            drop column prov_signer,
            drop column prov_signed_at,
            drop column pt_digest,
            drop column pt_signer,
            drop column pt_signed_at,
            drop column content_digest,
            drop column writer,
            drop column root_id",
        "alter table subscription
            drop column content_digest,
            drop column signed_content,
            drop column signer",
        "alter table consent_signature drop column content_digest, drop column signer",
        "alter table consent drop column content_digest, drop column issuer",
        "alter table treatment_approval drop column content_digest, drop column signer",
        "alter table treatment drop column content_digest, drop column signer",
        "alter table exam drop column content_digest, drop column signer",
    ],
};
