import { describe, expect, test, vi } from 'vitest';

import { asFailure, isFailure, toFailure } from '@/api/failure';

describe('a failed call', () => {
  test("carries the server's own words", () => {
    expect(
      toFailure({
        status: 422,
        data: { error: 'Not valid', code: 'not_valid', fields: { email: 'Taken' } },
      }),
    ).toEqual({ status: 422, message: 'Not valid', code: 'not_valid', fields: { email: 'Taken' } });
  });

  test.each([
    ['no body', undefined],
    ['text', '<h1>Bad gateway</h1>'],
    ['a list', ['x']],
    ['another shape', { error: { deep: true }, code: 7, fields: { a: 1 } }],
  ])('says Request failed for %s', (_what, data) => {
    expect(toFailure({ status: 502, data })).toEqual({
      status: 502,
      message: 'Request failed',
      code: '',
      fields: {},
    });
  });

  test('says Request failed without an answer, and is NETWORK', () => {
    expect(toFailure({ status: 'FETCH_ERROR' })).toMatchObject({
      status: 'NETWORK',
      message: 'Request failed',
    });
    expect(toFailure({ status: 'PARSING_ERROR', data: 'x' })).toMatchObject({
      status: 'NETWORK',
      message: 'Request failed',
    });
  });
});

test('a thrown error that is no failed call is logged', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const bug = new TypeError('x is undefined');
  expect(isFailure(bug)).toBe(false);
  expect(asFailure(bug).message).toBe('Request failed');
  expect(log).toHaveBeenCalledWith(bug);
  log.mockRestore();
});
