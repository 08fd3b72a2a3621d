import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';

import { sessionEnded } from '@/lib/signedOut';
import { createStore } from '@/api/store';
import { announced, undoOf, useNotify, type Notice } from '@/lib/notices';
import { offlineWords } from '@/lib/useOnline';
import { renderScreen } from '@/testing/renderScreen';

function NotifyButtons({ sent }: { sent: Notice[] }) {
  const notify = useNotify();
  return (
    <button type="button" onClick={() => sent.forEach(notify)}>
      Go
    </button>
  );
}

function open(...sent: Notice[]) {
  renderScreen({ path: '/', element: <NotifyButtons sent={sent} /> });
  return userEvent.click(screen.getByRole('button', { name: 'Go' }));
}

test('a success is announced politely, in a live region that exists already', async () => {
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
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error saving exam. Please try again.',
  );
});

test('Tab goes through them from the newest to the oldest, whatever they say', async () => {
  // Not successes, because a success removes the error.
  await open(info('First'), error('Second'), info('Third'));
  expect(shown()).toEqual(['Third', 'Second', 'First']);
  act(() => screen.getAllByRole('button', { name: 'Close' })[0]?.focus());
  for (const text of ['Third', 'Second', 'First']) {
    expect(document.activeElement?.closest('.MuiAlert-root')).toHaveTextContent(text);
    await userEvent.tab();
  }
});

test.each(['success', 'error'] as const)(
  'a dialog in front of it does not silence a notice: %s',
  async (tone) => {
    function Page() {
      const notify = useNotify();
      return (
        <Dialog open>
          <button type="button" onClick={() => notify({ tone, text: 'It happened.' })}>
            Go
          </button>
        </Dialog>
      );
    }
    const { container } = renderScreen({ path: '/', element: <Page /> });
    expect(container).toHaveAttribute('aria-hidden', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Go' }));
    // By its role, which does not find what is hidden from a screen reader.
    expect(await screen.findByText('It happened.')).toBeVisible();
    expect(screen.getByRole(tone === 'error' ? 'alert' : 'status')).toHaveTextContent(
      'It happened.',
    );
  },
);

const error = (text: string): Notice => ({ tone: 'error', text });
const info = (text: string): Notice => ({ tone: 'info', text });
const success = (text: string): Notice => ({ tone: 'success', text });
/** From the top of the stack to its foot, which is the order Tab goes in: no style moves one. */
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('.MuiAlert-root')].map((bar) => {
    expect(getComputedStyle(bar).order).toBe('0');
    return bar.querySelector('.MuiAlert-message')?.textContent;
  });

test('an open error delays no later notice: the newest is on top', async () => {
  function Page() {
    const [exam, link] = [useNotify('exam'), useNotify('link')];
    const tell = () => {
      exam(error('The exam was not saved.'));
      link(success('Portal link copied to clipboard!'));
    };
    return (
      <button type="button" onClick={tell}>
        Go
      </button>
    );
  }
  renderScreen({ path: '/', element: <Page /> });
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  expect(shown()).toEqual(['Portal link copied to clipboard!', 'The exam was not saved.']);
});

test('at most three are shown; an older error appears when one is closed', async () => {
  await open(error('First'), error('Second'), error('Third'), error('Fourth'));
  expect(shown()).toEqual(['Fourth', 'Third', 'Second']);
  const third = screen.getAllByRole('alert').find(({ textContent }) => textContent === 'Third');
  await userEvent.click(within(third ?? document.body).getByRole('button', { name: 'Close' }));
  expect(shown()).toEqual(['Fourth', 'Second', 'First']);
});

test('the same sentence is shown once, as the newest', async () => {
  await open(error('First'), error('Second'), error('First'));
  expect(shown()).toEqual(['First', 'Second']);
});

test('a success removes the errors of the same action, and of no other', async () => {
  function Page() {
    const [exam, member] = [useNotify('exam'), useNotify('team member')];
    const tell = () => {
      exam(error('Error saving exam. Please try again.'));
      member(error('Error saving team member. Please try again.'));
      exam(success('GFE Exam saved successfully!'));
    };
    return (
      <button type="button" onClick={tell}>
        Go
      </button>
    );
  }
  renderScreen({ path: '/', element: <Page /> });
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  expect(shown()).toEqual([
    'GFE Exam saved successfully!',
    'Error saving team member. Please try again.',
  ]);
});

test('each can be closed by keyboard under a dialog, and the dialog keeps the focus afterwards', async () => {
  function Page() {
    const notify = useNotify();
    const tell = () => [error('First'), error('Second')].forEach(notify);
    return (
      <Dialog open>
        <button type="button" onClick={tell}>
          Go
        </button>
      </Dialog>
    );
  }
  renderScreen({ path: '/', element: <Page /> });
  const go = screen.getByRole('button', { name: 'Go' });
  await userEvent.click(go);
  expect(go).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(shown()).toEqual(['First']);
  await userEvent.keyboard('{Enter}');
  expect(shown()).toEqual([]);
  expect(go).toHaveFocus();
  expect(screen.getByRole('dialog')).toBeVisible();
});

test('without a network a message says so, until it is back', async () => {
  renderScreen({ path: '/', element: <p>Records</p> });
  const connect = (online: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
  };
  connect(false);
  expect(screen.getByRole('status')).toHaveTextContent(offlineWords);
  connect(true);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  vi.restoreAllMocks();
});

test("a person's notices are removed when the next one signs in", () => {
  const store = createStore();
  store.dispatch(announced({ tone: 'success', text: 'Amelia Hart was added.' }));
  store.dispatch(sessionEnded());
  expect(store.getState().notices.list).toEqual([]);
});

const undone = (text: string, undo: () => unknown): Notice => ({ tone: 'success', text, undo });

test('what can be undone offers it, once, and then the notice is gone', async () => {
  const undo = vi.fn<() => void>();
  await open(undone('Note removed.', undo));
  const button = await screen.findByRole('button', { name: 'Undo: Note removed.' });
  expect(button).toHaveTextContent('Undo');
  await userEvent.click(button);
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('it is offered for ten seconds, and for longer while it has the focus', () => {
  vi.useFakeTimers();
  renderScreen({
    path: '/',
    element: <NotifyButtons sent={[undone('Note removed.', () => {})]} />,
  });
  fireEvent.click(screen.getByRole('button', { name: 'Go' }));
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  pass(9_900);
  const button = screen.getByRole('button', { name: 'Undo: Note removed.' });
  act(() => button.focus());
  pass(60_000);
  expect(button).toBeInTheDocument();
  act(() => button.blur());
  pass(9_900);
  expect(button).toBeInTheDocument();
  pass(200);
  expect(button).not.toBeInTheDocument();
});

test('the same sentence about two actions keeps both undo functions', async () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  await open(undone('Note removed.', first), undone('Note removed.', second));
  const buttons = screen.getAllByRole('button', { name: 'Undo: Note removed.' });
  expect(buttons).toHaveLength(2);
  await userEvent.click(buttons[1] ?? document.body);
  expect(first).toHaveBeenCalledOnce();
  expect(second).not.toHaveBeenCalled();
});

test('what could not be undone says why and can be tried again', async () => {
  const undo = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce({ status: 503, message: 'The service is busy.', code: '', fields: {} })
    .mockResolvedValue();
  await open(undone('Note removed.', undo));
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Note removed.' }));
  const failed = await screen.findByRole('alert');
  expect(failed).toHaveTextContent('Not undone. The service is busy.');
  await userEvent.click(within(failed).getByRole('button', { name: /^Undo/ }));
  expect(undo).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('the undo function is dropped with its notice, and the state holds no function', async () => {
  const { store } = renderScreen({
    path: '/',
    element: <NotifyButtons sent={[undone('Note removed.', () => {})]} />,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  const [notice] = store.getState().notices.list;
  expect(Object.values(notice ?? {}).map((value) => typeof value)).not.toContain('function');
  const id = notice?.id ?? 0;
  expect(undoOf(id)).toBeTypeOf('function');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(undoOf(id)).toBeUndefined();
});

test('it is reached by keyboard from a dialog, before the button that closes the notice', async () => {
  const undo = vi.fn<() => void>();
  renderScreen({
    path: '/',
    element: (
      <Dialog open>
        <NotifyButtons sent={[undone('Note removed.', undo)]} />
      </Dialog>
    ),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Undo: Note removed.' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Go' })).toHaveFocus();
});

describe('room for the notices', () => {
  const room = (name: string) => document.documentElement.style.getPropertyValue(name);

  /** Lays out a notice of 60 px, 24 above the foot of the screen, and a dialog that ends this far above it. */
  function layOut(dialogEndsAt: number) {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      const isDialog = this.classList.contains('MuiDialog-paper');
      // What is measured while the room is there would already be above the notices.
      const end = isDialog && room('--dialog-room') === '0px' ? dialogEndsAt : 84;
      return isDialog
        ? new DOMRect(0, 0, 300, window.innerHeight - end)
        : new DOMRect(0, window.innerHeight - 84, 300, 60);
    });
  }

  function Page() {
    const notify = useNotify();
    const [asks, setAsks] = useState(false);
    return (
      <>
        <button type="button" onClick={() => notify(error('First'))}>
          Go
        </button>
        <button type="button" onClick={() => setAsks(true)}>
          Open
        </button>
        <Dialog open={asks} transitionDuration={0}>
          <DialogContent>It cannot be undone.</DialogContent>
          <DialogActions>
            <button type="button" onClick={() => setAsks(false)}>
              Save
            </button>
          </DialogActions>
        </Dialog>
      </>
    );
  }

  test('the page has as much at its end as they take, and a dialog that reaches down to them ends above them', async () => {
    layOut(40);
    renderScreen({ path: '/', element: <Page /> });
    expect([room('--notices'), room('--dialog-room')]).toEqual(['0px', '0px']);
    await userEvent.click(screen.getByRole('button', { name: 'Go' }));
    expect([room('--notices'), room('--dialog-room')]).toEqual(['84px', '0px']);
    // A panel as high as the window ends above them.
    expect(room('--notices-top')).toBe('96px');
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(room('--dialog-room')).toBe('84px'));
    fireEvent(window, new Event('resize'));
    expect(room('--dialog-room')).toBe('84px');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(room('--dialog-room')).toBe('0px'));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect([room('--notices'), room('--notices-top')]).toEqual(['0px', '0px']);
  });

  test('a dialog that they do not reach stays where it is', async () => {
    layOut(120);
    renderScreen({ path: '/', element: <Page /> });
    await userEvent.click(screen.getByRole('button', { name: 'Go' }));
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(room('--dialog-room')).toBe('0px');
  });
});
