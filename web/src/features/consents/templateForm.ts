import * as z from 'zod/mini';

import type { ConsentTemplate, NewConsentTemplate } from '@/api/generated';
import { bodyToHtml, htmlToTyped } from '@/features/consents/bodyToHtml';
import { plainText } from '@/features/consents/preview';
import { requiredText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const longestBody = 64 * 1024;
const bytes = (text: string) => new TextEncoder().encode(text).length;

/** A template as its author types it; `body` may still be plain text. */
export type TemplateForm = NewConsentTemplate;

export const templateForm: z.ZodMiniType<TemplateForm, TemplateForm> = z.object({
  name: requiredText('Name'),
  body: z.string().check(
    z.trim(),
    // Tags without text would give the patient an empty form to sign.
    z.refine((body) => plainText(body) !== '', messages.required('The consent text')),
    z.refine((body) => bytes(bodyToHtml(body)) <= longestBody, messages.bodyTooLong),
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
