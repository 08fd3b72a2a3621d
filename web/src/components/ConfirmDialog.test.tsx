import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { ConfirmDialog } from '@/components/ConfirmDialog';

test('begins on Cancel, which confirms nothing', async () => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()];
  render(
    <ConfirmDialog
      open
      question="Delete this template?"
      confirmLabel="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  );
  expect(screen.getByRole('alertdialog', { name: 'Delete this template?' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
});

test('confirms with its own button only, and once', async () => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()];
  const dialog = (busy: boolean) => (
    <ConfirmDialog
      open
      busy={busy}
      question="Delete this template?"
      confirmLabel="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
  const { rerender } = render(dialog(false));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  rerender(dialog(true));
  expect(screen.getByRole('button', { name: /Delete/ })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
});
