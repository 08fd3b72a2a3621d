drop table treatment_return_answer;
drop table treatment_return;
drop table review_waiting;
drop table review_mark;
drop table director_absence;
drop table review_sample;
drop table review_seed;
