import type { EstimateGiven } from '@/api/generated';

/** How an issued estimate was given to the patient: 'Given by link'. */
export const givenWords: Record<EstimateGiven, string> = {
  paper: 'on paper',
  link: 'by link',
  email: 'by e-mail',
};
