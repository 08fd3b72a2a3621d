import { expect, test } from 'vitest';

import { perPeriod, paymentState } from '@/features/subscriptions/paymentState';
import { plus } from '@/features/subscriptions/testing';

const stateOf = (change: object) => paymentState({ ...plus, ...change }, 'America/New_York');
const newCard = 'New card entry (Stripe Checkout)';

test('a row that is kept by hand has no note', () =>
  expect(stateOf({ sub_payment_method: 'Other (manual)' })).toEqual({
    words: [],
    waitsForCard: false,
  }));

test("a row at Stripe says so, and when it ends or ended, on the clinic's calendar", () => {
  expect(stateOf({ is_at_stripe: true }).words).toEqual(['Kept by Stripe']);
  expect(stateOf({ is_at_stripe: true, cancel_at: '2027-02-01T04:00:00Z' }).words).toEqual([
    'Kept by Stripe',
    'Ends Jan 31, 2027',
  ]);
  expect(
    stateOf({
      is_at_stripe: true,
      cancel_at: '2027-02-01T04:00:00Z',
      ended_at: '2027-02-01T04:00:00Z',
    }).words,
  ).toEqual(['Kept by Stripe', 'Ended Jan 31, 2027']);
});

test('a new card is waited for until it is entered, or nothing came of it', () => {
  expect(stateOf({ sub_payment_method: newCard })).toEqual({
    words: ['Waits for a card'],
    waitsForCard: true,
  });
  expect(stateOf({ sub_payment_method: newCard, is_at_stripe: true }).waitsForCard).toBe(false);
  expect(stateOf({ sub_payment_method: newCard, sub_status: 'Canceled' }).waitsForCard).toBe(false);
});

test('a year is charged by the year', () =>
  expect([perPeriod({ sub_billing: 'annual' }), perPeriod({ sub_billing: 'monthly' })]).toEqual([
    'a year',
    'a month',
  ]));
