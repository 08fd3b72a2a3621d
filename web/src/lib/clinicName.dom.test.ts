import { afterEach, expect, test } from 'vitest';

import { clinicName } from '@/lib/clinicName';

const meta = document.createElement('meta');
const served = (name: string) => {
  meta.name = 'clinic';
  meta.content = name;
  document.head.append(meta);
};
// Nothing else in the head: the styles of other files' tests are there.
afterEach(() => meta.remove());

test('is what the server has written into the page', () => {
  served('Linden & Sons');
  expect(clinicName()).toBe('Linden & Sons');
});

test('is not known where nobody has filled it in', () => {
  expect(clinicName()).toBeNull();
  served('__CLINIC_NAME__');
  expect(clinicName()).toBeNull();
});
