import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';

import { createStore } from '@/api/store';
import { generatedApi } from '@/testing/generatedApi';
import { amelia } from '@/testing/records';
import { server } from '@/testing/server';

const { login, showPatient, openConsent, showSession } = generatedApi.endpoints;
const lost = () =>
  HttpResponse.json({ error: 'Sign in to go on.', code: 'signed_out' }, { status: 401 });

describe('a 401 response', () => {
  test('on a record ends the session', async () => {
    server.use(http.get('*/api/patients/101', lost));
    const store = createStore();
    const { error } = await store.dispatch(showPatient.initiate(101));
    expect(error).toMatchObject({ status: 401, message: 'Sign in to go on.', code: 'signed_out' });
    expect(store.getState().signedOut).toBe(true);
  });

  test('on signing in, on loading the session and in the portal does not end the session', async () => {
    server.use(
      http.post('*/api/auth/login', lost),
      http.get('*/api/auth/session', lost),
      http.get('*/api/portal/consent/t', lost),
    );
    const store = createStore();
    await store.dispatch(login.initiate({ email: 'a@example.com', password: 'x' }));
    await store.dispatch(showSession.initiate());
    await store.dispatch(openConsent.initiate('t'));
    expect(store.getState().signedOut).toBe(false);
  });
});

test('a network failure has a code of its own', async () => {
  server.use(http.get('*/api/patients/101', () => HttpResponse.error()));
  const { error } = await createStore().dispatch(showPatient.initiate(101));
  expect(error).toEqual({ status: 'NETWORK', message: 'Request failed', code: '', fields: {} });
});

test("calls carry the cookies and go to the page's own origin", async () => {
  const requested: Request[] = [];
  server.use(
    http.get('*/api/patients/101', ({ request }) => {
      requested.push(request);
      return HttpResponse.json(amelia);
    }),
  );
  await createStore().dispatch(showPatient.initiate(101));
  expect(requested.map(({ url, credentials }) => [url, credentials])).toEqual([
    [`${window.location.origin}/api/patients/101`, 'include'],
  ]);
});

test('a request that the page sends by itself is marked, and one that a person causes is not', async () => {
  const marks: (string | null)[] = [];
  server.use(
    http.get('*/api/patients/101', ({ request }) => {
      marks.push(request.headers.get('X-Background'));
      return HttpResponse.json(amelia);
    }),
  );
  const load = () => createStore().dispatch(showPatient.initiate(101));
  vi.useFakeTimers({ toFake: ['Date'] });
  window.dispatchEvent(new Event('keydown'));
  await load();
  vi.setSystemTime(Date.now() + 11_000);
  await load();
  window.dispatchEvent(new Event('pointerdown'));
  await load();
  vi.useRealTimers();
  expect(marks).toEqual([null, '1', null]);
});
