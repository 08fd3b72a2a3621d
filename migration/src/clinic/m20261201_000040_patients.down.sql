drop table patient_merge;
drop table distinct_patients;
drop table patient_change;
drop table patient;
drop table sample_set;
