//! What a link leads to. It is asked by name in the message with which the clinic is entered; SeaORM prepares no
//! statements by name.

/// A consent with what its page shows beside it. Prepared by name.
pub(super) const OPENED: &str = " (text) AS select c.id, c.body, c.template_name, c.expires_at, c.patient_id,
            p.first_name as patient_first_name, p.last_name as patient_last_name,
            s.signed_at, s.signer, s.typed_name, s.signature
         from consent c
         join patient p on p.id = c.patient_id
         left join consent_signature s on s.consent_id = c.id
         where c.token_hash = decode($1, 'hex') and c.revoked_at is null";

/// Under a lock: withdrawing and signing at one moment come one after the other, and of two signers at
/// once the second is to see the first's signature. Prepared by name.
pub(super) const UNSIGNED: &str = " (text) AS select c.id, c.body_sha256, c.expires_at, c.patient_id, c.content_digest,
            p.first_name, p.last_name
         from consent c
         join patient p on p.id = c.patient_id
         where c.token_hash = decode($1, 'hex') and c.revoked_at is null for update of c";
