-- The clinic's settings, and the modules that its owner has switched on.

-- One row. It is in the clinic and not in the registry, because the clinic's role has no rights there. The name and the
-- time zone are copied to the registry.
create table clinic_setting (
    id smallint primary key constraint clinic_setting_single check (id = 1),
    idle_minutes integer not null constraint clinic_setting_idle check (idle_minutes between 1 and 60),
    consent_link_days integer not null constraint clinic_setting_link_days check (consent_link_days between 1 and 365),
    exam_valid_months integer not null constraint clinic_setting_exam check (exam_valid_months between 1 and 60),
    second_factor text not null constraint clinic_setting_factor check (second_factor in ('optional', 'required')),
    updated_at timestamptz not null,
    -- Null while the clinic uses the name in the registry.
    name text constraint clinic_setting_name check (char_length(name) between 1 and 200),
    time_zone text,
    version integer not null default 1,
    -- When the trial of a clinic that signed itself up ends. Null for a clinic that an operator made, because it has no
    -- trial.
    trial_ends_at timestamptz,
    -- The owner of a clinic that signed itself up confirms the e-mail address by a link before the clinic mails anybody
    -- else. Null once the link was used, and for a clinic that an operator made.
    owner_unconfirmed_since timestamptz,
    -- When the clinic usually sees patients, in its own time. Bookings outside these hours need a confirmation.
    opens_at time not null default '07:00',
    closes_at time not null default '21:00',
    points_expire_months integer not null default 24
        constraint clinic_setting_points_expire check (points_expire_months between 1 and 120),
    -- What happens to a treatment without a consent that it requires.
    missing_consents text not null default 'warn'
        constraint clinic_setting_missing_consents check (missing_consents in ('warn', 'block')),
    -- The time from which unfinished charts are listed. Visits completed earlier are ignored.
    charts_since timestamptz not null default now(),
    -- Whether the head of the audit's chain is mailed to the owner.
    audit_heads text not null default 'log' constraint clinic_setting_audit_heads check (audit_heads in ('log', 'mail')),
    -- The age from which a patient signs alone: 18 in most states, 19 or 21 in some.
    adult_age integer not null default 18 constraint clinic_setting_adult_age check (adult_age between 18 and 21),
    -- When the list of first steps was closed.
    first_steps_closed_at timestamptz,
    -- The columns of each feature have its prefix and are changed together. They have the defaults of a new clinic, and
    -- count their own changes: version 0 was never changed.
    -- Who may sign exams, and what an uncleared service does.
    clearance_credentials text[] not null default '{MD,DO,NP,PA}'
        constraint clearance_setting_credentials
            check (clearance_credentials <@ array['MD', 'DO', 'NP', 'PA', 'RN', 'Other']),
    clearance_allows_video boolean not null default true,
    clearance_uncleared text not null default 'block'
        constraint clearance_setting_uncleared check (clearance_uncleared in ('block', 'warn')),
    clearance_version integer not null default 0,
    clearance_updated_at timestamptz not null default now(),
    clearance_updated_by bigint references member (id),
    clearance_updated_by_name text,
    -- Whether every treatment needs a protocol.
    protocol_every_treatment boolean not null default false,
    protocol_version integer not null default 0,
    protocol_updated_at timestamptz not null default now(),
    protocol_updated_by bigint references member (id),
    protocol_updated_by_name text,
    -- How the directors review. The version also counts the changes of the shares.
    review_chart_due_hours integer not null default 72
        constraint review_setting_hours check (review_chart_due_hours between 1 and 720),
    review_version integer not null default 0,
    review_updated_at timestamptz not null default now(),
    -- What every estimate says about the clinic, and the legal texts that the clinic has changed.
    estimate_npi text constraint estimate_setting_npi check (estimate_npi ~ '^[0-9]{10}$'),
    estimate_tin text constraint estimate_setting_tin check (estimate_tin ~ '^[0-9]{2}-[0-9]{7}$'),
    estimate_address text,
    estimate_city text,
    estimate_state text
        constraint estimate_setting_state check (estimate_state in (
            'AL', 'AK', 'AS', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'GU', 'HI', 'ID', 'IL',
            'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH',
            'NJ', 'NM', 'NY', 'NC', 'ND', 'MP', 'OH', 'OK', 'OR', 'PA', 'PR', 'RI', 'SC', 'SD', 'TN', 'TX',
            'UT', 'VT', 'VI', 'VA', 'WA', 'WV', 'WI', 'WY')),
    estimate_zip text,
    estimate_phone text,
    estimate_texts jsonb not null default '{}',
    estimate_version integer not null default 0,
    estimate_updated_at timestamptz not null default now(),
    estimate_updated_by bigint references member (id),
    estimate_updated_by_name text,
    -- Who is mailed about the deadlines of estimates, and the day of the last mail.
    estimate_clock_member_ids bigint[] not null default '{}',
    estimate_clock_mailed_on date,
    estimate_clock_version integer not null default 0,
    estimate_clock_updated_at timestamptz not null default now(),
    estimate_clock_updated_by_name text,
    -- The messages to patients.
    message_enabled boolean not null default false,
    message_booked boolean not null default true,
    message_moved boolean not null default true,
    message_cancelled boolean not null default true,
    message_reminder boolean not null default true,
    message_reminder_days integer not null default 2
        constraint message_setting_reminder_days check (message_reminder_days between 1 and 14),
    message_reminder_at time not null default '09:00',
    message_confirm_text boolean not null default true,
    message_confirm_text_at time not null default '14:00',
    message_day_text boolean not null default false,
    message_day_text_at time not null default '08:00',
    message_aftercare boolean not null default true,
    message_recall boolean not null default true,
    message_form_reminders boolean not null default false,
    -- Whether patients who cannot be mailed get texts about changes of a visit.
    message_news_by_text boolean not null default false,
    -- The number of days until a patient is asked how a visit went, where the service has none.
    message_follow_up_days integer
        constraint message_setting_follow_up_days check (message_follow_up_days between 1 and 365),
    message_quiet_from time not null default '21:00',
    message_quiet_to time not null default '08:00',
    message_sender_name text
        constraint message_setting_sender_name check (length(message_sender_name) between 1 and 200),
    message_reply_to text constraint message_setting_reply_to check (length(message_reply_to) between 1 and 200),
    message_version integer not null default 0,
    message_updated_at timestamptz not null default now(),
    message_updated_by bigint references member (id),
    message_updated_by_name text,
    -- Online booking: requests, from a day ahead, for the next two months.
    booking_mode text not null default 'requested'
        constraint booking_setting_mode check (booking_mode in ('requested', 'booked')),
    booking_lead_hours integer not null default 24
        constraint booking_setting_lead_hours check (booking_lead_hours between 0 and 336),
    booking_horizon_days integer not null default 60
        constraint booking_setting_horizon_days check (booking_horizon_days between 1 and 365),
    booking_chooses_provider boolean not null default true,
    booking_every_service boolean not null default true,
    booking_service_ids bigint[] not null default '{}',
    booking_every_member boolean not null default true,
    booking_member_ids bigint[] not null default '{}',
    -- Whether patients move their own visits to a free time.
    booking_patients_move boolean not null default false,
    booking_policy_version integer,
    booking_version integer not null default 0,
    booking_updated_at timestamptz not null default now(),
    booking_updated_by bigint references member (id),
    booking_updated_by_name text,
    -- How much of a visit the members' calendars show.
    calendar_feed_shows_name boolean not null default false,
    calendar_feed_shows_service boolean not null default false,
    calendar_feed_version integer not null default 0,
    calendar_feed_updated_at timestamptz not null default now(),
    calendar_feed_updated_by bigint references member (id),
    calendar_feed_updated_by_name text,
    constraint clinic_setting_hours check (closes_at > opens_at)
);
grant select, update on clinic_setting to clinic;

-- A module without a row is off.
create table clinic_module (
    module text primary key
        constraint clinic_module_module check (module in ('import_clients', 'services', 'photos', 'reports',
            'analytics', 'online_booking', 'clearance', 'protocols')),
    is_on boolean not null,
    version integer not null,
    changed_by bigint references member (id),
    changed_by_name text,
    changed_at timestamptz not null
);
grant select, insert, update on clinic_module to clinic;
