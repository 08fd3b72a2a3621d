import type { Treatment } from '@/api/generated';
import { liftedWords, protocolWords } from '@/features/protocols';

export interface Detail {
  label: string;
  text: string;
}

/** Units, lot, volumes, notes and the protocol of a treatment, those that were recorded, in the order they are read. */
export function treatmentDetails({ units, lot, volumes_ml, notes, protocol }: Treatment): Detail[] {
  const details = [
    { label: 'Units', text: units?.toLocaleString('en-US', { maximumFractionDigits: 2 }) },
    { label: 'Lot', text: lot },
    { label: 'Volumes (mL)', text: volumes_ml },
    { label: 'Notes', text: notes },
    { label: 'Protocol', text: protocolWords(protocol) },
    { label: 'Let pass by a director', text: liftedWords(protocol) },
  ];
  return details.filter((detail): detail is Detail => Boolean(detail.text));
}

/** A director's signature is what makes a treatment approved. */
export const isApproved = ({ director_signature }: Treatment) => director_signature !== null;
