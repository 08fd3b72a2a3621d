import { expect, test } from 'vitest';

import { clinicFromHost } from '@/features/auth/clinicFromHost';

test.each([
  ['linden.localhost', 'Linden'],
  ['linden-aesthetics.celadon.example', 'Linden Aesthetics'],
  ['glow2.celadon.example', 'Glow2'],
  ['localhost', null],
  ['celadon.example', null],
  ['www.celadon.example', null],
  ['127.0.0.1', null],
  ['[::1]', null],
])('%s is the clinic %s', (host, clinic) => {
  expect(clinicFromHost(host)).toBe(clinic);
});
