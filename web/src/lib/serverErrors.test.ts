import { describe, expect, test, vi } from 'vitest';

import type { ApiFailure } from '@/api/failure';
import { applyServerErrors } from '@/lib/serverErrors';

const refused = (fields: Record<string, string>): ApiFailure => ({
  status: 422,
  message: 'Some fields are not valid.',
  code: 'not_valid',
  fields,
});

describe('applyServerErrors', () => {
  test('every server error has its field', () => {
    const setError = vi.fn();
    expect(
      applyServerErrors(refused({ email: 'Already in use', phone: 'Too long' }), setError),
    ).toBeUndefined();
    expect(setError.mock.calls).toEqual([
      ['email', { type: 'server', message: 'Already in use' }, { shouldFocus: true }],
      ['phone', { type: 'server', message: 'Too long' }, { shouldFocus: false }],
    ]);
  });

  test('a field the form does not have leaves the sentence for above the form', () => {
    const setError = vi.fn();
    expect(
      applyServerErrors(refused({ email: 'Already in use', shoe_size: 'Too big' }), setError, [
        'email',
      ]),
    ).toBe('Some fields are not valid.');
    expect(setError).toHaveBeenCalledTimes(1);
  });

  test('a failure without fields is its sentence', () => {
    const setError = vi.fn();
    expect(applyServerErrors({ message: 'Request failed', fields: {} }, setError)).toBe(
      'Request failed',
    );
    expect(setError).not.toHaveBeenCalled();
  });
});
