import type { Part } from '@/features/exams/examForm';

/**
 * The meaning of a phrase of an exam: nothing wrong, that the part was not examined, a fact that is neither (a skin type), or something to look
 * at. What is not known to be normal is something to look at: it must never be hidden.
 */
export type Kind = 'normal' | 'deferred' | 'note' | 'finding';

/** The phrases of a text, as the exam joins them. */
export function phrasesOf(text: string): string[] {
  return text.split(/[;\n]/).map((phrase) => phrase.trim()).filter(Boolean);
}

/** The normal findings of a physical exam that the product starts with (server/src/features/clinical/findings.rs), which their words alone would not show. */
const knownNormal = new Set([
  'Well-developed, well-nourished, in no acute distress', 'Alert and oriented x4', 'Appears stated age', 'Vital signs reviewed and within normal limits', 'Afebrile', 'Ambulates without difficulty',
  'Normocephalic, atraumatic', 'PERRL, EOMI, conjunctivae clear', 'Brows and face symmetric at rest', 'Oropharynx clear, mucous membranes moist', 'Neck supple without lymphadenopathy',
  'Regular rate and rhythm', 'Radial pulses 2+ and symmetric', 'Capillary refill under 2 seconds', 'Adequate peripheral veins for blood draw',
  'Respirations even and unlabored', 'Clear to auscultation bilaterally', 'Speaks in full sentences',
  'Abdomen soft, non-tender, non-distended', 'Bowel sounds normoactive', 'Urine pregnancy test negative',
  'Full range of motion of neck and extremities', 'Strength 5/5 and symmetric', 'TMJ without click or tenderness', 'Masseters normal and symmetric',
  'Cranial nerves II-XII grossly intact', 'Facial nerve function symmetric', 'Frontalis, corrugator and orbicularis strength symmetric', 'Sensation intact to light touch in treatment area',
  'Skin warm, dry and intact',
  'Appropriate mood and affect', 'Cooperative with good eye contact', 'Thought process logical and goal-directed', 'Judgment and insight intact', 'Realistic treatment expectations expressed', 'Demonstrates capacity to consent',
].map((phrase) => phrase.toLowerCase()));

const deferred = /^(?:exam deferred|(?:patient )?declined|not examined)\b/i;
const note = /^(?:LMP|Fitzpatrick|Glogau)\b/i;
const exception = /\b(?:but|except|although|however|other than|apart|until|besides|yet|now)\b|[?!]/i;
/** 'No sensation in the left hand' is anything but normal. */
const missed = /\b(?:sensation|feeling|pulses?|reflex(?:es)?|movement|motion|strength|power|vision|hearing|sight|taste|smell|appetite|sleep|energy|relief|improvement|response|refill|sounds?|change|longer|known|records?|light|blink|eye contact|insight)\b/i;
const plainlyNormal = /^(?:normal\b|unremarkable\b|within normal limits$|wnl$|intact$|clear$|negative$)/i;

/** The meaning of one phrase. */
export function kindOf(part: Part, phrase: string): Kind {
  if (deferred.test(phrase)) return 'deferred';
  if (note.test(phrase)) return 'note';
  if (exception.test(phrase)) return 'finding';
  if (part === 'pe' && knownNormal.has(phrase.toLowerCase())) return 'normal';
  if (part === 'ros' && /^den(?:ies|ied)\b/i.test(phrase)) return 'normal';
  if (plainlyNormal.test(phrase)) return 'normal';
  return /^no\b/i.test(phrase) && !missed.test(phrase) ? 'normal' : 'finding';
}

/** As a chip shows it: 'Reports history of Bell's palsy' is 'History of Bell's palsy'. */
export function shortened(phrase: string): string {
  const words = phrase.replace(/^reports (?=\S)/i, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
