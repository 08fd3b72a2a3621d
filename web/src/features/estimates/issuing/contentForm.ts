import * as z from 'zod/mini';

import type { EstimateArea, EstimateDraft, NewEstimateContent } from '@/api/generated';
import { optionalText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const day = z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/, messages.date));

/** What the law asks for beside the estimate's own fields. Everything may be left out: the server says what is missing. */
export const contentForm = z.object({
  primary_service: optionalText(),
  service_date: day,
  lines: z.array(
    z.object({
      area: z.string(),
      provider: optionalText(),
      provider_npi: z.string().check(z.trim(), z.regex(/^(\d{10})?$/, messages.npi)),
      service_code: optionalText(40),
      diagnosis_code: optionalText(40),
      discount: z.string().check(z.trim(), z.regex(/^(\d{1,6}(\.\d{1,2})?)?$/, messages.amount)),
    }),
  ),
  /** One in each line. */
  separate_items: z.string(),
  recurs_from: day,
  recurs_until: day,
  recurs_frequency: optionalText(),
  recurs_count: z
    .string()
    .check(z.trim(), z.regex(/^([1-9]\d{0,2})?$/, messages.wholeNumber(1, 366))),
});

export type ContentForm = z.infer<typeof contentForm>;

export const contentFields = [
  'primary_service',
  'service_date',
  'separate_items',
  'recurs_from',
  'recurs_until',
  'recurs_frequency',
  'recurs_count',
] as const;

export const contentLabels = {
  primary_service: 'Primary service, in plain words',
  service_date: 'Date of service',
  separate_items: 'Scheduled separately, one in each line',
  recurs_from: 'Recurs from',
  recurs_until: 'Recurs until',
  recurs_frequency: 'How often',
  recurs_count: 'How many times',
} as const;

/** The lines are those of the estimate as it is saved. */
export function fromDraft({ content, document }: EstimateDraft): ContentForm {
  return {
    primary_service: content.primary_service ?? '',
    service_date: content.service_date ?? '',
    lines: document.lines.map(({ area }) => {
      const line = content.lines.find((one) => one.area === area);
      return {
        area,
        provider: line?.provider ?? '',
        provider_npi: line?.provider_npi ?? '',
        service_code: line?.service_code ?? '',
        diagnosis_code: line?.diagnosis_code ?? '',
        discount: line?.discount ?? '',
      };
    }),
    separate_items: content.separate_items.join('\n'),
    recurs_from: content.recurs_from ?? '',
    recurs_until: content.recurs_until ?? '',
    recurs_frequency: content.recurs_frequency ?? '',
    recurs_count: content.recurs_count?.toString() ?? '',
  };
}

export function toContent({
  lines,
  separate_items,
  recurs_count,
  ...form
}: ContentForm): NewEstimateContent {
  return {
    ...form,
    recurs_count: recurs_count === '' ? null : Number(recurs_count),
    separate_items: separate_items
      .split('\n')
      .map((item) => item.trim())
      .filter(Boolean),
    // A discount as it was typed: the server reads exact decimals from text.
    lines: lines.map(({ area, discount, ...line }) => ({
      ...line,
      area: area as EstimateArea,
      ...(discount !== '' && { discount: discount as unknown as number }),
    })),
  };
}
