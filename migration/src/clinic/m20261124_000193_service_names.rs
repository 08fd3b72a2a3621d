use crate::sql::Step;

/// What is booked, recorded and earns points holds the name that its service had then, which may be one of the clinic's own,
/// and which service of the catalogue it was. A server of the release before cannot read another name than the
/// specification's, which is why `OLDEST_SERVER` is raised to this step.
pub const STEP: Step = Step {
    name: "m20261124_000193_service_names",
    up: &[
        "alter table appointment drop constraint appointment_service",
        "alter table appointment add constraint appointment_service_name check (char_length(service) between 1 and 100)",
        "alter table appointment add column service_id bigint references service (id)",
        "alter table treatment drop constraint treatment_type",
        "alter table treatment
            add constraint treatment_type_name check (char_length(treatment_type) between 1 and 100)",
        "alter table treatment add column service_id bigint references service (id)",
        "alter table loyalty_rule drop constraint loyalty_rule_service",
        "alter table loyalty_rule add constraint loyalty_rule_service_name check (char_length(service) between 1 and 100)",
    ],
    grants: &[],
    down: &[
        "alter table loyalty_rule drop constraint loyalty_rule_service_name",
        "alter table loyalty_rule add constraint loyalty_rule_service check (service in ('Botox', 'PRP/PRF Face',
            'PRP Hair Restoration', 'EZ Gel Face', 'EZ Gel Hands', 'Microneedling', 'Consultation', 'Follow-up'))",
        "alter table treatment drop column service_id",
        "alter table treatment drop constraint treatment_type_name",
        "alter table treatment add constraint treatment_type check (treatment_type in ('Botox', 'PRP/PRF Face',
            'PRP Hair Restoration', 'EZ Gel Face', 'EZ Gel Hands', 'Microneedling'))",
        "alter table appointment drop column service_id",
        "alter table appointment drop constraint appointment_service_name",
        "alter table appointment add constraint appointment_service check (service in ('Botox', 'PRP/PRF Face',
            'PRP Hair Restoration', 'EZ Gel Face', 'EZ Gel Hands', 'Microneedling', 'Consultation', 'Follow-up'))",
    ],
};
