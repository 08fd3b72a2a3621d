import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm, useWatch } from 'react-hook-form';
import { expect, test } from 'vitest';

import { BothChanged } from '@/components/BothChanged';
import { FormArea } from '@/components/FormArea';
import { FormCheckbox } from '@/components/FormCheckbox';
import type { Conflict } from '@/lib/mergeChanges';

const long = `A first line.\n${'And many more words. '.repeat(40)}`;
const conflicts: Conflict[] = [
  { field: 'notes', label: 'Notes', mine: 'Mine', theirs: long },
  { field: 'may_email', label: 'Email about visits', mine: true, theirs: false },
  { field: 'lists.skin', label: 'Skin', mine: ['Dry'], theirs: [] },
  { field: 'state', label: 'State', mine: 'CA', theirs: 'NY' },
];
const start = {
  notes: 'Mine',
  may_email: true,
  lists: { skin: ['Dry'], vitals: ['HR'] },
  state: 'CA',
};

function Form() {
  const form = useForm({ defaultValues: start });
  const held = useWatch({ control: form.control });
  return (
    <>
      <BothChanged
        form={form}
        conflicts={conflicts}
        inWords={(field, value) => (field === 'state' ? `State of ${String(value)}` : undefined)}
      />
      <FormArea control={form.control} name="notes" label="Notes" />
      <FormCheckbox control={form.control} name="may_email" label="Email about visits" />
      <output aria-label="Held">{JSON.stringify(held)}</output>
    </>
  );
}

const held = () => JSON.parse(screen.getByLabelText('Held').textContent ?? '') as typeof start;
const side = (name: string) => screen.getByRole('group', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('both values are shown whole, and in words', () => {
  render(<Form />);
  expect(side('Theirs: Notes').textContent).toBe(long);
  expect(side('Yours: Notes')).toHaveTextContent('Mine');
  expect([
    side('Theirs: Email about visits').textContent,
    side('Yours: Email about visits').textContent,
  ]).toEqual(['No', 'Yes']);
  expect([side('Theirs: Skin').textContent, side('Yours: Skin').textContent]).toEqual([
    'Nothing',
    'Dry',
  ]);
  expect([side('Theirs: State').textContent, side('Yours: State').textContent]).toEqual([
    'State of NY',
    'State of CA',
  ]);
});

test('theirs is taken into the form and mine comes back, each said aloud', async () => {
  render(<Form />);
  const notes = within(screen.getByRole('group', { name: 'Notes' }));
  expect(notes.getByRole('status')).toHaveTextContent('Notes: the form holds yours.');
  await press('Take theirs: Notes');
  expect(notes.getByRole('status')).toHaveTextContent('Notes: the form holds theirs.');
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue(long);
  expect(side('Yours: Notes')).toHaveTextContent('Mine');
  expect(screen.getByRole('button', { name: 'Take theirs: Notes' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await press('Keep mine: Notes');
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('Mine');
  await press('Take theirs: Email about visits');
  expect(screen.getByRole('checkbox', { name: 'Email about visits' })).not.toBeChecked();
});

test('a part of a field is taken, and the rest of it stays', async () => {
  render(<Form />);
  await press('Take theirs: Skin');
  expect(held().lists).toEqual({ skin: [], vitals: ['HR'] });
  await press('Keep mine: Skin');
  expect(held().lists).toEqual({ skin: ['Dry'], vitals: ['HR'] });
});

test('what is typed after the merge is what is kept', async () => {
  render(<Form />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Notes' }), ', and more');
  expect(side('Yours: Notes')).toHaveTextContent('Mine, and more');
  await press('Take theirs: Notes');
  await press('Keep mine: Notes');
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('Mine, and more');
});

test('the choice is made by keyboard alone', async () => {
  render(<Form />);
  await userEvent.tab();
  expect(side('Theirs: Notes')).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Take theirs: Notes' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(held().notes).toBe(long);
});
