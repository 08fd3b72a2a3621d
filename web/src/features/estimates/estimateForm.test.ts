import { describe, expect, test } from 'vitest';

import { estimatePaths, pathLabels } from '@/features/estimates/estimateFields';
import { estimateForm } from '@/features/estimates/estimateForm';
import {
  fromEstimate,
  newEstimate,
  toFormFields,
  toNewEstimate,
} from '@/features/estimates/estimateRecord';
import { savedEstimate } from '@/features/estimates/testing';
import { mergeChanges } from '@/lib/mergeChanges';
import { amelia, ownerSession } from '@/testing/records';

const today = '2026-11-20';
const blank = newEstimate({ patient: amelia, provider: ownerSession.member, today });
const faults = (change: object) =>
  estimateForm(today)
    .safeParse({ ...blank, ...change })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('a first estimate', () => {
  test('has what is known already: the patient, who is signed in, and today', () => {
    expect(blank).toMatchObject({
      pt_name: 'Amelia Hart',
      pt_dob: '1980-01-10',
      prov_name: 'Elena Moreau',
      est_date: today,
      pt_sig_date: today,
      prov_sig_date: today,
      face: { service: '', unit_cost: '', qty: '1', sessions: '1', sessions_custom: '' },
      other: { service: '', unit_cost: '', qty: '1', sessions: '1', sessions_custom: '' },
    });
    expect(faults({})).toEqual([]);
  });

  test('leaves empty what is unknown', () => {
    expect(
      newEstimate({ patient: { ...amelia, birth_date: null }, provider: undefined, today }),
    ).toMatchObject({ pt_dob: '', prov_name: '' });
  });
});

describe('an estimate', () => {
  test('needs six things', () => {
    expect(
      faults({
        pt_name: ' ',
        pt_dob: '',
        prov_name: '',
        est_date: '',
        pt_sig_date: '',
        prov_sig_date: '',
      }),
    ).toEqual([
      'pt_name: Patient name is required',
      'pt_dob: Date of birth is required',
      'prov_name: Provider is required',
      'est_date: Date of estimate is required',
      'pt_sig_date: Date of the patient’s signature is required',
      'prov_sig_date: Date of the provider’s signature is required',
    ]);
  });

  test('accepts plausible dates only', () => {
    expect(faults({ pt_dob: '2026-11-21' })).toEqual([
      'pt_dob: Date of birth cannot be in the future',
    ]);
    expect(faults({ est_date: '0026-11-20' })).toEqual([
      'est_date: Enter a date such as 11/20/2026',
    ]);
  });

  test('has a cost of at least 0 in cents, a quantity of at least 0 and at least one custom session', () => {
    const face = {
      service: 'Other',
      unit_cost: '-1',
      qty: '-2',
      sessions: 'Custom',
      sessions_custom: '0',
    };
    const messages = [
      'face.unit_cost: Enter an amount such as 12 or 12.50',
      'face.qty: Enter a number such as 1 or 2.5',
      'face.sessions_custom: Enter a whole number, at least 1',
    ];
    expect(faults({ face })).toEqual(messages);
    expect(
      faults({ face: { ...face, unit_cost: '0.001', qty: '', sessions_custom: '1.5' } }),
    ).toEqual(messages);
    expect(faults({ face: { ...face, unit_cost: '0', qty: '0', sessions_custom: '1' } })).toEqual(
      [],
    );
  });

  test('ignores an unused area, and custom sessions that are not chosen', () => {
    expect(
      faults({
        hair: { service: '', unit_cost: '', qty: '', sessions: 'Custom', sessions_custom: '' },
      }),
    ).toEqual([]);
    expect(
      faults({
        hair: { service: 'Other', unit_cost: '1', qty: '1', sessions: '3', sessions_custom: 'x' },
      }),
    ).toEqual([]);
  });
});

test('a saved estimate is read as it would be typed', () => {
  expect(fromEstimate(savedEstimate)).toMatchObject({
    notes: 'Discussed by phone',
    face: {
      service: 'Botox per unit',
      unit_cost: '12',
      qty: '40',
      sessions: '2',
      sessions_custom: '',
    },
    hands: {
      service: 'EZ Gel/Bio-Filler per syringe',
      unit_cost: '650.50',
      qty: '1',
      sessions: 'Custom',
      sessions_custom: '5',
    },
    neck: { service: '', unit_cost: '', qty: '1', sessions: '1', sessions_custom: '' },
    pt_sig: '',
    prov_sig: '',
  });
});

describe('what is sent', () => {
  test('has numbers for what was typed, nothing for unused areas, and no sums', () => {
    const sent = toNewEstimate(101, {
      ...blank,
      face: {
        service: 'Botox per unit',
        unit_cost: '12.10',
        qty: '.5',
        sessions: 'Custom',
        sessions_custom: '5',
      },
      hair: { service: '', unit_cost: '', qty: '1', sessions: '3', sessions_custom: '' },
      neck: { service: '', unit_cost: '450', qty: '1', sessions: '2', sessions_custom: '' },
      hands: { service: 'Other', unit_cost: '0', qty: '1', sessions: '2', sessions_custom: '9' },
    });
    expect(sent).toMatchObject({
      patient_id: 101,
      face_service: 'Botox per unit',
      face_unit_cost: 12.1,
      face_qty: 0.5,
      face_sessions: 'Custom',
      face_sessions_custom: 5,
      hair_service: null,
      hair_unit_cost: null,
      hair_qty: null,
      hair_sessions: null,
      hair_sessions_custom: null,
      neck_service: null,
      neck_unit_cost: 450,
      neck_qty: 1,
      neck_sessions: '2',
      neck_sessions_custom: null,
      hands_service: 'Other',
      hands_unit_cost: 0,
      hands_qty: 1,
      hands_sessions: '2',
      hands_sessions_custom: null,
      expected_duration: null,
      notes: null,
    });
    expect(Object.keys(sent).filter((key) => /subtotal|total|_sig$/.test(key))).toEqual([]);
  });

  test('has a signature only when it is new', () => {
    expect(toNewEstimate(101, { ...blank, pt_sig: 'data:image/png;base64,AA' })).toMatchObject({
      pt_sig: 'data:image/png;base64,AA',
    });
  });

  test('is what was loaded, when nothing was changed', () => {
    const {
      id: _id,
      version: _version,
      updated_by: _by,
      pt_is_signed: _ptSigned,
      pt_signed_at: _ptAt,
      prov_is_signed: _provSigned,
      prov_signed_at: _provAt,
      prov_signed_by: _provBy,
      created_at: _made,
      updated_at: _changed,
      grand_total: _total,
      pt_sig: _pt,
      prov_sig: _prov,
      voided: _voided,
      ...fields
    } = savedEstimate;
    const kept = Object.fromEntries(
      Object.entries(fields).filter(([name]) => !name.endsWith('_subtotal')),
    );
    expect(toNewEstimate(101, fromEstimate(savedEstimate))).toEqual(kept);
  });
});

test("the server's fields are those of the form", () => {
  expect(
    toFormFields({ face_unit_cost: 'a', other_sessions_custom: 'b', pt_name: 'c', notes: 'd' }),
  ).toEqual({
    'face.unit_cost': 'a',
    'other.sessions_custom': 'b',
    pt_name: 'c',
    notes: 'd',
  });
});

describe('what somebody else saved meanwhile', () => {
  const base = fromEstimate(savedEstimate);

  test('is taken where nothing was typed, and what was typed is put back', () => {
    const typed = { ...base, notes: 'Mine', face: { ...base.face, qty: '50' } };
    const theirs = {
      ...base,
      expected_duration: 'Theirs',
      face: { ...base.face, unit_cost: '11' },
    };
    const merged = {
      ...base,
      notes: 'Mine',
      expected_duration: 'Theirs',
      face: { ...base.face, qty: '50', unit_cost: '11' },
    };
    expect(mergeChanges(base, typed, theirs, estimatePaths)).toEqual({ merged, conflicts: [] });
  });

  test('is a conflict where both changed the same field', () => {
    const typed = { ...base, notes: 'Mine', other: { ...base.other, service: 'Scar Revision' } };
    const theirs = { ...base, notes: 'Theirs', other: { ...base.other, service: 'Other' } };
    const { conflicts } = mergeChanges(base, typed, theirs, estimatePaths);
    expect(conflicts).toEqual(['notes', 'other.service']);
    expect(conflicts.map((path) => pathLabels[path])).toEqual(['Notes', 'Other service']);
  });

  test('is no conflict where both changed a field to the same value', () => {
    const both = { ...base, notes: 'The same' };
    expect(mergeChanges(base, both, both, estimatePaths)).toEqual({ merged: both, conflicts: [] });
  });
});
