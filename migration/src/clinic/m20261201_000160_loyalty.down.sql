drop table loyalty_entry;
drop table loyalty_rule;
