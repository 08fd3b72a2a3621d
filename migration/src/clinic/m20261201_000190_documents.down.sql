drop table signed_copy;
drop table document_file;
drop table document_part;
drop table document;
