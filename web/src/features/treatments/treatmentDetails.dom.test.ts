import { expect, test } from 'vitest';

import { isApproved, treatmentDetails } from '@/features/treatments/treatmentDetails';
import { approvedTreatment, pendingTreatment } from '@/testing/patientRecord';

test("a director's signature makes a treatment approved", () => {
  expect(isApproved(pendingTreatment)).toBe(false);
  expect(isApproved(approvedTreatment)).toBe(true);
});

test('only what was recorded is shown', () => {
  expect(treatmentDetails(pendingTreatment)).toEqual([
    { label: 'Units', text: '24' },
    { label: 'Lot', text: 'C7841' },
    { label: 'Notes', text: 'No reaction' },
  ]);
  expect(treatmentDetails({ ...pendingTreatment, units: null, lot: null, notes: null })).toEqual(
    [],
  );
});

test('no units is something else than none recorded', () => {
  expect(treatmentDetails({ ...pendingTreatment, units: 0, lot: null, notes: null })).toEqual([
    { label: 'Units', text: '0' },
  ]);
  expect(treatmentDetails({ ...pendingTreatment, units: 1012.5, lot: null, notes: null })).toEqual([
    { label: 'Units', text: '1,012.5' },
  ]);
});

test('volumes are shown as they were written', () => {
  expect(treatmentDetails(approvedTreatment)).toEqual([{ label: 'Volumes (mL)', text: '2 + 2' }]);
});
