import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { sessionEnded } from '@/api/signedOut';
import { announced, useNotify, type Notice } from '@/app/notices';
import { createStore } from '@/app/store';
import { renderScreen } from '@/testing/renderScreen';

function open(...sent: Notice[]) {
  function Page() {
    const notify = useNotify();
    return <button type="button" onClick={() => sent.forEach(notify)}>Go</button>;
  }
  renderScreen({ path: '/', element: <Page /> });
  return userEvent.click(screen.getByRole('button', { name: 'Go' }));
}

test('a success is said politely, an error at once', async () => {
  await open({ tone: 'success', text: 'Portal link copied to clipboard!' });
  expect(await screen.findByRole('status')).toHaveTextContent('Portal link copied to clipboard!');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('one after the other, the same sentence once', async () => {
  await open({ tone: 'error', text: 'First' }, { tone: 'info', text: 'Second' }, { tone: 'error', text: 'First' });
  expect(await screen.findByText('Second')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('First');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('First')).not.toBeInTheDocument();
});

test('what was said to one person is not left for the next', () => {
  const store = createStore();
  store.dispatch(announced({ tone: 'success', text: 'Amelia Hart was added.' }));
  store.dispatch(sessionEnded());
  expect(store.getState().notices.queue).toEqual([]);
});
