import { describe, expect, test } from 'vitest';

import { changesBetween, fromRecord } from '@/api/patientRecord';
import { recordFields, recordForm } from '@/lib/recordForm';
import { record } from '@/testing/patientRecord';

const typed = fromRecord(record);

describe('the form of a record', () => {
  test('holds every field of the record', () => {
    expect(typed).toMatchObject({
      first_name: 'Ingrid',
      street: '12 Elm St',
      guardian_name: '',
      may_email: true,
      may_market: false,
    });
    expect(Object.keys(typed)).toEqual(recordFields);
  });

  test('sends what was changed and nothing else, and an empty text clears its field', () => {
    expect(changesBetween(typed, typed)).toEqual({});
    expect(
      changesBetween(typed, { ...typed, street: '', pronouns: 'she/her', may_text: false }),
    ).toEqual({ street: null, pronouns: 'she/her', may_text: false });
  });

  test('refuses what the server would refuse', () => {
    const problems = (more: Partial<typeof typed>) =>
      (recordForm('2026-03-01').safeParse({ ...typed, ...more }).error?.issues ?? []).map(
        ({ path }) => path.join('.'),
      );
    expect(problems({})).toEqual([]);
    expect(problems({ last_name: ' ' })).toEqual(['last_name']);
    expect(problems({ email: 'nobody' })).toEqual(['email']);
    expect(problems({ birth_date: '2026-03-02' })).toEqual(['birth_date']);
    expect(problems({ street: 'x'.repeat(201) })).toEqual(['street']);
  });
});
