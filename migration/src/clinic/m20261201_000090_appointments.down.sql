drop table chart_not_needed;
drop table waitlist_entry;
drop table appointment_event;
drop table appointment;
drop table time_block;
drop table resource;
drop table closure;
drop table working_hours;
