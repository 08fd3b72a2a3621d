import { act, fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useLayoutEffect } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { IdleTimeout } from '@/app/IdleTimeout';
import { holdUnsavedWork } from '@/lib/unsavedWork';
import { allAnswered } from '@/testing/allAnswered';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const second = 1000;
const minute = 60 * second;
let touches = 0;
let logouts = 0;

beforeEach(() => {
  // Only the clock that counts idleness is ours; the network and React keep theirs.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  touches = logouts = 0;
  server.use(
    http.get('*/api/clinic/settings', () => {
      touches += 1;
      return HttpResponse.json({});
    }),
    http.post('*/api/auth/logout', () => {
      logouts += 1;
      return new HttpResponse(null, { status: 204 });
    }),
  );
});
afterEach(() => vi.useRealTimers());

const pass = (time: number) => act(async () => void vi.advanceTimersByTime(time));
const eventually = (check: () => void) => act(() => vi.waitFor(check));
const open = () =>
  renderScreen(
    [
      {
        path: '/patients',
        element: (
          <>
            <h1>Records</h1>
            <IdleTimeout idleMinutes={15} />
          </>
        ),
      },
      { path: '/sign-out', element: <h1>Signing out</h1> },
    ],
    '/patients?search=hart',
  );

describe('while nobody is active', () => {
  test('the question comes a minute before the end, and a stray movement does not answer it', async () => {
    open();
    await pass(14 * minute - second);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await pass(2 * second);
    expect(await screen.findByRole('alertdialog', { name: 'Still there?' })).toBeVisible();
    fireEvent.pointerMove(window);
    await pass(second);
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });

  test('the time counts from when the page is there, even when React runs its effects late', async () => {
    // A layout effect runs once the page is there, and before every passive one.
    function ShortTimeout() {
      useLayoutEffect(() => void vi.setSystemTime(Date.now() + 14 * minute + 5 * second), []);
      return null;
    }
    renderScreen(
      {
        path: '/patients',
        element: (
          <>
            <IdleTimeout idleMinutes={15} />
            <ShortTimeout />
          </>
        ),
      },
      '/patients',
    );
    await pass(second);
    expect(await screen.findByRole('alertdialog', { name: 'Still there?' })).toBeVisible();
  });

  test('staying keeps the session alive at the server and restarts the time', async () => {
    open();
    await pass(14 * minute + second);
    fireEvent.click(await screen.findByRole('button', { name: 'Stay signed in' }));
    await eventually(() => expect(touches).toBe(1));
    await pass(13 * minute);
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).not.toBeInTheDocument();
  });

  test('at the end one is signed out, and comes back to the same page', async () => {
    const { router } = open();
    await pass(15 * minute + second);
    expect(await screen.findByRole('heading', { name: 'Signing out' })).toBeVisible();
    const query = new URLSearchParams(router.state.location.search);
    expect([query.get('next'), query.get('because')]).toEqual(['/patients?search=hart', 'idle']);
  });

  test('typed and unsaved work stays on its page, which is signed out and covered', async () => {
    const release = holdUnsavedWork();
    const { router, store } = open();
    await pass(15 * minute + second);
    await eventually(() => expect(logouts).toBe(1));
    expect(store.getState().signedOut).toBe(true);
    expect(router.state.location.pathname).toBe('/patients');
    release();
  });
});

describe('while somebody is active', () => {
  test('no question comes, and the session is kept alive once a minute although nothing is saved', async () => {
    const { store } = open();
    for (let passed = 0; passed < 20; passed += 1) {
      fireEvent.keyDown(window, { key: 'a' });
      await pass(minute);
      // Within a minute there is an answer.
      await allAnswered(store);
    }
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    // Every 61 seconds; what is waited for the answers counts too.
    expect(touches).toBeGreaterThanOrEqual(19);
    expect(touches).toBeLessThanOrEqual(20);
  });

  test('only those at work are shown as at work', async () => {
    open();
    await pass(10 * minute);
    expect(touches).toBe(0);
  });
});
