//! What statements in text ask about services, because SeaORM cannot express the rest of them.

/// The consents `n` that the treatment `treatment` of a statement needs, with the template `t`: those of its service, or of the
/// service with the same name if the treatment has no service of the catalogue. A template that was removed from the clinic's
/// list is not needed.
pub const NEEDED_CONSENTS: &str =
    "service_consent n join consent_template t on t.id = n.template_id and t.removed_at is null
    where n.service_id = coalesce(treatment.service_id,
        (select s.id from service s where lower(s.name) = lower(treatment.treatment_type) and s.retired_at is null))";
