drop table service_consent;
drop table service_performer;
drop table service;
