import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';

import { preloadDialogs, lazyDialog } from '@/components/lazyDialog';

interface Props {
  onClose: () => void;
}

const Opened = ({ onClose }: Props) => (
  <button type="button" onClick={onClose}>
    Done
  </button>
);

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

function Page({ Dialog }: { Dialog: ReturnType<typeof lazyDialog<Props>> }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <input aria-label="Notes" />
      <button type="button" onClick={() => setShown(true)}>
        Open
      </button>
      {shown && <Dialog onClose={() => setShown(false)} />}
    </>
  );
}

async function open(load: () => Promise<(props: Props) => ReactNode>) {
  render(<Page Dialog={lazyDialog(load)} />);
  await userEvent.type(screen.getByLabelText('Notes'), 'What was typed');
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
}

const notes = () => screen.getByLabelText('Notes');

test('a dialog opens once its code is loaded', async () => {
  await open(async () => Opened);
  await userEvent.click(await screen.findByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
});

test('without its code a dialog says so over the page, which keeps what was typed, and opens at another try', async () => {
  let reachable = false;
  await open(async () => {
    if (!reachable) throw new Error('no connection');
    return Opened;
  });
  const dialog = await screen.findByRole('alertdialog', { name: 'This could not be opened' });
  expect(dialog).toHaveTextContent(
    'If Celadon was updated meanwhile, save what you entered, then reload.',
  );
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(notes()).toHaveValue('What was typed');
  reachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Done' })).toBeVisible();
  expect(notes()).toHaveValue('What was typed');
});

test('a dialog that breaks closes, and the page stays', async () => {
  await open(
    async () =>
      function Broken(): ReactNode {
        throw new Error('a fault');
      },
  );
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'Something went wrong in this part.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('button', { name: 'Open' })).toBeVisible();
  expect(notes()).toHaveValue('What was typed');
});

test('a dialog that fails twice offers a reload, once what was typed is saved', async () => {
  await open(async () => {
    throw new Error('gone');
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() =>
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'save what you entered on the page, which is still there. Then reload the page.',
    ),
  );
  expect(notes()).toHaveValue('What was typed');
});

describe('in advance', () => {
  let online: MockInstance<() => boolean>;
  let stop = () => {};
  beforeEach(() => {
    vi.useFakeTimers();
    online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    stop = preloadDialogs();
  });
  afterEach(() => stop());

  test('code is fetched once the page had a second for itself, and only while there is a network', async () => {
    online.mockReturnValue(false);
    const load = vi.fn(async () => Opened);
    lazyDialog(load);
    // A page that has just been opened comes first; then as many turns as the fetch would need to begin.
    await vi.advanceTimersByTimeAsync(1_001);
    expect(load).not.toHaveBeenCalled();
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(load).toHaveBeenCalledOnce();
  });

  test('code is not fetched once that was stopped, and is when it begins again', async () => {
    const load = vi.fn(async () => Opened);
    lazyDialog(load);
    await vi.advanceTimersByTimeAsync(500);
    stop();
    await vi.advanceTimersByTimeAsync(1_001);
    expect(load).not.toHaveBeenCalled();
    stop = preloadDialogs();
    await vi.advanceTimersByTimeAsync(1_001);
    expect(load).toHaveBeenCalledOnce();
  });
});
