import { act, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useShowPatientQuery } from '@/api/generated';
import { refreshOnReturn } from '@/app/refresh';
import { createStore } from '@/app/store';
import { amelia } from '@/testing/records';
import { server } from '@/testing/server';

let names: (string | null)[];
let stop = () => {};

beforeEach(() => {
  names = ['Hart'];
  // The last one is the newest; null is a server that is out of reach.
  server.use(http.get('*/api/patients/101', () => {
    const last_name = names.length > 1 ? names.shift() : names[0];
    return last_name ? HttpResponse.json({ ...amelia, last_name }) : HttpResponse.error();
  }));
});
afterEach(() => stop());

function Record() {
  const { data, isError } = useShowPatientQuery(101);
  return <p>{`${data?.last_name ?? 'nobody'}${isError ? ', not refreshed' : ''}`}</p>;
}

async function open() {
  const store = createStore();
  stop = refreshOnReturn(store.dispatch);
  render(<Provider store={store}><Record /></Provider>);
  await screen.findByText('Hart');
}

const happen = (what: string) => act(() => void window.dispatchEvent(new Event(what)));

test.each(['focus', 'online'])('at %s what is on the screen is asked for again', async (what) => {
  await open();
  names = ['Hart-Abbot'];
  happen(what);
  expect(await screen.findByText('Hart-Abbot')).toBeVisible();
});

test('what cannot be refreshed stays on the screen, and comes back with the network', async () => {
  await open();
  names = [null];
  happen('focus');
  expect(await screen.findByText('Hart, not refreshed')).toBeVisible();
  names = ['Hart-Abbot'];
  happen('online');
  expect(await screen.findByText('Hart-Abbot')).toBeVisible();
});

test('a window that reports its return twice asks once', async () => {
  await open();
  const asked = vi.fn();
  server.events.on('request:start', asked);
  names = ['Hart-Abbot'];
  happen('focus');
  expect(await screen.findByText('Hart-Abbot')).toBeVisible();
  happen('focus');
  expect(asked).toHaveBeenCalledOnce();
  server.events.removeAllListeners();
});
