drop table kept_answer;
drop table audit_head;
drop table audit_seal;
drop table audit;
