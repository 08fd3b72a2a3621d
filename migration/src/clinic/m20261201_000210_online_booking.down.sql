drop table online_booking;
drop table booking_code;
drop table booking_hold;
alter table clinic_setting drop constraint booking_setting_policy_version_fkey;
drop table booking_policy;
