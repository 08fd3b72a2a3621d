import Dialog from '@mui/material/Dialog';
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

test('a success is said politely, in a region that was there before', async () => {
  const opening = open({ tone: 'success', text: 'Portal link copied to clipboard!' });
  const region = screen.getByRole('status');
  expect(region).toBeEmptyDOMElement();
  await opening;
  expect(await screen.findByText('Portal link copied to clipboard!')).toBeVisible();
  expect(region).toHaveTextContent('Portal link copied to clipboard!');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an error is said at once', async () => {
  await open({ tone: 'error', text: 'Error saving exam. Please try again.' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Error saving exam. Please try again.');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test.each(['success', 'error'] as const)('a dialog in front of it does not silence a notice: %s', async (tone) => {
  function Page() {
    const notify = useNotify();
    return <Dialog open><button type="button" onClick={() => notify({ tone, text: 'It happened.' })}>Go</button></Dialog>;
  }
  const { container } = renderScreen({ path: '/', element: <Page /> });
  expect(container).toHaveAttribute('aria-hidden', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  // By its role: what is hidden from a screen reader is not found so.
  expect(await screen.findByText('It happened.')).toBeVisible();
  expect(screen.getByRole(tone === 'error' ? 'alert' : 'status')).toHaveTextContent('It happened.');
});

test('one after the other, the same sentence once', async () => {
  await open({ tone: 'error', text: 'First' }, { tone: 'info', text: 'Second' }, { tone: 'error', text: 'First' });
  expect(await screen.findByText('Second')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('First');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('First')).not.toBeInTheDocument();
});

test('what succeeded at last takes the place of what went wrong before', async () => {
  await open({ tone: 'error', text: 'Error saving exam. Please try again.' }, { tone: 'success', text: 'The exam was saved.' });
  expect(await screen.findByText('The exam was saved.')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('what was said to one person is not left for the next', () => {
  const store = createStore();
  store.dispatch(announced({ tone: 'success', text: 'Amelia Hart was added.' }));
  store.dispatch(sessionEnded());
  expect(store.getState().notices.queue).toEqual([]);
});
