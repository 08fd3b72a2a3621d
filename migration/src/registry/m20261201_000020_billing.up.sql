-- Each clinic's account with Stripe, the inbox of Stripe's events, and the checkouts that were started.

create table billing_account (
    clinic_id uuid primary key references clinic (id),
    livemode boolean not null,
    stripe_customer_id text constraint billing_account_customer_key unique,
    stripe_subscription_id text constraint billing_account_subscription_key unique,
    stripe_status text,
    status text constraint billing_account_status check (status in ('Trialing', 'Active', 'Past Due', 'Canceled')),
    plan text constraint billing_account_plan check (plan in ('basic', 'plus', 'pro')),
    billing text constraint billing_account_billing check (billing in ('monthly', 'annual')),
    current_period_end timestamptz,
    cancel_at timestamptz,
    past_due_since timestamptz,
    trial_used_at timestamptz,
    dirty_seq bigint not null default 0,
    synced_seq bigint not null default 0,
    synced_at timestamptz,
    lease_token uuid,
    lease_until timestamptz,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null,
    last_error text,
    created_at timestamptz not null,
    constraint billing_account_sequence check (synced_seq <= dirty_seq)
);
create index billing_account_dirty on billing_account (next_attempt_at) where dirty_seq > synced_seq;

-- Only an event's ids are stored, because its body contains names and addresses.
create table stripe_event (
    id text primary key,
    type text not null,
    api_version text,
    livemode boolean not null,
    happened_at timestamptz not null,
    customer_id text,
    object_id text,
    clinic_id uuid references clinic (id),
    state text not null constraint stripe_event_state check (state in ('received', 'applied', 'ignored', 'unmatched')),
    received_at timestamptz not null,
    deliveries integer not null default 1
);
create index stripe_event_unmatched on stripe_event (customer_id) where state = 'unmatched';
create index stripe_event_received on stripe_event (clinic_id) where state = 'received';
create index stripe_event_age on stripe_event (received_at);

create table checkout_attempt (
    id uuid primary key,
    clinic_id uuid not null references clinic (id),
    kind text not null constraint checkout_attempt_kind check (kind in ('checkout', 'card_on_file')),
    plan text not null constraint checkout_attempt_plan check (plan in ('basic', 'plus', 'pro')),
    billing text not null constraint checkout_attempt_billing check (billing in ('monthly', 'annual')),
    trial_days integer not null,
    subscription_row_id bigint,
    created_by bigint not null,
    stripe_session_id text constraint checkout_attempt_session_key unique,
    state text not null constraint checkout_attempt_state check (state in ('open', 'completed', 'expired', 'failed')),
    expires_at timestamptz not null,
    created_at timestamptz not null,
    closed_at timestamptz
);
create unique index checkout_attempt_open on checkout_attempt (clinic_id) where state = 'open';
create index checkout_attempt_clinic on checkout_attempt (clinic_id);
