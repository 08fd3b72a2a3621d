import { expect, test } from 'vitest';

import { addressFor, problemsOf, timeZones, withLabels } from '@/features/sign-up/signUpForm';

test.each([
  ['Linden Aesthetics & Spa', 'linden-aesthetics-spa'],
  ['  Café Été ', 'cafe-ete'],
  ['24 Karat Skin', 'karat-skin'],
  ['x'.repeat(60), 'x'.repeat(40)],
  ['!!!', ''],
])('%s begins with the address %s', (name, address) => {
  expect(addressFor(name)).toBe(address);
});

test('everything that is missing is reported at once', () => {
  const problems = problemsOf({
    name: '',
    subdomain: ' ',
    time_zone: '',
    first_name: '',
    last_name: '',
    email: 'nora',
    password: 'short',
    role: 'Practice Manager',
    license_number: '',
    sample_data: false,
  });
  expect(Object.keys(problems)).toEqual([
    'name',
    'subdomain',
    'time_zone',
    'first_name',
    'last_name',
    'email',
    'password',
  ]);
  expect(problems.name).toBe('Clinic name is required');
  expect(
    problemsOf({
      name: 'L',
      subdomain: 'li',
      time_zone: 'UTC',
      first_name: 'N',
      last_name: 'L',
      email: 'n@l.example',
      password: 'a long enough one',
      role: 'Practice Manager',
      license_number: '',
      sample_data: true,
    }),
  ).toEqual({});
});

test('an owner who treats says with which license', () => {
  const form = {
    name: 'L',
    subdomain: 'li',
    time_zone: 'UTC',
    first_name: 'N',
    last_name: 'L',
    email: 'n@l.example',
    password: 'a long enough one',
    license_number: ' ',
    sample_data: true,
  };
  for (const role of ['Provider', 'Nurse', 'Medical Director'] as const) {
    expect(problemsOf({ ...form, role })).toEqual({ license_number: 'License number is required' });
    expect(problemsOf({ ...form, role, license_number: 'NP-1' })).toEqual({});
  }
});

test("the field's label is put before the server's words, and its sentences stay unchanged", () => {
  expect(
    withLabels({ password: 'is too easy to guess', subdomain: 'This address is taken.' }),
  ).toEqual({ password: 'Password is too easy to guess', subdomain: 'This address is taken.' });
});

test("the browser's own zone can be chosen", () => {
  const { own, all } = timeZones();
  expect(all).toContain(own);
  expect(all.length).toBeGreaterThan(100);
});
