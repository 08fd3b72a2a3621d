import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';

import { mergeChanges } from '@/lib/mergeChanges';

interface Form {
  name: string;
  status: string;
  notes: string;
  booked: boolean | null;
}

const labels = { name: 'Name', status: 'Status', notes: 'Notes', booked: 'Booked' };
const base: Form = { name: 'Nora', status: 'active', notes: '', booked: null };

test('theirs comes in where nothing was typed, and what was typed stays over it', () => {
  const { result } = renderHook(() => useForm<Form>({ defaultValues: base }));
  act(() => {
    result.current.setValue('name', 'Nora V.', { shouldDirty: true });
    result.current.setValue('notes', 'Mondays', { shouldDirty: true });
  });
  let said = '';
  act(() => {
    said = mergeChanges(result.current, base, { ...base, status: 'inactive', notes: 'Fridays' }, labels);
  });
  expect(result.current.getValues()).toEqual({ name: 'Nora V.', status: 'inactive', notes: 'Mondays', booked: null });
  expect(said).toContain('what you typed is still here');
  expect(said).toContain('You both changed Notes (theirs: Fridays); the form holds yours.');
});

test('where both typed the same there is nothing to choose, and a long text is not quoted', () => {
  const { result } = renderHook(() => useForm<Form>({ defaultValues: base }));
  act(() => {
    result.current.setValue('name', 'Same');
    result.current.setValue('notes', 'Mine');
  });
  let said = '';
  act(() => {
    said = mergeChanges(result.current, base, { ...base, name: 'Same', notes: 'x'.repeat(61) }, labels);
  });
  expect(said).toContain('You both changed Notes; the form holds yours.');
});
