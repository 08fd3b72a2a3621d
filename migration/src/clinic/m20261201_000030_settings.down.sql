drop table clinic_module;
drop table clinic_setting;
