import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { Button } from '@/components/Button';
import { InlineConfirmation } from '@/components/InlineConfirmation';
import { renderScreen } from '@/testing/renderScreen';

function Form({ onConfirm }: { onConfirm: () => void }) {
  const [attempts, setAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const goOn = () => {
    setBusy(true);
    onConfirm();
  };
  const send = (event: React.SyntheticEvent) => {
    event.preventDefault();
    setAttempts(attempts + 1);
  };
  return (
    <form aria-label="New treatment" onSubmit={send}>
      {attempts > 0 && (
        <InlineConfirmation
          key={attempts}
          warnings={['No area is entered.', 'No lot is entered.']}
          hint="Not saved yet."
          confirmLabel="Save anyway"
          busy={busy}
          onConfirm={goOn}
        >
          <Button>Open the record</Button>
        </InlineConfirmation>
      )}
      <Button type="submit">Save</Button>
    </form>
  );
}

const question = () =>
  screen.getByRole('group', { name: 'No area is entered. No lot is entered. Not saved yet.' });
const goOn = () => screen.getByRole('button', { name: 'Save anyway' });

async function openConfirmation() {
  const sent = vi.fn();
  renderScreen({ path: '/', element: <Form onConfirm={sent} /> });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  return sent;
}

test('the question takes the focus with its words, and Tab leads to its answers', async () => {
  await openConfirmation();
  expect(question()).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Open the record' })).toHaveFocus();
  await userEvent.tab();
  expect(goOn()).toHaveFocus();
});

test('takes the focus again when it is shown again', async () => {
  await openConfirmation();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(question()).toHaveFocus();
});

test('what is sent is sent once, and the focus stays', async () => {
  const sent = await openConfirmation();
  goOn().focus();
  await userEvent.keyboard('{Enter}{Enter}');
  expect(sent).toHaveBeenCalledOnce();
  expect(goOn()).toHaveFocus();
  expect(goOn()).toHaveAttribute('aria-disabled', 'true');
});

test('once it is answered the focus goes on in the form', async () => {
  function Answered() {
    const [shown, setShown] = useState(true);
    return (
      <form aria-label="New treatment">
        {shown && (
          <InlineConfirmation
            warnings={['No lot is entered.']}
            hint="Not saved yet."
            confirmLabel="Save anyway"
            busy={false}
            onConfirm={() => setShown(false)}
          />
        )}
        <input aria-label="Areas" />
      </form>
    );
  }
  renderScreen({ path: '/', element: <Answered /> });
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('group')).not.toBeInTheDocument();
  expect(screen.getByRole('form', { name: 'New treatment' })).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByLabelText('Areas')).toHaveFocus();
});
