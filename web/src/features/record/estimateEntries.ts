import { givenWords } from '@/api/estimateWords';
import type { Coverage, EstimateGiven, TimelineEntry } from '@/api/generated';
import { coverageWords, endingWords } from '@/features/estimate-clocks';
import type { EntryMark } from '@/features/record/Mark';
import { done, ended, late, settled, waits } from '@/features/record/marks';

/** The marks of issued estimates, of what was owed, and of charges. */
export const estimateMarks: Record<string, EntryMark> = {
  'issued_estimate issued': done('Issued'),
  'issued_estimate superseded': ended('Superseded'),
  'issued_estimate voided': ended('Voided'),
  'issued_estimate received': done('Received'),
  'issued_estimate asked': waits('Waits for an answer'),
  'issued_estimate answered': settled('Answered'),
  'issued_estimate void': ended('Voided'),
  'estimate_clock coverage': settled('Noted'),
  'estimate_clock asked': settled('Asked'),
  'estimate_clock issued': done(endingWords.issued),
  'estimate_clock cancelled': ended(endingWords.cancelled),
  'estimate_clock insured': ended(endingWords.insured),
  'estimate_clock by_hand': ended(endingWords.by_hand),
  'charge recorded': settled('Charged'),
  'charge voided': ended('Does not count'),
  'charge void': ended('Voided'),
  'charge disputed': late('Disputed'),
  'charge dispute_closed': done('Dispute closed'),
};

/** 'Estimate issued, version 2, by link and on paper', 'Charge: Botox, $480.00'. */
export function estimateTitle({ kind, state, title, version }: TimelineEntry): string {
  switch (`${kind} ${state ?? ''}`) {
    case 'issued_estimate received':
      return `Estimate received, version ${version ?? 1}${waysWords(title)}`;
    case 'issued_estimate asked':
    case 'issued_estimate answered':
      return `Question about version ${version ?? 1} of the estimate: ${title ?? ''}`;
    case 'issued_estimate void':
      return `Estimate and its issued versions: ${title ?? ''}`;
    case 'estimate_clock coverage':
      return title === null
        ? 'Coverage'
        : `Coverage: ${(coverageWords[title as Coverage] ?? title).toLowerCase()}`;
    case 'estimate_clock asked':
      return withTitle('Asked about the cost', title);
    case 'charge recorded':
    case 'charge voided':
    case 'charge void':
      return withTitle('Charge', title);
    case 'charge disputed':
    case 'charge dispute_closed':
      return withTitle('Dispute', title);
    default:
      return kind === 'issued_estimate'
        ? `Estimate issued, version ${version ?? 1}${waysWords(title)}`
        : withTitle('Estimate due', title);
  }
}

const withTitle = (what: string, title: string | null) => (title ? `${what}: ${title}` : what);

/** How an issued version was given; nothing while a mail was not sent yet. */
function waysWords(given: string | null): string {
  const words = (given ?? '')
    .split(',')
    .filter(Boolean)
    .map((way) => givenWords[way as EstimateGiven] ?? way);
  return words.length === 0 ? '' : `, ${words.join(' and ')}`;
}
