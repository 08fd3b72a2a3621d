drop table emergency_access;
drop table health_change;
drop table patient_coverage;
drop table patient_note_version;
drop table patient_note;
drop table clinical_answer;
