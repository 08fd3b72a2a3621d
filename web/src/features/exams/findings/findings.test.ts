import { expect, test } from 'vitest';

import type { Findings } from '@/api/generated';
import { kindOf, phrasesOf, shortened, type Kind } from '@/features/exams/findings/phrases';
import { summarize } from '@/features/exams/findings/summary';
import { normalState, normalWord, usualNormal, withNormal, withoutNormal } from '@/features/exams/findings/usualNormal';
import { systems } from '@/features/exams/systems';

const empty = { constitutional: [], heent: [], cardio: [], resp: [], gi: [], gu: [], msk: [], neuro: [], skin: [], psych: [] };
const clinic = (ros: Partial<Findings['ros']>, pe: Partial<Findings['pe']> = {}): Findings => ({ vitals: [], ros: { ...empty, ...ros }, pe: { ...empty, ...pe } });

test.each<[Kind, 'ros' | 'pe', string]>([
  ['normal', 'ros', 'Denies fever, chills or night sweats'],
  ['normal', 'ros', 'No sore throat'],
  ['normal', 'pe', 'No focal motor deficit'],
  ['normal', 'pe', 'Skin warm, dry and intact'],
  ['normal', 'pe', 'Normal gait and posture'],
  ['normal', 'pe', 'Masseters normal and symmetric'],
  ['normal', 'pe', 'WNL'],
  ['finding', 'ros', 'Reports history of cold sores (HSV)'],
  ['finding', 'ros', 'Denies needle phobia but fainted last time'],
  ['finding', 'ros', 'No sensation in the left hand'],
  ['finding', 'pe', 'No radial pulse'],
  ['finding', 'pe', 'Abnormal gait'],
  ['finding', 'pe', 'Not normal'],
  ['finding', 'pe', 'Intact but for a scar'],
  ['finding', 'pe', 'Masseter hypertrophy'],
  ['finding', 'pe', 'Appears acutely ill, treatment deferred'],
  ['finding', 'pe', 'Calm'],
  ['finding', 'pe', 'Denies fever'],
  ['deferred', 'pe', 'Exam deferred, not indicated for planned treatment'],
  ['deferred', 'pe', 'Patient declined exam'],
  ['note', 'pe', 'Fitzpatrick skin type III'],
  ['note', 'ros', 'LMP: ___'],
])('%s: %s %s', (kind, part, phrase) => {
  expect(kindOf(part, phrase)).toBe(kind);
});

test('a text is cut where the exam joins', () => {
  expect(phrasesOf(' Denies rash;Reports keloids ;\n; Sees well\n')).toEqual(['Denies rash', 'Reports keloids', 'Sees well']);
  expect(shortened('Reports history of Bell\'s palsy')).toBe('History of Bell\'s palsy');
  expect(shortened('reports')).toBe('Reports');
});

test('the usual words are those of the clinic\'s list', () => {
  expect(usualNormal('ros', 'gu', undefined).phrases).toEqual(['Denies pregnancy', 'Denies breastfeeding']);
  expect(usualNormal('ros', 'gu', clinic({ gu: ['denies PREGNANCY', 'Reports pregnancy'] })).phrases).toEqual(['Denies pregnancy']);
  expect(usualNormal('ros', 'gu', clinic({ gu: ['Reports pregnancy', 'Denies being pregnant', 'Denies dysuria', 'Denies hematuria'] })).phrases).toEqual(['Denies being pregnant', 'Denies dysuria']);
  expect(usualNormal('ros', 'gu', clinic({ gu: ['Reports pregnancy'] })).phrases).toEqual(['Denies symptoms']);
  expect(usualNormal('pe', 'skin', clinic({}, { skin: ['Freckled'] })).phrases).toEqual(['Within normal limits']);
  expect(usualNormal('pe', 'gu', clinic({})).kind).toBe('deferred');
  expect(usualNormal('pe', 'gu', undefined).kind).toBe('deferred');
  for (const { key } of systems) {
    for (const part of ['ros', 'pe'] as const) {
      const normal = usualNormal(part, key, undefined);
      expect(normal.phrases.every((phrase) => kindOf(part, phrase) === normal.kind), `${part} ${key}`).toBe(true);
      expect(normalState(part, withNormal('', normal))).toBe('on');
    }
  }
});

test('the usual words are added to what was found, but for those that speak of the same', () => {
  const heent = usualNormal('ros', 'heent', undefined);
  expect(withNormal('Reports history of cold sores (HSV)', heent)).toBe('Reports history of cold sores (HSV); Denies vision change, double vision or eye pain');
  expect(withNormal('Reports migraine or tension headache;', usualNormal('ros', 'neuro', undefined))).toBe('Reports migraine or tension headache; Denies numbness, tingling or focal weakness');
  expect(withNormal('Wheezing present', { phrases: ['No wheezes, rales or rhonchi'], kind: 'normal' })).toBe('Wheezing present');
});

test('taking the usual words back leaves what was typed', () => {
  const heent = usualNormal('ros', 'heent', undefined);
  expect(withoutNormal('ros', withNormal('', heent), heent, [])).toBe('');
  expect(withoutNormal('ros', 'Denies cold sores or oral lesions; Denies anything in the throat', heent, [])).toBe('Denies anything in the throat');
  expect(withoutNormal('ros', 'Denies dizziness; Reports a cold', heent, ['Denies dizziness', 'Reports a cold'])).toBe('Reports a cold');
  expect(withoutNormal('ros', 'Typed\n\nas it is', heent, [])).toBe('Typed\n\nas it is');
});

test('the toggle is on for what is normal, off for what is not said, and gone beside findings with normal words', () => {
  expect(normalState('ros', '')).toBe('off');
  expect(normalState('ros', 'Denies rash')).toBe('on');
  expect(normalState('ros', 'Reports keloids')).toBe('off');
  expect(normalState('ros', 'Reports keloids; Denies rash')).toBe('mixed');
  expect(normalState('pe', 'Skin warm, dry and intact; Fitzpatrick skin type II')).toBe('on');
});

test('the toggle is called by what it writes or what is written', () => {
  const [skin, gu] = [usualNormal('pe', 'skin', undefined), usualNormal('pe', 'gu', undefined)];
  expect([normalWord('pe', '', skin), normalWord('pe', '', gu), normalWord('pe', 'Patient declined exam', skin), normalWord('pe', 'No CVA tenderness', gu), normalWord('pe', 'Rash', skin)]).toEqual(['Normal', 'Deferred', 'Deferred', 'Normal', 'Normal']);
});

test('an exam in short: what was found, asked and examined', () => {
  const of = summarize({ ros_skin: 'Reports keloids; Denies rash', pe_skin: 'Fitzpatrick skin type II', pe_gu: 'Exam deferred, not indicated', ros_gi: 'Denies nausea', pe_neuro: null });
  const row = (key: string) => of.find((one) => one.key === key);
  expect(row('skin')).toMatchObject({ asked: true, examined: true, deferred: false });
  expect(row('skin')?.findings.map(({ part, phrase, kind }) => [part, phrase, kind])).toEqual([['ros', 'Reports keloids', 'finding'], ['pe', 'Fitzpatrick skin type II', 'note']]);
  expect(row('gu')).toMatchObject({ asked: false, examined: true, deferred: true, findings: [] });
  expect(row('gi')).toMatchObject({ asked: true, examined: false });
  expect(row('neuro')).toMatchObject({ asked: false, examined: false });
});
