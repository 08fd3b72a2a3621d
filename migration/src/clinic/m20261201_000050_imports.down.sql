drop table import_patient;
drop table import_row;
drop table import_part;
drop table import_batch;
