import { expect, test } from 'vitest';

import { actionsFor } from '@/features/consents/consentActions';
import { joinOpenings } from '@/features/consents/joinOpenings';

test.each([
  ['Pending', false, ['resend', 'remind', 'text']],
  ['Expired', true, ['resend', 'remind', 'reissue']],
  ['Signed', false, []],
  ['Signed', true, ['reissue']],
  ['Declined', true, ['reissue']],
  ['Revoked', true, []],
] as const)(
  'of a consent that is %s (newer text: %s) these can be done: %j',
  (status, has_newer_version, actions) => {
    const consent = { template_id: 5, template_version: 1, status, has_newer_version };
    expect(actionsFor(consent, [consent])).toEqual(actions);
  },
);

test('a newer text that the patient has got already is not offered again, unless it was revoked or is outdated itself', () => {
  const declined = {
    template_id: 5,
    template_version: 1,
    status: 'Declined',
    has_newer_version: true,
  } as const;
  const offered = (successor: object) =>
    actionsFor(declined, [
      {
        ...declined,
        template_version: 2,
        has_newer_version: false,
        status: 'Pending',
        ...successor,
      },
      declined,
    ]);
  expect(offered({})).toEqual([]);
  expect(offered({ template_id: 6 })).toEqual(['reissue']);
  expect(offered({ status: 'Revoked' })).toEqual(['reissue']);
  expect(offered({ has_newer_version: true })).toEqual(['reissue']);
});

test('openings that follow each other are one line with the last time', () => {
  const event = (kind: 'issued' | 'opened' | 'resent', at: string) => ({
    kind,
    at,
    by: null,
    channel: null,
    address: null,
    ip: null,
    device: null,
  });
  const joined = joinOpenings([
    event('issued', '1'),
    event('opened', '2'),
    event('opened', '3'),
    event('resent', '4'),
    event('opened', '5'),
  ]);
  expect(joined.map(({ kind, at, times }) => [kind, at, times])).toEqual([
    ['issued', '1', 1],
    ['opened', '3', 2],
    ['resent', '4', 1],
    ['opened', '5', 1],
  ]);
});
