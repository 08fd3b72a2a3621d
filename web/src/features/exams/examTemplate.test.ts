import { describe, expect, test } from 'vitest';

import { bySystem, templateTexts } from '@/features/exams/examTemplate';
import { systems } from '@/features/exams/systems';

const parsed = (text: string) => Object.fromEntries(bySystem(text));

describe('a text of a template', () => {
  test('has one line a system', () => {
    expect(parsed('HEENT: No headache; No sore throat\nSkin: Intact')).toEqual({
      heent: ['No headache', 'No sore throat'],
      skin: ['Intact'],
    });
  });

  test('finds all ten labels of the exam form', () => {
    const text = systems.map(({ key, label }) => `${label}: about ${key}`).join('\n');
    expect(parsed(text)).toEqual(
      Object.fromEntries(systems.map(({ key }) => [key, [`about ${key}`]])),
    );
  });

  test('may have labels in any case, space around everything, and Windows line ends', () => {
    expect(parsed('  hEEnt :  No headache ;; No sore throat; \r\n SKIN: Intact\r\n')).toEqual({
      heent: ['No headache', 'No sore throat'],
      skin: ['Intact'],
    });
  });

  test('without a known label belongs to Constitutional, whole', () => {
    expect(parsed('Well appearing; Afebrile')).toEqual({
      constitutional: ['Well appearing', 'Afebrile'],
    });
    expect(parsed('Note: see chart\nTeeth: none loose')).toEqual({
      constitutional: ['Note: see chart', 'Teeth: none loose'],
    });
    expect(parsed('Skin')).toEqual({ constitutional: ['Skin'] });
  });

  test('may name a system twice, and use a colon within a finding', () => {
    expect(parsed('Skin: Intact\nPale: no\nSkin: Fitzpatrick: III')).toEqual({
      skin: ['Intact', 'Fitzpatrick: III'],
      constitutional: ['Pale: no'],
    });
  });

  test('may be empty', () => {
    expect(parsed('')).toEqual({});
    expect(parsed('Skin:\nHEENT: ; ;\n\n')).toEqual({});
  });
});

describe('what a template fills', () => {
  test('is the vitals as they stand, and each part by its systems', () => {
    expect(
      templateTexts({
        vitals_template: ' BP: ___/___ mmHg, HR: ___ bpm\n',
        ros_template: 'Skin: Denies rash',
        pe_template: 'Skin: Intact; Dry\nAfebrile',
      }),
    ).toEqual({
      vitals: 'BP: ___/___ mmHg, HR: ___ bpm',
      ros_skin: 'Denies rash',
      pe_skin: 'Intact; Dry',
      pe_constitutional: 'Afebrile',
    });
  });

  test('is nothing for what it does not have', () => {
    expect(
      templateTexts({ vitals_template: null, ros_template: ' \n', pe_template: null }),
    ).toEqual({});
  });
});
