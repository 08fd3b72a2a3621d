import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';

import { idempotencyKeys } from '@/api/idempotencyKeys';
import { createStore } from '@/api/store';
import { generatedApi } from '@/testing/generatedApi';
import { amelia } from '@/testing/records';
import { server } from '@/testing/server';

const post = (body: unknown, url = '/api/patients') => ({ url, method: 'POST', body });
const ann = { first_name: 'Ann' };

describe('a key', () => {
  test('stays the same until the server has answered', () => {
    const keyOf = idempotencyKeys();
    const first = keyOf(post(ann));
    expect(first?.key).toMatch(/^[\da-f]{32}$/);
    expect(keyOf(post(ann))?.key).toBe(first?.key);
    first?.settle();
    expect(keyOf(post(ann))?.key).not.toBe(first?.key);
  });

  test('is another one for other entries and for another call', () => {
    const keyOf = idempotencyKeys();
    const keys = [post(ann), post({ first_name: 'Bea' }), post(ann, '/api/team')].map(
      (args) => keyOf(args)?.key,
    );
    expect(new Set(keys).size).toBe(3);
  });

  test.each<[string, () => unknown]>([
    [
      'forms with a file',
      () => {
        const form = new FormData();
        form.append('file', new Blob(['before']), 'face.png');
        return form;
      },
    ],
    ['files', () => new Blob(['before'])],
    ['bytes', () => new Uint8Array([1, 2]).buffer],
    ['records with a file in them', () => ({ note: 'Left', file: new Blob(['before']) })],
    ['maps', () => new Map([['file', 'before']])],
  ])(
    'is another one for each of two %s, and the same for one that is sent again',
    (_what, make) => {
      const keyOf = idempotencyKeys();
      const [one, other] = [make(), make()];
      const first = keyOf(post(one))?.key;
      expect(keyOf(post(other))?.key).not.toBe(first);
      expect(keyOf(post(one))?.key).toBe(first);
    },
  );

  test('is another one for other parameters, and for another version that was seen', () => {
    const keyOf = idempotencyKeys();
    const keys = [
      post(ann),
      { ...post(ann), params: { notify: true } },
      { ...post(ann), headers: { 'If-Match': '3' } },
      { ...post(ann), headers: { 'If-Match': '4' } },
    ].map((args) => keyOf(args)?.key);
    expect(new Set(keys).size).toBe(4);
  });

  test('is forgotten after an hour', () => {
    let now = 0;
    const keyOf = idempotencyKeys(() => now);
    const first = keyOf(post(ann))?.key;
    now = 60 * 60 * 1000 - 1;
    expect(keyOf(post(ann))?.key).toBe(first);
    now += 1;
    expect(keyOf(post(ann))?.key).not.toBe(first);
  });

  test('is for what creates only, and never for passwords', () => {
    const keyOf = idempotencyKeys();
    expect(keyOf({ url: '/api/patients' })).toBeNull();
    expect(keyOf({ url: '/api/team/1', method: 'PUT', body: ann })).toBeNull();
    expect(keyOf(post({ password: 'x' }, '/api/auth/prove'))).toBeNull();
  });
});

test('a save without a response is repeated with its idempotency key, and a new one has a new key', async () => {
  const keys: (string | null)[] = [];
  const answers = [
    () => HttpResponse.error(),
    () => new HttpResponse(null, { status: 502 }),
    () => HttpResponse.json(amelia, { status: 201 }),
    () => HttpResponse.json(amelia, { status: 201 }),
  ];
  server.use(
    http.post('*/api/patients', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return answers[keys.length - 1]?.();
    }),
  );
  const store = createStore();
  for (const _ of answers)
    await store.dispatch(
      generatedApi.endpoints.createPatient.initiate({ first_name: 'Ann', last_name: 'Berg' }),
    );
  expect(keys[0]).toBeTruthy();
  expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
});
