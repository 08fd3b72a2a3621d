drop table plan_grant;
drop table billing_notice;
drop table subscription_status_history;
drop table subscription;
