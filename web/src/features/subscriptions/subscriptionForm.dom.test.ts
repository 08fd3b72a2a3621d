import { describe, expect, test } from 'vitest';

import {
  newSubscription,
  quote,
  readTrialDays,
  subscriptionFields,
  subscriptionForm,
  toNewSubscription,
  type SubscriptionInput,
} from '@/features/subscriptions/subscriptionForm';
import { trialNote } from '@/features/subscriptions/trialNote';
import { plans } from '@/testing/plans';

const png = 'data:image/png;base64,iVBORw0KGgo=';
const complete: SubscriptionInput = {
  ...newSubscription('2027-01-10'),
  sub_plan: 'plus',
  sub_payment_method: 'Other (manual)',
  sub_terms: true,
  sub_sig: png,
};
const faults = (form: object) =>
  (subscriptionForm.safeParse({ ...complete, ...form }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

test('begins today, with a trial of 14 days, Trialing, and nothing accepted or signed', () => {
  expect(newSubscription('2027-01-10')).toEqual({
    sub_plan: '',
    sub_trial_enabled: true,
    sub_trial_days: '14',
    sub_start_date: '2027-01-10',
    sub_payment_method: '',
    sub_terms: false,
    sub_sig: '',
    sub_sig_date: '2027-01-10',
    sub_status: 'Trialing',
    sub_notes: '',
  });
});

describe('the form', () => {
  test('is complete with a plan, a way to pay, the terms, a signature and its date', () =>
    expect(faults({})).toEqual([]));

  test('reports every missing field at once', () => {
    expect(
      faults({
        sub_plan: '',
        sub_payment_method: '',
        sub_terms: false,
        sub_sig: '',
        sub_sig_date: '',
        sub_start_date: '',
        sub_trial_days: 'x',
      }).toSorted(),
    ).toEqual([
      'sub_payment_method: Choose a payment method.',
      'sub_plan: Choose a plan.',
      'sub_sig: Please sign in the box.',
      'sub_sig_date: Date of the signature is required',
      'sub_start_date: Start date is required',
      'sub_terms: Accept the terms first.',
      'sub_trial_days: Enter a whole number from 0 to 365.',
    ]);
  });

  test('accepts no other plan, way to pay or status', () => {
    expect(faults({ sub_plan: 'gold' })).toHaveLength(1);
    expect(faults({ sub_payment_method: 'Cash' })).toHaveLength(1);
    expect(faults({ sub_status: 'Paused' })).toHaveLength(1);
    for (const sub_status of ['Trialing', 'Active', 'Past Due', 'Canceled'])
      expect(faults({ sub_status })).toEqual([]);
  });

  test.each(['1900-01-01', '1999-12-31', '2100-01-01', '2200-12-31'])(
    '%s is a date as the server takes it',
    (date) => {
      expect(faults({ sub_start_date: date, sub_sig_date: date })).toEqual([]);
    },
  );

  test.each(['2027-02-29', '0027-01-10', '20270-01-10', '1899-12-31', '2201-01-01'])(
    '%s is no date to start on',
    (sub_start_date) => {
      expect(faults({ sub_start_date })).toEqual([
        'sub_start_date: Enter a date with its full year.',
      ]);
    },
  );

  test('does not require the length of a trial where there is none', () => {
    expect(faults({ sub_trial_enabled: false, sub_trial_days: 'x' })).toEqual([]);
  });

  test("names its fields for the server's faults", () =>
    expect([...subscriptionFields].toSorted()).toEqual(Object.keys(complete).toSorted()));
});

test.each([
  ['14', 14],
  [' 7 ', 7],
  ['1', 1],
  ['365', 365],
  ['0', 0],
  ['007', 7],
  ['366', null],
  ['', 14],
  ['1.5', null],
  ['-3', null],
  ['1e2', null],
  ['abc', null],
])('a trial of %j is %j days', (text, days) => {
  expect(readTrialDays(text)).toBe(days);
});

describe('what follows', () => {
  const plus = plans[1];

  test('with a trial: nothing today, then the price', () => {
    expect(quote(plus, complete)).toEqual({
      dates: { trialEnd: '2027-01-24', nextBill: '2027-02-24' },
      firstCharge: 0,
      recurring: 99,
    });
  });

  test('without one: the price today, and again a month after the start', () => {
    expect(quote(plus, { ...complete, sub_trial_enabled: false })).toEqual({
      dates: { trialEnd: '2027-01-10', nextBill: '2027-02-10' },
      firstCharge: 99,
      recurring: 99,
    });
  });

  test('without a plan, dates only; without a length of the trial, amounts only', () => {
    expect(quote(undefined, complete)).toEqual({
      dates: { trialEnd: '2027-01-24', nextBill: '2027-02-24' },
      firstCharge: null,
      recurring: null,
    });
    expect(quote(plus, { ...complete, sub_trial_days: 'x' })).toEqual({
      dates: null,
      firstCharge: 0,
      recurring: 99,
    });
  });
});

describe('what is sent', () => {
  const payload = (form: object) =>
    toNewSubscription(subscriptionForm.parse({ ...complete, ...form }));

  test('is what was entered, never a price', () => {
    expect(payload({ sub_notes: '  ' })).toEqual({
      sub_plan: 'plus',
      sub_trial_enabled: true,
      sub_trial_days: 14,
      sub_start_date: '2027-01-10',
      sub_payment_method: 'Other (manual)',
      sub_terms: true,
      sub_sig: png,
      sub_sig_date: '2027-01-10',
      sub_status: 'Trialing',
      sub_notes: null,
    });
  });

  test('has no length of the trial where there is none', () => {
    expect(payload({ sub_trial_enabled: false, sub_trial_days: 'x' })).not.toHaveProperty(
      'sub_trial_days',
    );
  });
});

describe('beside the terms', () => {
  const note = (form: object) => {
    const input = { ...complete, ...form };
    return trialNote(input, quote(undefined, input));
  };

  test('is empty while they are valid', () => expect(note({})).toBeNull());
  test('says that there is no trial', () =>
    expect(note({ sub_trial_enabled: false })).toBe(
      'This subscription has no trial: the first charge is due today.',
    ));
  test('has the length of the trial instead', () => {
    expect(note({ sub_trial_days: '30' })).toBe(
      'This subscription’s trial is 30 days and ends on Feb 9, 2027.',
    );
    expect(note({ sub_trial_days: '1' })).toBe(
      'This subscription’s trial is 1 day and ends on Jan 11, 2027.',
    );
  });
  test('has nothing that is unknown', () => expect(note({ sub_trial_days: 'x' })).toBeNull());
});
