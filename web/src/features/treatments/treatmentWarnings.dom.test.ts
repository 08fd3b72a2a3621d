import { expect, test } from 'vitest';

import { blankTreatment } from '@/features/treatments/treatmentForm';
import { treatmentWarnings } from '@/features/treatments/treatmentWarnings';

const usual = { ...blankTreatment, areas: 'Glabella', units: '24', lot: 'C7841' };

test('an ordinary treatment has no warnings', () => {
  for (const units of ['', '0', '24', '400', ' 400.00 '])
    expect(treatmentWarnings({ ...usual, units })).toEqual([]);
});

test('9,999 units without an area and a lot have a warning each', () => {
  expect(treatmentWarnings({ ...blankTreatment, units: '9999' })).toEqual([
    '9,999 units are more than 400.',
    'No area is entered.',
    'No lot is entered.',
  ]);
  expect(treatmentWarnings({ ...usual, units: '400.01' })).toEqual([
    '400.01 units are more than 400.',
  ]);
  expect(treatmentWarnings({ ...usual, lot: '  ' })).toEqual(['No lot is entered.']);
});

test('fields that do not belong to the type have no warnings', () => {
  expect(
    treatmentWarnings({ ...usual, treatment_type: 'Microneedling', units: '9999', lot: '' }),
  ).toEqual([]);
  expect(
    treatmentWarnings({ ...usual, treatment_type: 'EZ Gel Face', areas: '', lot: '' }),
  ).toEqual(['No area is entered.']);
});
