import type { ComparedPatient, Likeness } from '@/api/generated';
import { formatDate } from '@/lib/dates';

/** How likely two records are of one person. */
export const likenessWords: Record<Likeness, string> = {
  very_likely: 'Very likely the same person',
  possible: 'Possibly the same person',
};

export const fullName = ({
  first_name,
  last_name,
}: Pick<ComparedPatient, 'first_name' | 'last_name'>) => `${first_name} ${last_name}`;

/** The details that identify a patient: 'born Jan 10, 1980, (555) 010-1000, archived'. */
export function particulars({ birth_date, phone, email, is_archived }: ComparedPatient): string {
  return [birth_date && `born ${formatDate(birth_date)}`, phone, email, is_archived && 'archived']
    .filter(Boolean)
    .join(', ');
}
