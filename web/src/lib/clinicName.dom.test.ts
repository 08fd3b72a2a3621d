import { afterEach, expect, test } from 'vitest';

import { clinicName } from '@/lib/clinicName';

const served = (name: string) => {
  const meta = document.createElement('meta');
  meta.name = 'clinic';
  meta.content = name;
  document.head.append(meta);
};
afterEach(() => document.head.replaceChildren());

test('is what the server has written into the page', () => {
  served('Linden & Sons');
  expect(clinicName()).toBe('Linden & Sons');
});

test('is not known where nobody has filled it in', () => {
  expect(clinicName()).toBeNull();
  served('__CLINIC_NAME__');
  expect(clinicName()).toBeNull();
});
