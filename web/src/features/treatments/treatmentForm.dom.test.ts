import { describe, expect, test } from 'vitest';

import { specifiedTreatments as treatmentTypes } from '@/features/services';
import {
  blankTreatment,
  takesUnits,
  takesVolumes,
  toNewTreatment,
  treatmentForm,
} from '@/features/treatments/treatmentForm';

const signed = { ...blankTreatment, provider_signature: 'data:image/png;base64,iVBORw0KGgo=' };
const full = {
  ...signed,
  areas: 'Forehead',
  units: '24',
  lot: 'C7841',
  volumes_ml: '2 + 2',
  notes: 'No reaction',
};

const problems = (form: typeof signed) => {
  const { error } = treatmentForm.safeParse(form);
  return Object.fromEntries(
    (error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  );
};

test('a new treatment starts as Botox', () => {
  expect(blankTreatment.treatment_type).toBe('Botox');
});

describe('which fields belong to which type', () => {
  test('units and lot only to Botox', () => {
    expect(treatmentTypes.filter(takesUnits)).toEqual(['Botox']);
  });

  test('volumes only to the EZ Gels', () => {
    expect(treatmentTypes.filter(takesVolumes)).toEqual(['EZ Gel Face', 'EZ Gel Hands']);
  });
});

describe('what is sent', () => {
  test('Botox: units as a number and the lot, no volumes', () => {
    expect(toNewTreatment(7, full)).toEqual({
      patient_id: 7,
      treatment_type: 'Botox',
      areas: 'Forehead',
      notes: 'No reaction',
      units: 24,
      lot: 'C7841',
      provider_signature: signed.provider_signature,
    });
  });

  test('EZ Gel: volumes, and no units or lot typed before the type was changed', () => {
    expect(toNewTreatment(7, { ...full, treatment_type: 'EZ Gel Hands' })).toEqual({
      patient_id: 7,
      treatment_type: 'EZ Gel Hands',
      areas: 'Forehead',
      notes: 'No reaction',
      volumes_ml: '2 + 2',
      provider_signature: signed.provider_signature,
    });
  });

  test.each(['PRP/PRF Face', 'PRP Hair Restoration', 'Microneedling'] as const)(
    '%s: none of the three',
    (treatment_type) => {
      const sent = toNewTreatment(7, { ...full, treatment_type });
      expect(Object.keys(sent).toSorted()).toEqual([
        'areas',
        'notes',
        'patient_id',
        'provider_signature',
        'treatment_type',
      ]);
    },
  );

  test('what was left empty is sent as absent', () => {
    expect(toNewTreatment(7, signed)).toMatchObject({
      areas: null,
      notes: null,
      units: null,
      lot: null,
    });
  });
});

describe('what is refused', () => {
  test('a treatment nobody signed', () => {
    expect(problems(blankTreatment)).toEqual({ provider_signature: 'Please sign in the box.' });
    expect(problems(signed)).toEqual({});
  });

  test.each(['twenty', '-4', '1e3', '12.345', '1234567', '4 U'])('%s units', (units) => {
    expect(problems({ ...signed, units })).toEqual({ units: 'Enter a number such as 24 or 12.5.' });
  });

  test.each(['', '0', '24', '12.5', ' 64 ', '999999.99'])('but not "%s" units', (units) => {
    expect(problems({ ...signed, units })).toEqual({});
  });

  test('every invalid field is reported at once', () => {
    expect(
      Object.keys(
        problems({ ...blankTreatment, units: 'twenty', lot: 'a'.repeat(201) }),
      ).toSorted(),
    ).toEqual(['lot', 'provider_signature', 'units']);
  });

  test('units that are not shown are not looked at', () => {
    expect(problems({ ...signed, treatment_type: 'Microneedling', units: 'twenty' })).toEqual({});
  });

  test('more text than the record keeps', () => {
    expect(problems({ ...signed, notes: 'a'.repeat(10_001) })).toEqual({
      notes: 'Use at most 10,000 characters',
    });
    expect(problems({ ...signed, areas: 'a'.repeat(201) })).toEqual({
      areas: 'Use at most 200 characters',
    });
  });

  test('surrounding blanks are taken off', () => {
    expect(treatmentForm.parse({ ...signed, areas: '  Chin ' }).areas).toBe('Chin');
  });
});
