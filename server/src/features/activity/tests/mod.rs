mod field_changes;
mod log;
