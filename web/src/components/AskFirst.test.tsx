import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { AskFirst } from '@/components/AskFirst';
import { Button } from '@/components/Button';
import { renderScreen } from '@/testing/renderScreen';

function Form({ onGoOn }: { onGoOn: () => void }) {
  const [asked, setAsked] = useState(0);
  const [busy, setBusy] = useState(false);
  const goOn = () => {
    setBusy(true);
    onGoOn();
  };
  const send = (event: React.SyntheticEvent) => {
    event.preventDefault();
    setAsked(asked + 1);
  };
  return (
    <form aria-label="New treatment" onSubmit={send}>
      {asked > 0 && (
        <AskFirst key={asked} problems={['No area is entered.', 'No lot is entered.']} hint="Not saved yet." label="Save anyway" busy={busy} onGoOn={goOn}>
          <Button>Open the record</Button>
        </AskFirst>
      )}
      <Button type="submit">Save</Button>
    </form>
  );
}

const question = () => screen.getByRole('group', { name: 'No area is entered. No lot is entered. Not saved yet.' });
const goOn = () => screen.getByRole('button', { name: 'Save anyway' });

async function ask() {
  const sent = vi.fn();
  renderScreen({ path: '/', element: <Form onGoOn={sent} /> });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  return sent;
}

test('the question takes the focus with its words, and Tab leads to its answers', async () => {
  await ask();
  expect(question()).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Open the record' })).toHaveFocus();
  await userEvent.tab();
  expect(goOn()).toHaveFocus();
});

test('asked again, it takes the focus again', async () => {
  await ask();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(question()).toHaveFocus();
});

test('what is sent is sent once, and the focus stays where it was', async () => {
  const sent = await ask();
  goOn().focus();
  await userEvent.keyboard('{Enter}{Enter}');
  expect(sent).toHaveBeenCalledOnce();
  expect(goOn()).toHaveFocus();
  expect(goOn()).toHaveAttribute('aria-disabled', 'true');
});

test('once it is answered the focus goes on in the form', async () => {
  function Answered() {
    const [asked, setAsked] = useState(true);
    return (
      <form aria-label="New treatment">
        {asked && <AskFirst problems={['No lot is entered.']} hint="Not saved yet." label="Save anyway" busy={false} onGoOn={() => setAsked(false)} />}
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
