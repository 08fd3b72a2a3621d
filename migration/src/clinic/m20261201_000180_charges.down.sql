drop table charge_dispute;
drop table charge_bill;
drop table charge_void;
drop table charge;
