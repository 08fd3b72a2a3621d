import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';

import { mergeChangedRow, type Conflict } from '@/lib/mergeChanges';

interface Form {
  name: string;
  status: string;
  notes: string;
  booked: boolean | null;
}

const labels = { name: 'Name', status: 'Status', notes: 'Notes', booked: 'Booked' };
const base: Form = { name: 'Nora', status: 'active', notes: '', booked: null };
const row = { id: 7, ...base };
const read = ({ id: _id, ...form }: typeof row): Form => form;

/** A form that follows which fields are dirty. */
function openForm() {
  const form = useForm<Form>({ defaultValues: base });
  void form.formState.dirtyFields;
  return form;
}

test('their value is taken where nothing was typed, and what was typed is kept and unsaved', () => {
  const { result } = renderHook(openForm);
  act(() => {
    result.current.setValue('name', 'Nora V.', { shouldDirty: true });
    result.current.setValue('notes', 'Mondays', { shouldDirty: true });
  });
  let said = '';
  let both: unknown;
  act(() => {
    ({ words: said, conflicts: both } = mergeChangedRow(
      row,
      [{ ...row, status: 'inactive', notes: 'Fridays' }],
      { form: result.current, read, labels },
    ));
  });
  expect(result.current.getValues()).toEqual({
    name: 'Nora V.',
    status: 'inactive',
    notes: 'Mondays',
    booked: null,
  });
  expect(result.current.formState.dirtyFields).toEqual({ name: true, notes: true });
  expect(said).toContain('what you typed is still here');
  expect(said).toContain('You both changed Notes; yours was kept in the form.');
  expect(both).toEqual([{ field: 'notes', label: 'Notes', mine: 'Mondays', theirs: 'Fridays' }]);
});

test('the same change by both is no conflict', () => {
  const { result } = renderHook(openForm);
  act(() => {
    result.current.setValue('name', 'Same');
    result.current.setValue('notes', 'Mine');
  });
  let both: unknown;
  act(() => {
    both = mergeChangedRow(row, [{ ...row, name: 'Same', notes: 'Theirs' }], {
      form: result.current,
      read,
      labels,
    }).conflicts;
  });
  expect(both).toEqual([{ field: 'notes', label: 'Notes', mine: 'Mine', theirs: 'Theirs' }]);
});

test('a second merge keeps what an earlier one found, with their present value', () => {
  const { result } = renderHook(openForm);
  act(() => result.current.setValue('notes', 'Mine'));
  const second = { ...row, notes: 'Theirs' };
  let both: readonly Conflict[] = [];
  act(() => {
    both = mergeChangedRow(row, [second], { form: result.current, read, labels }).conflicts;
    // Theirs is taken, and then they change it again: what was typed first is not lost.
    result.current.setValue('notes', 'Theirs');
    both = mergeChangedRow(
      second,
      [{ ...row, notes: 'Theirs, again' }],
      { form: result.current, read, labels },
      both,
    ).conflicts;
  });
  expect(both).toEqual([{ field: 'notes', label: 'Notes', mine: 'Mine', theirs: 'Theirs, again' }]);
  expect(result.current.getValues('notes')).toBe('Theirs, again');
});

test('a row that somebody else has removed leaves the form as it is', () => {
  const { result } = renderHook(openForm);
  act(() => result.current.setValue('name', 'Mine', { shouldDirty: true }));
  const changed = mergeChangedRow(row, [], { form: result.current, read, labels });
  expect(changed.row).toBe(row);
  expect(changed.words).toContain('Somebody else has removed this');
  expect(result.current.getValues('name')).toBe('Mine');
});
