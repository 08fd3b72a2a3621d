import * as z from 'zod/mini';

import type { ChangedProtocolDraft, ProtocolDraft } from '@/api/generated';
import { bodyToHtml, htmlToTyped, plainText } from '@/features/consents';
import { isPlausibleDate } from '@/lib/dates';
import { requiredText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const longestBody = 64 * 1024;

/** A draft as its author types it; `body` may still be plain text, and a day may be ''. */
export const draftForm = z
  .object({
    title: requiredText('Title'),
    body: z.string().check(
      z.trim(),
      z.refine((body) => plainText(body) !== '', messages.required('The text')),
      z.refine(
        (body) => new TextEncoder().encode(bodyToHtml(body)).length <= longestBody,
        messages.bodyTooLong,
      ),
    ),
    valid_from: z
      .string()
      .check(z.refine((day) => day === '' || isPlausibleDate(day), messages.date)),
    valid_until: z
      .string()
      .check(z.refine((day) => day === '' || isPlausibleDate(day), messages.date)),
  })
  .check(
    z.refine(
      ({ valid_from, valid_until }) =>
        valid_from === '' || valid_until === '' || valid_until >= valid_from,
      { error: 'Enter the same day, or a later one.', path: ['valid_until'] },
    ),
  );

export type DraftForm = z.infer<typeof draftForm>;

export const draftLabels: Record<keyof DraftForm, string> = {
  title: 'Title',
  body: 'Text',
  valid_from: 'Valid from',
  valid_until: 'Valid until',
};

export const draftFields = Object.keys(draftLabels) as (keyof DraftForm)[];

export const blankDraft: DraftForm = { title: '', body: '', valid_from: '', valid_until: '' };

export function fromDraft({
  title,
  body,
  valid_from,
  valid_until,
}: Pick<ProtocolDraft, 'title' | 'body' | 'valid_from' | 'valid_until'>): DraftForm {
  return { title, body: htmlToTyped(body), valid_from: valid_from ?? '', valid_until };
}

export function toDraft({ title, body, valid_from, valid_until }: DraftForm): ChangedProtocolDraft {
  return {
    title,
    body: bodyToHtml(body),
    valid_from: valid_from || null,
    valid_until: valid_until || null,
  };
}
