import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';

import { mergeChangedRow } from '@/lib/mergeChanges';

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
  act(() => {
    said = mergeChangedRow(row, [{ ...row, status: 'inactive', notes: 'Fridays' }], { form: result.current, read, labels }).words;
  });
  expect(result.current.getValues()).toEqual({ name: 'Nora V.', status: 'inactive', notes: 'Mondays', booked: null });
  expect(result.current.formState.dirtyFields).toEqual({ name: true, notes: true });
  expect(said).toContain('what you typed is still here');
  expect(said).toContain('You both changed Notes (theirs: Fridays); the form holds yours.');
});

test('the same change by both is no conflict, and a long text is not quoted', () => {
  const { result } = renderHook(openForm);
  act(() => {
    result.current.setValue('name', 'Same');
    result.current.setValue('notes', 'Mine');
  });
  let said = '';
  act(() => {
    said = mergeChangedRow(row, [{ ...row, name: 'Same', notes: 'x'.repeat(61) }], { form: result.current, read, labels }).words;
  });
  expect(said).toContain('You both changed Notes; the form holds yours.');
});

test('a row that somebody else has removed leaves the form as it is', () => {
  const { result } = renderHook(openForm);
  act(() => result.current.setValue('name', 'Mine', { shouldDirty: true }));
  const changed = mergeChangedRow(row, [], { form: result.current, read, labels });
  expect(changed.row).toBe(row);
  expect(changed.words).toContain('Somebody else has removed this');
  expect(result.current.getValues('name')).toBe('Mine');
});
