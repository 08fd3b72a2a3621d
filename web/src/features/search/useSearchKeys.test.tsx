import Dialog from '@mui/material/Dialog';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

import { SlashSwitch } from '@/features/search/SlashSwitch';
import { keyHint, useSearchKeys } from '@/features/search/useSearchKeys';

function Page({ onOpen, dialog = false }: { onOpen: () => void; dialog?: boolean }) {
  useSearchKeys(onOpen);
  return (
    <>
      <button type="button">Save</button>
      <input aria-label="Name" />
      <div contentEditable role="textbox" aria-label="Body" suppressContentEditableWarning>
        Text
      </div>
      <Dialog open={dialog}>
        <p>Sure?</p>
      </Dialog>
    </>
  );
}

/** Whether the key opens the search, and whether the browser's own meaning of it is kept away. */
function press(
  on: HTMLElement,
  key: Parameters<typeof fireEvent.keyDown>[1],
  onOpen: ReturnType<typeof vi.fn>,
) {
  onOpen.mockClear();
  const kept = !fireEvent.keyDown(on, key);
  expect(kept).toBe(onOpen.mock.calls.length > 0);
  return kept;
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test('Ctrl+K, Cmd+K and the slash open the search, and no other keys', () => {
  const onOpen = vi.fn();
  render(<Page onOpen={onOpen} />);
  const button = screen.getByRole('button', { name: 'Save' });
  for (const key of [
    { key: 'k', ctrlKey: true },
    { key: 'K', metaKey: true },
    { key: '/' },
    { key: '/', shiftKey: true },
  ])
    expect({ key, opens: press(button, key, onOpen) }).toEqual({ key, opens: true });
  for (const key of [
    { key: 'k' },
    { key: 'k', ctrlKey: true, shiftKey: true },
    { key: 'k', ctrlKey: true, altKey: true },
    { key: '/', ctrlKey: true },
    { key: '/', repeat: true },
  ]) {
    expect({ key, opens: press(button, key, onOpen) }).toEqual({ key, opens: false });
  }
});

test('a slash that is typed in a field stays a slash, and a rich text keeps all its keys', () => {
  const onOpen = vi.fn();
  render(<Page onOpen={onOpen} />);
  expect(press(screen.getByLabelText('Name'), { key: '/' }, onOpen)).toBe(false);
  expect(press(screen.getByLabelText('Name'), { key: 'k', ctrlKey: true }, onOpen)).toBe(true);
  expect(press(screen.getByLabelText('Body'), { key: 'k', ctrlKey: true }, onOpen)).toBe(false);
});

test('the slash is turned off, and Ctrl+K stays', async () => {
  const onOpen = vi.fn();
  render(
    <>
      <Page onOpen={onOpen} />
      <SlashSwitch />
    </>,
  );
  const slash = screen.getByRole('switch', { name: 'Search by the / key' });
  const button = screen.getByRole('button', { name: 'Save' });
  expect(slash).toBeChecked();
  await userEvent.click(slash);
  expect(press(button, { key: '/' }, onOpen)).toBe(false);
  expect(press(button, { key: 'k', ctrlKey: true }, onOpen)).toBe(true);
  await userEvent.click(slash);
  expect(press(button, { key: '/' }, onOpen)).toBe(true);
});

test('it does not open over a dialog', () => {
  const onOpen = vi.fn();
  render(<Page onOpen={onOpen} dialog />);
  expect(press(screen.getByText('Sure?'), { key: 'k', ctrlKey: true }, onOpen)).toBe(false);
  expect(press(document.body, { key: '/' }, onOpen)).toBe(false);
});

test.each([
  ['MacIntel', '⌘K'],
  ['Win32', 'Ctrl K'],
])('on %s the hint is %s', (platform, hint) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  expect(keyHint()).toBe(hint);
});
