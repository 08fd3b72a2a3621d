import { describe, expect, test } from 'vitest';

import { licenseMark, licenseWarning } from '@/features/team/licenses';

const today = '2026-02-10';
const label = (license_expires_on: string | null) =>
  licenseMark({ license_expires_on }, today)?.label;

describe('a license', () => {
  test('is marked from 60 days before its end', () => {
    expect(label(null)).toBeUndefined();
    expect(label('2026-04-12')).toBeUndefined();
    expect(label('2026-04-11')).toBe('License expires in 60 days');
    expect(label('2026-03-05')).toBe('License expires in 23 days');
  });

  test('is valid on its last day and expired after it', () => {
    expect(label('2026-02-11')).toBe('License expires tomorrow');
    expect(label(today)).toBe('License expires today');
    expect(label('2026-02-09')).toBe('License expired');
  });

  test('is counted for active members', () => {
    const member = (
      license_expires_on: string | null,
      status: 'active' | 'inactive' = 'active',
    ) => ({ license_expires_on, status });
    expect(
      licenseWarning([member(null), member('2030-01-01'), member('2020-01-01', 'inactive')], today),
    ).toBeNull();
    expect(licenseWarning([member('2026-02-09')], today)).toBe(
      '1 license has expired. Nothing is blocked by it.',
    );
    expect(
      licenseWarning([member('2026-02-09'), member('2026-03-01'), member('2026-03-02')], today),
    ).toBe(
      '1 license has expired, and 2 licenses expire within 60 days. Nothing is blocked by it.',
    );
  });
});
