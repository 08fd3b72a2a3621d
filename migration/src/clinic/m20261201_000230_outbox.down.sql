drop table mail_day;
drop table job;
