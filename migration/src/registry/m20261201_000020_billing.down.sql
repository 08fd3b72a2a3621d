drop table checkout_attempt;
drop table stripe_event;
drop table billing_account;
