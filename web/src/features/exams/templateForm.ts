import * as z from 'zod/mini';

import { longestName } from '@/features/exams/templateRecord';
import { longestNotes, optionalText, requiredText } from '@/lib/formRules';

export const templateForm = z.object({
  name: requiredText('Name', longestName),
  description: optionalText(longestNotes),
  vitals_template: optionalText(longestNotes),
  ros_template: optionalText(longestNotes),
  pe_template: optionalText(longestNotes),
});
