use crate::sql::Step;

/// A merge also holds the values that it gave to the survivor, so that merges of one survivor can be undone in any
/// order. It stays when one of the patients is removed after it was undone, because it shows whose readers have seen
/// the other record. Nothing but its undoing can be added to it.
pub const STEP: Step = Step {
    name: "m20261124_000180_merge_undo",
    up: &["alter table patient_merge
            add column taken jsonb not null default '{}',
            drop constraint patient_merge_survivor_id_fkey,
            drop constraint patient_merge_merged_id_fkey"],
    grants: &[("patient_merge", "select, insert, update (undone_at, undone_by)")],
    down: &["alter table patient_merge
            add constraint patient_merge_merged_id_fkey foreign key (merged_id) references patient (id),
            add constraint patient_merge_survivor_id_fkey foreign key (survivor_id) references patient (id),
            drop column taken"],
};
