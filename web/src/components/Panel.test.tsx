import { act, fireEvent, screen } from '@testing-library/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Panel } from '@/components/Panel';
import { renderScreen } from '@/testing/renderScreen';

let happened: string[];

beforeEach(() => {
  happened = [];
  // jsdom lays nothing out and does not have it.
  Element.prototype.scrollIntoView = function scrolled() {
    happened.push(`to ${this.id}`);
  };
});
afterEach(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));

/** Starts a new page at its top and focuses its content, as the app's frame does. */
function Frame() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => void happened.push('to the top'), [pathname]);
  useEffect(() => main.current?.focus(), [pathname]);
  return (
    <main ref={main} tabIndex={-1}>
      <Outlet />
    </main>
  );
}

/** A page whose panel waits for its query. */
function Late() {
  const [drawn, setDrawn] = useState(false);
  return (
    <>
      {drawn && (
        <Panel title="Late" anchor="late">
          Rows
        </Panel>
      )}
      <button type="button" onClick={() => setDrawn(!drawn)}>
        Answer
      </button>
    </>
  );
}

const open = (url: string) =>
  renderScreen(
    {
      element: <Frame />,
      children: [
        {
          path: '/',
          element: (
            <>
              <Link to="/record#charges">Charges</Link>
              <Link to="/record">Record</Link>
            </>
          ),
        },
        {
          path: '/record',
          element: (
            <>
              <Panel title="Notes" anchor="notes">
                None
              </Panel>
              <Panel title="Charges" anchor="charges">
                None
              </Panel>
              <Link to="/">Back</Link>
            </>
          ),
        },
        { path: '/list', element: <Late /> },
      ],
    },
    url,
  );

test('an address with a hash leads to its panel, and the frame does not take the focus from it', async () => {
  const { router } = open('/');
  await act(() => router.navigate('/record#charges'));
  expect(screen.getByRole('region', { name: 'Charges' })).toHaveFocus();
  expect(happened).toEqual(['to the top', 'to the top', 'to charges']);
  await act(() => router.navigate('#notes'));
  expect(screen.getByRole('region', { name: 'Notes' })).toHaveFocus();
  expect(happened.slice(3)).toEqual(['to notes']);
});

test('a panel that is drawn later is led to then, and once', async () => {
  open('/list#late');
  expect(happened).toEqual(['to the top']);
  const answer = () =>
    act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Answer' })));
  await answer();
  expect(screen.getByRole('region', { name: 'Late' })).toHaveFocus();
  expect(happened).toEqual(['to the top', 'to late']);
  await answer();
  await answer();
  expect(screen.getByRole('region', { name: 'Late' })).not.toHaveFocus();
  expect(happened).toHaveLength(2);
});

test('without a hash, and on the way back, nothing is scrolled to', async () => {
  const { router } = open('/');
  await act(() => router.navigate('/record#charges'));
  await act(() => router.navigate('/'));
  await act(() => router.navigate('/record'));
  await act(() => router.navigate(-2));
  await vi.waitFor(() => expect(router.state.location.hash).toBe('#charges'));
  expect(happened.filter((one) => one !== 'to the top')).toEqual(['to charges']);
});
