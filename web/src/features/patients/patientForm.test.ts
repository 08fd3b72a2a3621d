import { describe, expect, test } from 'vitest';

import { blankPatient, patientForm, type PatientForm } from '@/features/patients/patientForm';

const form = patientForm('2026-03-01');
const named: PatientForm = { ...blankPatient, first_name: ' Amelia ', last_name: 'Hart' };

function problems(typed: PatientForm) {
  const { error } = form.safeParse(typed);
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
}

describe('a new patient', () => {
  test('needs a first and a last name, not of blanks', () => {
    expect(problems({ ...blankPatient, last_name: '   ' })).toEqual({
      first_name: 'First name is required',
      last_name: 'Last name is required',
    });
  });

  test('is trimmed, and what was left empty is absent', () => {
    expect(form.parse({ ...named, phone: '  ' })).toEqual({
      first_name: 'Amelia',
      last_name: 'Hart',
      birth_date: null,
      phone: null,
      email: null,
    });
  });

  test('has an email that is one, or none', () => {
    expect(problems({ ...named, email: 'amelia@' })).toEqual({
      email: 'Enter a valid email address',
    });
    expect(form.parse({ ...named, email: ' amelia@example.com ' }).email).toBe(
      'amelia@example.com',
    );
  });

  test("may be born today by the clinic's calendar, and not later", () => {
    expect(problems({ ...named, birth_date: '2026-03-02' })).toEqual({
      birth_date: 'Birth date cannot be in the future',
    });
    expect(form.parse({ ...named, birth_date: '2026-03-01' }).birth_date).toBe('2026-03-01');
    expect(problems({ ...named, birth_date: '0080-01-10' })).toEqual({
      birth_date: 'Enter the full year of birth',
    });
  });

  test('has no name longer than the record holds', () => {
    expect(problems({ ...named, first_name: 'x'.repeat(201) })).toEqual({
      first_name: 'Use at most 200 characters',
    });
  });
});
