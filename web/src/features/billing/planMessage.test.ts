import { describe, expect, test } from 'vitest';

import type { CurrentPlan } from '@/api/generated';
import { planMessage } from '@/features/billing/planMessage';
import { noPlan } from '@/testing/plans';

const basic: CurrentPlan = {
  ...noPlan,
  plan: 'basic',
  status: 'Active',
  seats: { used: 1, limit: 1, full: true },
  patients_this_month: { used: 10, limit: 50, full: false },
};
const news = (change: Partial<CurrentPlan>, pathname = '/patients', maySeat = true) =>
  planMessage({ ...basic, ...change }, pathname, 'America/New_York', maySeat);
const patients = (used: number) => ({ patients_this_month: { used, limit: 50, full: used >= 50 } });

test('there is no message for a clinic without a plan, or within its limits', () => {
  expect(planMessage(noPlan, '/team', 'UTC', true)).toBeNull();
  expect(news({})).toBeNull();
});

describe('new patients of the month', () => {
  test.each([
    [39, null],
    [40, '40 of the 50 new patients of this month are used.'],
    [49, '49 of the 50 new patients of this month are used.'],
    [50, 'All 50 new patients of this month are used.'],
  ])('%i of 50: %j', (used, text) => {
    expect(news(patients(used))?.text ?? null).toBe(text);
  });

  test('near the limit there is a hint, at the limit a warning, and a limit that is enforced cannot be dismissed', () => {
    expect(news(patients(45))).toMatchObject({ tone: 'info', dismissible: true, to: '/pricing' });
    expect(news(patients(50))).toMatchObject({ tone: 'warning', dismissible: true });
    expect(news({ ...patients(50), enforcement: 'enforce' })).toMatchObject({
      dismissible: false,
      text: 'All 50 new patients of this month are used. More can be added next month, or with a larger plan.',
    });
  });

  test('are not shown where limits are off', () =>
    expect(news({ ...patients(50), enforcement: 'off' })).toBeNull());
});

test('full seats are mentioned only where members are added, and only to those who may', () => {
  expect(news({}, '/team')?.text).toBe('The one seat of your plan is taken.');
  expect(news({ seats: { used: 3, limit: 3, full: true } }, '/team')?.text).toBe(
    'All 3 seats of your plan are taken.',
  );
  expect(news({ seats: { used: 2, limit: 3, full: false } }, '/team')).toBeNull();
  expect(news({}, '/team', false)).toBeNull();
});

test("use beyond the plan is reported in the server's words", () => {
  expect(news({ notice: 'Your plan includes 1 seat; there are 3.' })).toEqual({
    text: 'Your plan includes 1 seat; there are 3.',
    tone: 'warning',
    dismissible: true,
    to: '/pricing',
  });
});

test("a failed payment says until when nothing changes, on the clinic's calendar", () => {
  const late = {
    access: 'grace',
    grace_until: '2027-01-11T03:00:00Z',
    status: 'Past Due',
  } as const;
  expect(news({ ...late, notice: 'The last payment failed. Please check the card.' })).toEqual({
    text: 'The last payment failed. Please check the card. Nothing changes until Jan 10, 2027.',
    tone: 'warning',
    dismissible: true,
    to: '/subscriptions',
  });
});

test('the notice of an ended subscription can be dismissed unless limits are enforced', () => {
  const ended = {
    access: 'read_only',
    status: 'Canceled',
    notice: 'The subscription has ended.',
  } as const;
  expect(news(ended)).toMatchObject({
    text: 'The subscription has ended.',
    dismissible: true,
    to: '/subscriptions',
  });
  expect(news({ ...ended, enforcement: 'enforce' })).toMatchObject({
    dismissible: false,
    text: 'The subscription has ended. Everything can still be read and documented; new patients and team members wait until it is renewed.',
  });
});

test('the trial of the sign-up is mentioned near its end, and after it', () => {
  const trial = { plan: null, trial_end: '2027-01-14' } as const;
  expect(
    news({
      ...trial,
      status: 'Trialing',
      access: 'full',
      enforcement: 'enforce',
      notice: 'The trial ends on January 14. Choose a plan to go on without a break.',
    }),
  ).toMatchObject({ tone: 'info', dismissible: true, to: '/pricing' });
  const ended = {
    ...trial,
    status: 'Canceled',
    access: 'read_only',
    notice: 'The trial has ended. Choose a plan to go on.',
  } as const;
  expect(news(ended)).toMatchObject({
    text: 'The trial has ended. Choose a plan to go on.',
    dismissible: true,
    to: '/pricing',
  });
  expect(news({ ...ended, enforcement: 'enforce' })).toMatchObject({
    dismissible: false,
    text: 'The trial has ended. Choose a plan to go on. Everything can still be read and documented; new patients and team members wait until a plan is chosen.',
  });
});

test('a role that may not see payments gets no message: the server sends none', () => {
  const withoutDetails = { plan: null, access: null, status: null } as const;
  expect(news({ ...withoutDetails, notice: null })).toBeNull();
  const refused =
    "New patients and team members cannot be added just now. The clinic's owner knows more.";
  expect(news({ ...withoutDetails, enforcement: 'enforce', notice: refused })).toMatchObject({
    text: refused,
    dismissible: false,
  });
});
