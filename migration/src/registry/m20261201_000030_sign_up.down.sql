drop table mail_count;
drop table sign_up_limit;
drop table find_request;
