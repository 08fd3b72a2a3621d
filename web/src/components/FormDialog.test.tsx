import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link } from 'react-router';
import { expect, test, vi } from 'vitest';

import { Root } from '@/app/Root';
import { FormDialog } from '@/components/FormDialog';
import { TextInput } from '@/components/TextInput';
import { renderScreen } from '@/testing/renderScreen';

const outerSubmit = vi.fn();

const nothing = () => {};

function Page({
  onSubmit = nothing,
  submitting = false,
  error,
}: {
  onSubmit?: () => void;
  submitting?: boolean;
  error?: string;
}) {
  const [open, setOpen] = useState(true);
  const [name, setName] = useState('');
  return (
    <form onSubmit={outerSubmit}>
      <Link to="/elsewhere">Elsewhere</Link>
      <FormDialog
        open={open}
        title="Add lot"
        submitLabel="Save lot"
        submitting={submitting}
        error={error}
        dirty={name !== ''}
        onSubmit={onSubmit}
        onClose={() => setOpen(false)}
      >
        <TextInput label="Lot" value={name} onChange={(event) => setName(event.target.value)} />
      </FormDialog>
    </form>
  );
}

const open = (page = <Page />) =>
  renderScreen({
    Component: Root,
    children: [
      { path: '/', element: page },
      { path: '/elsewhere', element: <h1>Elsewhere</h1> },
    ],
  });

test('closes at once while nothing is typed', async () => {
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('confirms before it discards what was typed, and keeps it on Cancel', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Lot'), 'C7654');
  await userEvent.keyboard('{Escape}');
  const question = await screen.findByRole('alertdialog', { name: 'Discard what you typed?' });
  expect(question).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Lot')).toHaveValue('C7654');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('the back button and links ask as well', async () => {
  const { router } = open();
  await userEvent.type(screen.getByLabelText('Lot'), 'C7654');
  void router.navigate('/elsewhere');
  await userEvent.click(await screen.findByRole('button', { name: 'Stay on this page' }));
  expect(router.state.location.pathname).toBe('/');
  void router.navigate('/elsewhere');
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeVisible();
});

test("closing the browser's tab asks only while something is unsaved", async () => {
  open();
  const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(true);
  await userEvent.type(screen.getByLabelText('Lot'), 'C');
  expect(leave()).toBe(false);
  await userEvent.clear(screen.getByLabelText('Lot'));
  expect(leave()).toBe(true);
});

test('submits itself, not the form of the page it lies over', async () => {
  const save = vi.fn();
  open(<Page onSubmit={save} />);
  await userEvent.type(screen.getByLabelText('Lot'), 'C7654{Enter}');
  expect(save).toHaveBeenCalledTimes(1);
  expect(outerSubmit).not.toHaveBeenCalled();
});

test('is not sent a second time, and does not close, while it is being sent', async () => {
  const save = vi.fn();
  open(<Page onSubmit={save} submitting />);
  fireEvent.submit(screen.getByLabelText('Lot'));
  expect(save).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeVisible();
});

test('says why it failed', () => {
  open(<Page error="The lot is not known." />);
  expect(screen.getByRole('alert')).toHaveTextContent('The lot is not known.');
});
