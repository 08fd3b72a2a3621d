import { expect, test } from 'vitest';

import {
  blankSignature,
  signForm,
  toNewExamSignature,
  type SignForm,
} from '@/features/clearance/signForm';
import { uncleared } from '@/features/clearance/testing';

const blank = blankSignature(uncleared);
const filled: SignForm = {
  ...blank,
  signature: 'data:image/png;base64,AAAA',
  decisions: blank.decisions.map((one, index) =>
    index === 0 ? { ...one, decision: 'cleared' } : one,
  ),
};
const faults = (form: SignForm) =>
  signForm.safeParse(form).error?.issues.map(({ message }) => message) ?? [];

test('it begins in the state of the license with nothing decided', () => {
  expect([
    blank.mode,
    blank.patient_state,
    blank.decisions.map(({ decision }) => decision),
  ]).toEqual(['in_person', 'NY', ['', '']]);
});

test('what is missing is named', () => {
  expect(faults(filled)).toEqual([]);
  expect(faults(blank)).toEqual(['Please sign in the box.', 'Decide about at least one service.']);
  expect(faults({ ...filled, patient_state: '' })).toEqual(['State of the patient is required']);
  const deferred = (reason: string): SignForm => ({
    ...filled,
    decisions: [{ service: 'Botox', decision: 'deferred', valid_until: '', reason }],
  });
  expect(faults(deferred(''))).toEqual(['Why not is required']);
  expect(faults(deferred('Infection'))).toEqual([]);
});

test('only what was decided is sent', () => {
  expect(toNewExamSignature(filled)).toEqual({
    mode: 'in_person',
    patient_state: 'NY',
    signature: filled.signature,
    decisions: [{ service: 'Botox', decision: 'cleared' }],
  });
  const decisions: SignForm['decisions'] = [
    { service: 'Botox', decision: 'cleared', valid_until: '2027-06-01', reason: 'Lying down' },
    // The day was entered before the decision was changed.
    {
      service: 'Microneedling',
      decision: 'deferred',
      valid_until: '2027-06-01',
      reason: 'Cold sores',
    },
  ];
  expect(toNewExamSignature({ ...filled, decisions }).decisions).toEqual([
    { service: 'Botox', decision: 'cleared', valid_until: '2027-06-01', reason: 'Lying down' },
    { service: 'Microneedling', decision: 'deferred', reason: 'Cold sores' },
  ]);
});
