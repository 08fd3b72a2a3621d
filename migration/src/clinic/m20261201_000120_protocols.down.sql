drop table protocol_notice;
drop table protocol_override;
drop table protocol_retirement;
drop table protocol_signature;
drop table protocol_version;
drop table protocol_draft;
drop table protocol;
