import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import type { Findings } from '@/api/generated';
import { deferredPhrases } from '@/features/exams/findings/listedPhrases';
import { normalPhrases } from '@/features/exams/findings/normalPhrases';
import {
  kindOf as kindIn,
  phrasesOf,
  readingOf,
  shortened,
  type Kind,
} from '@/features/exams/findings/phrases';
import { summarize as summarizeIn, type Texts } from '@/features/exams/findings/summary';
import * as normals from '@/features/exams/findings/usualNormal';
import { systems, type SystemKey } from '@/features/exams/systems';

/** That of a clinic that keeps the marks of the product's lists. */
const productReading = readingOf(normalPhrases);
const kindOf = (part: 'ros' | 'pe', phrase: string) => kindIn(part, phrase, productReading);
const summarize = (texts: Texts) => summarizeIn(texts, productReading);
const { withNormal } = normals;
const usualNormal = (part: 'ros' | 'pe', system: SystemKey, findings: Findings | undefined) =>
  normals.usualNormal(part, system, findings, productReading);
const normalState = (part: 'ros' | 'pe', text: string) =>
  normals.normalState(part, text, productReading);
const normalWord = (part: 'ros' | 'pe', text: string, normal: normals.Normal) =>
  normals.normalWord(part, text, normal, productReading);
const withoutNormal = (
  part: 'ros' | 'pe',
  text: string,
  normal: normals.Normal,
  list: readonly string[],
) => normals.withoutNormal(part, text, normal, list, productReading);

const empty = {
  constitutional: [],
  heent: [],
  cardio: [],
  resp: [],
  gi: [],
  gu: [],
  msk: [],
  neuro: [],
  skin: [],
  psych: [],
};
const clinic = (ros: Partial<Findings['ros']>, pe: Partial<Findings['pe']> = {}): Findings => ({
  vitals: [],
  ros: { ...empty, ...ros },
  pe: { ...empty, ...pe },
});

test.each<[Kind, 'ros' | 'pe', string]>([
  ['normal', 'ros', 'Denies fever, chills or night sweats'],
  ['normal', 'ros', ' denies FEVER, chills or night sweats '],
  ['normal', 'ros', 'Denies symptoms'],
  ['normal', 'pe', 'No focal motor deficit'],
  ['normal', 'pe', 'Skin warm, dry and intact'],
  ['normal', 'pe', 'Normal gait and posture'],
  ['normal', 'pe', 'Within normal limits'],
  ['finding', 'ros', 'Denies chest pain. Fainted twice last week.'],
  ['finding', 'ros', 'Denies chest pain, pressure or palpitations. Fainted twice last week.'],
  ['finding', 'ros', 'Denies fever'],
  ['finding', 'ros', 'Denied everything and wept'],
  ['finding', 'ros', 'No sore throat'],
  ['finding', 'ros', 'Reports history of cold sores (HSV)'],
  ['finding', 'ros', 'Skin warm, dry and intact'],
  ['finding', 'pe', 'No radial pulse'],
  ['finding', 'pe', 'No hair on the left shin'],
  ['finding', 'pe', 'Normal except where it is not'],
  ['finding', 'pe', 'Unremarkable. Melanoma left cheek'],
  ['finding', 'pe', 'WNL'],
  ['finding', 'pe', 'Intact'],
  ['finding', 'pe', 'Masseter hypertrophy'],
  ['finding', 'pe', 'Denies fever, chills or night sweats'],
  ['finding', 'pe', 'Exam deferred, she bleeds'],
  ['finding', 'pe', 'Declined, then fainted'],
  ['finding', 'pe', 'Not examined: open wound'],
  ['finding', 'pe', 'Fitzpatrick skin type III with a black mole'],
  ['finding', 'ros', 'LMP: ten weeks ago'],
  ['deferred', 'pe', 'Exam deferred, not indicated for planned treatment'],
  ['deferred', 'pe', 'Patient declined exam'],
  ['note', 'pe', 'Fitzpatrick skin type III'],
  ['note', 'ros', 'LMP: ___'],
  ['note', 'ros', 'LMP: 11/02/26'],
])('%s: %s %s', (kind, part, phrase) => {
  expect(kindOf(part, phrase)).toBe(kind);
});

test('a listed phrase is one that the server offers', () => {
  const offered = readFileSync('../server/features/practice/src/clinical/findings.rs', 'utf8');
  const listed = [...normalPhrases.ros, ...normalPhrases.pe, ...deferredPhrases];
  expect(listed.filter((phrase) => !offered.includes(`"${phrase}",`))).toEqual([]);
});

test('a text is cut where the exam joins', () => {
  expect(phrasesOf(' Denies rash;Reports keloids ;\n; Sees well\n')).toEqual([
    'Denies rash',
    'Reports keloids',
    'Sees well',
  ]);
  expect(shortened("Reports history of Bell's palsy")).toBe("History of Bell's palsy");
  expect(shortened('reports')).toBe('Reports');
});

test("the usual words are those of the clinic's list", () => {
  expect(usualNormal('ros', 'gu', undefined).phrases).toEqual([
    'Denies pregnancy',
    'Denies breastfeeding',
  ]);
  expect(
    usualNormal('ros', 'gu', clinic({ gu: ['denies PREGNANCY', 'Reports pregnancy'] })).phrases,
  ).toEqual(['Denies pregnancy']);
  expect(
    usualNormal(
      'ros',
      'gu',
      clinic({
        gu: [
          'Reports pregnancy',
          'Denies being pregnant',
          'Denies kidney disease',
          'Denies hematuria',
        ],
      }),
    ).phrases,
  ).toEqual(['Denies kidney disease', 'Denies hematuria']);
  expect(usualNormal('ros', 'gu', clinic({ gu: ['Reports pregnancy'] })).phrases).toEqual([
    'Denies symptoms',
  ]);
  expect(usualNormal('pe', 'skin', clinic({}, { skin: ['Freckled'] })).phrases).toEqual([
    'Within normal limits',
  ]);
  expect(usualNormal('pe', 'gu', clinic({})).kind).toBe('deferred');
  expect(usualNormal('pe', 'gu', undefined).kind).toBe('deferred');
  for (const { key } of systems) {
    for (const part of ['ros', 'pe'] as const) {
      const normal = usualNormal(part, key, undefined);
      expect(
        normal.phrases.every((phrase) => kindOf(part, phrase) === normal.kind),
        `${part} ${key}`,
      ).toBe(true);
      expect(normalState(part, withNormal('', normal))).toBe('on');
    }
  }
});

test('the usual words are added to what was found, but for those that speak of the same', () => {
  const heent = usualNormal('ros', 'heent', undefined);
  expect(withNormal('Reports history of cold sores (HSV)', heent)).toBe(
    'Reports history of cold sores (HSV); Denies vision change, double vision or eye pain',
  );
  expect(
    withNormal('Reports migraine or tension headache;', usualNormal('ros', 'neuro', undefined)),
  ).toBe('Reports migraine or tension headache; Denies numbness, tingling or focal weakness');
  expect(
    withNormal('Wheezing present', { phrases: ['No wheezes, rales or rhonchi'], kind: 'normal' }),
  ).toBe('Wheezing present');
});

test('taking the usual words back leaves what was typed', () => {
  const heent = usualNormal('ros', 'heent', undefined);
  expect(withoutNormal('ros', withNormal('', heent), heent, [])).toBe('');
  expect(
    withoutNormal(
      'ros',
      'Denies cold sores or oral lesions; Denies anything in the throat',
      heent,
      [],
    ),
  ).toBe('Denies anything in the throat');
  expect(
    withoutNormal('ros', 'Denies hoarseness or difficulty swallowing; Reports a cold', heent, [
      'Denies hoarseness or difficulty swallowing',
      'Reports a cold',
    ]),
  ).toBe('Reports a cold');
  expect(withoutNormal('ros', 'Typed\n\nas it is', heent, [])).toBe('Typed\n\nas it is');
});

test('the toggle is on for what is normal, off for what is not said, and gone beside findings with normal words', () => {
  expect(normalState('ros', '')).toBe('off');
  expect(normalState('ros', 'Denies rash, hives or itching')).toBe('on');
  expect(normalState('ros', 'Denies rash')).toBe('off');
  expect(normalState('ros', 'Reports keloids')).toBe('off');
  expect(normalState('ros', 'Reports keloids; Denies rash, hives or itching')).toBe('mixed');
  expect(normalState('pe', 'Skin warm, dry and intact; Fitzpatrick skin type II')).toBe('on');
});

test('the toggle is called by what it writes or what is written', () => {
  const [skin, gu] = [usualNormal('pe', 'skin', undefined), usualNormal('pe', 'gu', undefined)];
  expect([
    normalWord('pe', '', skin),
    normalWord('pe', '', gu),
    normalWord('pe', 'Patient declined exam', skin),
    normalWord('pe', 'No CVA tenderness', gu),
    normalWord('pe', 'Rash', skin),
  ]).toEqual(['Normal', 'Deferred', 'Deferred', 'Normal', 'Normal']);
});

test('an exam in short: what was found, asked and examined', () => {
  const of = summarize({
    ros_skin: 'Reports keloids; Denies rash, hives or itching',
    pe_skin: 'Fitzpatrick skin type II',
    pe_gu: 'Exam deferred, not indicated for planned treatment',
    ros_gi: 'Denies nausea, vomiting or abdominal pain',
    pe_neuro: null,
  });
  const row = (key: string) => of.find((one) => one.key === key);
  expect(row('skin')).toMatchObject({ asked: true, examined: true, deferred: false });
  expect(row('skin')?.findings.map(({ part, phrase, kind }) => [part, phrase, kind])).toEqual([
    ['ros', 'Reports keloids', 'finding'],
    ['pe', 'Fitzpatrick skin type II', 'note'],
  ]);
  expect(row('gu')).toMatchObject({ asked: false, examined: true, deferred: true, findings: [] });
  expect(row('gi')).toMatchObject({ asked: true, examined: false });
  expect(row('neuro')).toMatchObject({ asked: false, examined: false });
});

test("a clinic's own phrase is normal where its list marks it, and one that it unmarked is not", () => {
  const reading = readingOf({ ros: ['Feels well'], pe: [] });
  expect(kindIn('ros', ' feels well ', reading)).toBe('normal');
  expect(kindIn('pe', 'Feels well', reading)).toBe('finding');
  expect(kindIn('ros', 'Denies pregnancy', reading)).toBe('finding');
  expect(kindIn('ros', 'Denies symptoms', reading)).toBe('normal');
  const list = clinic({ gu: ['Denies pregnancy', 'Feels well'] });
  expect(normals.usualNormal('ros', 'gu', list, reading).phrases).toEqual(['Feels well']);
});

test("without the clinic's list only what one press writes is normal, and a press writes just that", () => {
  const reading = readingOf();
  expect(kindIn('ros', 'Denies pregnancy', reading)).toBe('finding');
  expect(kindIn('ros', 'Denies symptoms', reading)).toBe('normal');
  expect(kindIn('pe', 'Patient declined exam', reading)).toBe('deferred');
  expect(normals.usualNormal('ros', 'gu', undefined, reading)).toEqual({
    phrases: ['Denies symptoms'],
    kind: 'normal',
  });
  expect(normals.usualNormal('pe', 'gi', undefined, reading).kind).toBe('deferred');
});
