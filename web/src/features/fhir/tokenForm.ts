import * as z from 'zod/mini';

import type { CreateApiToken } from '@/api/generated';
import { scopes } from '@/features/fhir/scopes';
import { requiredText } from '@/lib/formRules';

/** How long a token is valid, in days. */
export const validities = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: '1 year' },
];

export const tokenForm = z.object({
  name: requiredText('Name'),
  scopes: z.array(z.string()).check(z.minLength(1, 'Choose at least one')),
  valid_days: z.string(),
});

export type TokenForm = z.infer<typeof tokenForm>;

export const tokenFields = [
  'name',
  'scopes',
  'valid_days',
] as const satisfies readonly (keyof TokenForm)[];

/** Nothing is chosen: what another program may read is a decision. */
export const newToken: TokenForm = { name: '', scopes: [], valid_days: '90' };

export function toCreateApiToken(form: TokenForm): CreateApiToken {
  return {
    name: form.name,
    scopes: scopes.filter((scope) => form.scopes.includes(scope)),
    valid_days: Number(form.valid_days),
  };
}
