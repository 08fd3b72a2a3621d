// A big clinic: 10,000 patients, an exam each, 50,000 appointments, 20,000 treatments with signatures
// of 5 KB, 10,000 consents that wait to be signed. Run with the clinic's schema as the search path.
export const RECORDS = `
set local synchronous_commit to off;
insert into member (first_name, last_name, email, role, department, status, hire_date, created_at, updated_at)
select 'Provider', 'Number ' || n, 'provider' || n || '@example.com', 'Provider', 'Clinical', 'active', current_date, now(), now()
from generate_series(1, 8) n;
insert into patient (first_name, last_name, email, phone, phone_digits, birth_date, created_at)
select given, family, lower(given || '.' || family || n || '@example.com'), '(555) 01' || n, '55501' || n,
    date '1950-01-01' + n % 18000, now() - n * interval '1 hour'
from (
    select n,
        (array['Ann', 'Ben', 'Cora', 'Dan', 'Eva', 'Finn', 'Gina', 'Hugo', 'Iris', 'Jon', 'Kim', 'Leo', 'Mia', 'Ned', 'Ora', 'Pia',
            'Quin', 'Rosa', 'Sam', 'Tess'])[1 + n % 20] as given,
        (array['Smith', 'Johnson', 'Williams', 'Brown', 'Jones', 'Garcia', 'Miller', 'Davis', 'Lopez', 'Wilson', 'Anderson', 'Thomas',
            'Taylor', 'Moore', 'Jackson', 'Martin', 'Lee', 'Perez', 'White', 'Harris', 'Clark', 'Lewis', 'Walker', 'Hall', 'Young', 'Allen',
            'King', 'Wright', 'Scott', 'Torres', 'Nguyen', 'Hill', 'Flores', 'Green', 'Adams', 'Nelson', 'Baker', 'Rivera', 'Campbell',
            'Mitchell', 'Carter', 'Roberts', 'Gomez', 'Phillips', 'Evans', 'Turner', 'Diaz', 'Parker', 'Cruz', 'Edwards'])[1 + n / 20 % 50]
        || case when n % 7 = 0 then '' else '-' || chr(97 + n % 26) || 'elm' end as family
    from generate_series(1, 10000) n
) names;
insert into exam (patient_id, examiner_id, vitals, created_at)
select patient.id, (select min(id) from member), 'BP 120/80, pulse 70', now() from patient;
insert into appointment (patient_id, provider_id, service, starts_at, ends_at, allow_overlap, created_at)
select 1 + n % 10000, 1 + n % 8, 'Botox', at, at + interval '30 minutes', true, now()
from (select n, date_trunc('day', now()) - interval '1 year' + (n / 68) * interval '1 day' + (n % 68) * interval '10 minutes' + interval '12 hours' as at
    from generate_series(0, 49999) n) times;
insert into treatment (patient_id, exam_id, provider_id, treatment_type, areas, notes, provider_signature, provider_signature_sha256, created_at)
select exam.patient_id, exam.id, exam.examiner_id, 'Botox', 'Forehead', 'Tolerated well.', picture.bytes, sha256(picture.bytes), now()
from exam cross join generate_series(1, 2) again cross join lateral (
    select decode(string_agg(md5(exam.id || '/' || again || '/' || part), ''), 'hex') as bytes from generate_series(1, 320) part
) picture;
insert into treatment_approval (treatment_id, director_id, director_signature, director_signature_sha256, approved_at)
select id, provider_id, provider_signature, provider_signature_sha256, now() from treatment where id % 2 = 0;
-- The tokens of the links are what token() in data.mjs makes.
insert into consent (patient_id, template_id, template_name, template_version, body, body_sha256, token_hash, issued_by, issued_at, expires_at)
select n, template.id, template.name, 1, template.body, sha256(convert_to(template.body, 'UTF8')), sha256(rtrim(translate(encode(sha256(('bench' || n)::bytea),
    'base64'), '+/', '-_'), '=')::bytea), (select min(id) from member), now(), now() + interval '1 year'
from generate_series(1, 10000) n cross join (select * from consent_template order by id limit 1) template;
`;
