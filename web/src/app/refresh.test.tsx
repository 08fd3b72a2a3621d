import { act, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useShowPatientQuery } from '@/api/generated';
import { createStore } from '@/api/store';
import { refreshOnReturn } from '@/app/refresh';
import { generatedApi } from '@/testing/generatedApi';
import { amelia } from '@/testing/records';
import { server } from '@/testing/server';

let names: (string | null)[];
let stop = () => {};

beforeEach(() => {
  names = ['Hart'];
  // The last one is the newest; null is a server that is out of reach.
  server.use(
    http.get('*/api/patients/101', () => {
      const last_name = names.length > 1 ? names.shift() : names[0];
      return last_name ? HttpResponse.json({ ...amelia, last_name }) : HttpResponse.error();
    }),
  );
});
afterEach(() => stop());

function Record() {
  const { data, isError } = useShowPatientQuery(101);
  return <p>{`${data?.last_name ?? 'nobody'}${isError ? ', not refreshed' : ''}`}</p>;
}

async function open() {
  const store = createStore();
  stop = refreshOnReturn(store.dispatch);
  render(
    <Provider store={store}>
      <Record />
    </Provider>,
  );
  await screen.findByText('Hart');
  return store;
}

const happen = (what: string) => act(() => void window.dispatchEvent(new Event(what)));

test.each(['focus', 'online'])('at %s what is on the screen is fetched again', async (what) => {
  await open();
  names = ['Hart-Abbot'];
  happen(what);
  expect(await screen.findByText('Hart-Abbot')).toBeVisible();
});

test('what cannot be refreshed stays on the screen, and is refreshed once the network is back', async () => {
  await open();
  names = [null];
  happen('focus');
  expect(await screen.findByText('Hart, not refreshed')).toBeVisible();
  names = ['Hart-Abbot'];
  happen('online');
  expect(await screen.findByText('Hart-Abbot')).toBeVisible();
});

test('a window that reports its return twice fetches once', async () => {
  const { dispatch } = await open();
  const requested: string[] = [];
  server.events.on(
    'request:start',
    ({ request }) => void requested.push(new URL(request.url).pathname),
  );
  names = ['Hart-Abbot'];
  happen('focus');
  expect(await screen.findByText('Hart-Abbot')).toBeVisible();
  happen('focus');
  // Sent after anything that the second return would have requested: once it is answered, that would have begun.
  server.use(http.get('*/api/patients/102', () => HttpResponse.json({ ...amelia, id: 102 })));
  await act(() => dispatch(generatedApi.endpoints.showPatient.initiate(102)));
  expect(requested).toEqual(['/api/patients/101', '/api/patients/102']);
  server.events.removeAllListeners();
});

test('a window that loses and regains the focus at once is polled again', async () => {
  const { getState } = await open();
  const focused = () =>
    (getState()[generatedApi.reducerPath] as { config: { focused: boolean } }).config.focused;
  const turn = (state: 'hidden' | 'visible') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  happen('focus');
  turn('hidden');
  expect(focused()).toBe(false);
  turn('visible');
  expect(focused()).toBe(true);
  vi.restoreAllMocks();
});
