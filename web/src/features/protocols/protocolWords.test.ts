import { expect, test } from 'vitest';

import { protocolMark } from '@/features/protocols/protocolMark';
import { liftedWords, protocolWords } from '@/features/protocols/protocolWords';
import { botox, version } from '@/features/protocols/testing';

test.each([
  [{ ...botox }, 'success', 'In force', 'until Nov 20, 2027'],
  [
    { ...botox, state: 'expiring', days_left: 12 },
    'warning',
    'Ends in 12 days',
    'in force until Nov 20, 2027',
  ],
  [
    { ...botox, state: 'expiring', days_left: 1 },
    'warning',
    'Ends in 1 day',
    'in force until Nov 20, 2027',
  ],
  [
    { ...botox, state: 'expiring', days_left: 0 },
    'warning',
    'Ends today',
    'in force until Nov 20, 2027',
  ],
  [{ ...botox, state: 'expired', days_left: -1 }, 'danger', 'Expired', 'until Nov 20, 2027'],
  [
    { ...botox, state: 'retired', version: { ...version, retired_for: 'A new law' } },
    'danger',
    'Retired',
    'A new law',
  ],
  [{ ...botox, state: 'scheduled' }, 'neutral', 'To come', 'from Nov 20, 2026'],
  [{ ...botox, state: 'none', version: null, days_left: null }, 'neutral', 'None', ''],
] as const)('how a protocol stands, %#', (protocol, tone, label, when) => {
  expect(protocolMark(protocol)).toEqual({ tone, label, when });
});

test('a treatment names the version with which it was recorded, and who let it pass', () => {
  const recorded = {
    version_id: 31,
    number: 3,
    title: 'Botox, adults',
    valid_until: '2027-11-20',
    override_reason: null,
    overridden_by: null,
  };
  expect([protocolWords(null), liftedWords(null)]).toEqual([null, null]);
  expect([protocolWords(recorded), liftedWords(recorded)]).toEqual([
    'v3, in force until Nov 20, 2027',
    null,
  ]);
  const lifted = { ...recorded, override_reason: 'Signed tonight', overridden_by: 'Dana Reyes' };
  expect([protocolWords(lifted), liftedWords(lifted)]).toEqual([
    'v3, until Nov 20, 2027',
    'Dana Reyes: Signed tonight',
  ]);
  expect(
    protocolWords({ ...lifted, version_id: null, number: null, title: null, valid_until: null }),
  ).toBeNull();
});
