drop table exam_clearance;
drop table exam_signature;
