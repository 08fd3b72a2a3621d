drop table exam;
drop table exam_template_version;
drop table exam_template;
drop table finding;
