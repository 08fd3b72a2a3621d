drop table record_void;
drop table addendum;
drop table treatment_approval;
drop table treatment;
