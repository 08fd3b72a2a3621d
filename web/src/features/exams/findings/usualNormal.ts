import type { Findings } from '@/api/generated';
import { findingJoiner } from '@/features/exams/appendFinding';
import type { ExamForm, Part } from '@/features/exams/examForm';
import { plain } from '@/features/exams/findings/listedPhrases';
import { kindOf, phrasesOf, type Kind, type Reading } from '@/features/exams/findings/phrases';
import { systems, type SystemKey } from '@/features/exams/systems';

type Usual = Record<SystemKey, readonly string[]>;

/**
 * The phrases of a normal exam for each system, as in the exam templates that the product starts with (exam_templates.rs: NORMAL_ROS, NORMAL_PE).
 * Without what one tap must not claim: that the vital signs are normal, and the skin type.
 */
const usual: Record<Part, Usual> = {
  ros: {
    constitutional: [
      'Denies fever, chills or night sweats',
      'Denies illness, infection or antibiotic use in past 2 weeks',
    ],
    heent: ['Denies vision change, double vision or eye pain', 'Denies cold sores or oral lesions'],
    cardio: [
      'Denies chest pain, pressure or palpitations',
      'Denies anticoagulant or antiplatelet use',
    ],
    resp: ['Denies cough, wheezing or shortness of breath', 'Denies recent respiratory infection'],
    gi: ['Denies nausea, vomiting or abdominal pain'],
    gu: ['Denies pregnancy', 'Denies breastfeeding'],
    msk: ['Denies muscle pain or weakness', 'Denies autoimmune or connective tissue disease'],
    neuro: [
      'Denies headache, dizziness or seizures',
      'Denies numbness, tingling or focal weakness',
    ],
    skin: [
      'Denies rash, hives or itching',
      'Denies keloid or hypertrophic scarring',
      'Denies easy bruising or bleeding disorder',
      'Denies open wound or infection in treatment area',
    ],
    psych: [
      'Denies depression, anxiety or mood change',
      'Denies history of body dysmorphic or eating disorder',
    ],
  },
  pe: {
    constitutional: [
      'Well-developed, well-nourished, in no acute distress',
      'Alert and oriented x4',
    ],
    heent: ['Normocephalic, atraumatic', 'PERRL, EOMI, conjunctivae clear'],
    cardio: ['Regular rate and rhythm', 'No peripheral edema'],
    resp: ['Respirations even and unlabored', 'Speaks in full sentences'],
    gi: ['Exam deferred, not indicated for planned treatment'],
    gu: ['Exam deferred, not indicated for planned treatment'],
    msk: ['Full range of motion of neck and extremities', 'Normal gait and posture'],
    neuro: ['Cranial nerves II-XII grossly intact', 'No focal motor deficit'],
    skin: ['Skin warm, dry and intact', 'No infection, lesion or inflammation in treatment area'],
    psych: [
      'Appropriate mood and affect',
      'Realistic treatment expectations expressed',
      'Demonstrates capacity to consent',
    ],
  },
};

export interface Normal {
  phrases: readonly string[];
  /** Its meaning: nothing is wrong, or, where the usual exam leaves the system out, that it was not examined. */
  kind: Extract<Kind, 'normal' | 'deferred'>;
}

/**
 * The clinic's usual words for a system without a finding: the usual phrases that its own list has and does not unmark, else the first two that
 * it marks as normal. With nothing of either, or without a list because it could not be loaded, the plain words that always count.
 */
export function usualNormal(
  part: Part,
  system: SystemKey,
  findings: Findings | undefined,
  reading: Reading,
): Normal {
  const phrases = usual[part][system];
  const list = findings?.[part][system];
  const same = (one: string) => (other: string) =>
    one.trim().toLowerCase() === other.trim().toLowerCase();
  const counts = (phrase: string) => ['normal', 'deferred'].includes(kindOf(part, phrase, reading));
  const own = (list?.length ? phrases.filter((phrase) => list.some(same(phrase))) : phrases).filter(
    counts,
  );
  const chosen =
    own.length > 0
      ? own
      : (list ?? [])
          .filter((phrase) => kindOf(part, phrase, reading) === 'normal' && !phrase.includes('___'))
          .slice(0, 2);
  const usualPhrases = chosen.length > 0 ? chosen : [plain[part]];
  return {
    phrases: usualPhrases,
    kind: usualPhrases.every((phrase) => kindOf(part, phrase, reading) === 'deferred')
      ? 'deferred'
      : 'normal',
  };
}

/** What the toggle "Normal" shows for a text: on, off, or nothing where findings stand beside normal phrases already. */
export type NormalState = 'on' | 'off' | 'mixed';

export function normalState(part: Part, text: string, reading: Reading): NormalState {
  const kinds = phrasesOf(text).map((phrase) => kindOf(part, phrase, reading));
  const fine = kinds.filter((kind) => kind === 'normal' || kind === 'deferred').length;
  if (fine === 0) return 'off';
  return kinds.includes('finding') ? 'mixed' : 'on';
}

/** What the toggle is called: what it would write, or what the text says. */
export function normalWord(
  part: Part,
  text: string,
  normal: Normal,
  reading: Reading,
): 'Normal' | 'Deferred' {
  const kinds = phrasesOf(text).map((phrase) => kindOf(part, phrase, reading));
  const meanings = kinds.some((kind) => kind === 'normal' || kind === 'deferred')
    ? kinds
    : [normal.kind];
  return meanings.includes('normal') ? 'Normal' : 'Deferred';
}

/**
 * The text after the usual phrases were tapped. With findings in it only those about something else are added: "Denies cold sores"
 * must not follow "Reports history of cold sores".
 */
export function withNormal(text: string, { phrases }: Normal): string {
  const written = phrasesOf(text);
  const added = phrases.filter((phrase) => !written.some((one) => shareWords(one, phrase)));
  const before = text.trimEnd().replace(/;$/, '').trimEnd();
  return [...(before ? [before] : []), ...added].join(findingJoiner);
}

/** The usual words of every system of which nothing is written yet. */
export function restNormal(
  form: ExamForm,
  findings: Findings | undefined,
  reading: Reading,
): Partial<ExamForm> {
  const untouched = systems.filter(
    ({ key }) => form[`ros_${key}`].trim() === '' && form[`pe_${key}`].trim() === '',
  );
  return Object.fromEntries(
    untouched.flatMap(({ key }) =>
      (['ros', 'pe'] as const).map((part) => [
        `${part}_${key}`,
        withNormal('', usualNormal(part, key, findings, reading)),
      ]),
    ),
  );
}

/** The text without the phrases that one tap or the picker brings back; what else was typed stays. */
export function withoutNormal(
  part: Part,
  text: string,
  { phrases }: Normal,
  list: readonly string[],
  reading: Reading,
): string {
  const offered = new Set([...phrases, ...list].map((phrase) => phrase.trim().toLowerCase()));
  const goes = (phrase: string) =>
    ['normal', 'deferred'].includes(kindOf(part, phrase, reading)) &&
    offered.has(phrase.toLowerCase());
  const written = phrasesOf(text);
  return written.some(goes) ? written.filter((phrase) => !goes(phrase)).join(findingJoiner) : text;
}

const fillers = new Set([
  'denies',
  'reports',
  'history',
  'noted',
  'present',
  'normal',
  'without',
  'treatment',
  'recent',
  'active',
  'disorder',
  'disease',
  'diseases',
]);

/** Whether two phrases are about the same: by the beginnings of their longer words, so that 'wheezing' is 'wheezes'. */
function shareWords(one: string, other: string): boolean {
  const stems = (text: string) =>
    new Set(
      (text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
        .filter((word) => !fillers.has(word))
        .map((word) => word.slice(0, 5)),
    );
  const others = stems(other);
  return [...stems(one)].some((stem) => others.has(stem));
}
