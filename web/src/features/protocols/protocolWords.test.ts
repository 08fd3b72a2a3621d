import { expect, test } from 'vitest';

import { protocolMark } from '@/features/protocols/protocolMark';
import { liftedWords, protocolWords } from '@/features/protocols/protocolWords';
import { botox } from '@/features/protocols/testing';

test.each([
  [{ ...botox }, 'success', 'In force until Nov 20, 2027'],
  [{ ...botox, state: 'expiring', days_left: 12 }, 'warning', 'Ends Nov 20, 2027, in 12 days'],
  [{ ...botox, state: 'expiring', days_left: 1 }, 'warning', 'Ends Nov 20, 2027, in 1 day'],
  [{ ...botox, state: 'expiring', days_left: 0 }, 'warning', 'Ends Nov 20, 2027, today'],
  [{ ...botox, state: 'expired', days_left: -1 }, 'danger', 'Expired Nov 20, 2027'],
  [{ ...botox, state: 'retired' }, 'danger', 'Retired'],
  [{ ...botox, state: 'scheduled' }, 'neutral', 'From Nov 20, 2026'],
  [{ ...botox, state: 'none', version: null, days_left: null }, 'neutral', 'None'],
] as const)('how a protocol stands, %#', (protocol, tone, label) => {
  expect(protocolMark(protocol)).toEqual({ tone, label });
});

test('a treatment names the version with which it was recorded, and who let it pass', () => {
  const recorded = { version_id: 31, number: 3, title: 'Botox, adults', valid_until: '2027-11-20', override_reason: null, overridden_by: null };
  expect([protocolWords(null), liftedWords(null)]).toEqual([null, null]);
  expect([protocolWords(recorded), liftedWords(recorded)]).toEqual(['Protocol v3, in force until Nov 20, 2027', null]);
  const lifted = { ...recorded, override_reason: 'Signed tonight', overridden_by: 'Dana Reyes' };
  expect([protocolWords(lifted), liftedWords(lifted)]).toEqual(['v3, until Nov 20, 2027', 'Dana Reyes: Signed tonight']);
  expect(protocolWords({ ...lifted, version_id: null, number: null, title: null, valid_until: null })).toBeNull();
});
