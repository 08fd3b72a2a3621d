drop table audit_mark;
drop table former_schema;
drop table clinic_move;
drop table held_subdomain;
drop table clinic;
drop table placement;
