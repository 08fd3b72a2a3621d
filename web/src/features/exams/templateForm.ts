import * as z from 'zod/mini';

import { longestName } from '@/features/exams/templateRecord';

const longestText = 10_000;
const text = z.string().check(z.trim(), z.maxLength(longestText, `Please keep this under ${longestText.toLocaleString('en-US')} characters`));

export const templateForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(longestName, `Please keep the name under ${longestName} characters`)),
  description: text,
  vitals_template: text,
  ros_template: text,
  pe_template: text,
});
