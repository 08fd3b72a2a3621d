drop table adverse_event_entry;
drop table adverse_event;
