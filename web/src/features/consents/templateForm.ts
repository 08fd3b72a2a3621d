import * as z from 'zod/mini';

import type { ConsentTemplate, NewConsentTemplate } from '@/api/generated';
import { bodyToHtml, htmlToTyped } from '@/features/consents/bodyToHtml';
import { plainText } from '@/features/consents/preview';

const longestBody = 64 * 1024;
const bytes = (text: string) => new TextEncoder().encode(text).length;

/** A template as its author types it; `body` may still be plain text. */
export type TemplateForm = NewConsentTemplate;

export const templateForm: z.ZodMiniType<TemplateForm, TemplateForm> = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(200, 'Please keep the name under 200 characters')),
  body: z.string().check(
    z.trim(),
    // Tags without text would give the patient an empty form to sign.
    z.refine((body) => plainText(body) !== '', 'The consent text is required'),
    z.refine((body) => bytes(bodyToHtml(body)) <= longestBody, 'This text is too long. Please keep it under 64 kB.'),
  ),
});

export const blankTemplate: TemplateForm = { name: '', body: '' };

export const templateLabels: Record<keyof TemplateForm, string> = { name: 'Name', body: 'Text' };

export function fromTemplate({ name, body }: ConsentTemplate): TemplateForm {
  return { name, body: htmlToTyped(body) };
}

export function toNewTemplate({ name, body }: TemplateForm): NewConsentTemplate {
  return { name, body: bodyToHtml(body) };
}
