import { expect, test } from 'vitest';

import type { ConsentStatus } from '@/api/generated';
import {
  awaitsSigning,
  canBeRevoked,
  canBeWithdrawn,
  consentTone,
} from '@/features/consents/consentStatus';
import { pendingConsent, signedConsent } from '@/testing/patientRecord';

const statuses: ConsentStatus[] = [
  'Pending',
  'Signed',
  'Expired',
  'Declined',
  'Revoked',
  'Withdrawn',
];
const withStatus = (status: ConsentStatus) => ({ ...pendingConsent, status });

test('each status has its own tone', () => {
  expect(statuses.map((status) => consentTone[status])).toEqual([
    'warning',
    'success',
    'neutral',
    'danger',
    'danger',
    'danger',
  ]);
});

test('only a pending consent can be revoked', () => {
  expect(statuses.filter((status) => canBeRevoked(withStatus(status)))).toEqual(['Pending']);
});

test('only a signed consent can be withdrawn', () => {
  expect(statuses.filter((status) => canBeWithdrawn(withStatus(status)))).toEqual(['Signed']);
});

test('the list is watched while a signature is awaited, and only then', () => {
  expect(awaitsSigning([signedConsent, pendingConsent])).toBe(true);
  expect(
    awaitsSigning([
      signedConsent,
      withStatus('Expired'),
      withStatus('Declined'),
      withStatus('Revoked'),
    ]),
  ).toBe(false);
  expect(awaitsSigning([])).toBe(false);
  expect(awaitsSigning(undefined)).toBe(false);
});
