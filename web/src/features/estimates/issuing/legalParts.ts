import type { MissingPart } from '@/api/generated';

/** What 45 CFR 149.610 has an estimate say, in two words each, and the fields by which the server says that it is missing. */
const parts: readonly (readonly [words: string, fields: readonly string[]])[] = [
  ['Patient, birth', []],
  ['Main service', ['primary_service']],
  ['Items, charges', ['lines']],
  ['Provider’s NPI', ['provider_npi']],
  ['Clinic’s NPI, TIN', ['npi', 'tin']],
  ['Place of care', ['address', 'state']],
  ['Dates, period', ['recurs_until', 'recurs_frequency', 'recurs_count']],
  ['Separate items', []],
  ['4 disclaimers', []],
  ['Dispute right', []],
];

export interface LegalPart {
  words: string;
  isThere: boolean;
}

/** Each part with whether the estimate has it. What is always there stands in the list too, so that one sees that it was looked at. */
export const legalParts = (missing: readonly MissingPart[]): LegalPart[] =>
  parts.map(([words, fields]) => ({
    words,
    isThere: !missing.some(({ field }) => fields.includes(field)),
  }));
