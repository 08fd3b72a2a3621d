import { expect, test } from 'vitest';

import { contentForm, toContent, type ContentForm } from '@/features/estimates/issuing/contentForm';

const empty: ContentForm = {
  primary_service: '',
  service_date: '',
  lines: [],
  separate_items: '',
  recurs_from: '',
  recurs_until: '',
  recurs_frequency: '',
  recurs_count: '',
};

test('a draft with nothing entered can be saved', () => {
  expect(contentForm.safeParse(empty).success).toBe(true);
  expect(toContent(empty)).toEqual({
    primary_service: '',
    service_date: '',
    lines: [],
    separate_items: [],
    recurs_from: '',
    recurs_until: '',
    recurs_frequency: '',
    recurs_count: null,
  });
});

test('separate items are lines, and a discount stays as it was typed', () => {
  const line = {
    area: 'face',
    provider: 'Ada',
    provider_npi: '1234567893',
    service_code: '',
    diagnosis_code: '',
    discount: '30.10',
  };
  const sent = toContent({
    ...empty,
    lines: [line],
    separate_items: ' A blood count \n\nA peel',
    recurs_count: '2',
  });
  expect(sent.separate_items).toEqual(['A blood count', 'A peel']);
  expect(sent.lines?.[0]).toMatchObject({ area: 'face', discount: '30.10' });
  expect(sent.recurs_count).toBe(2);
});

test.each([
  ['provider_npi', '12345'],
  ['discount', '1.234'],
  ['service_code', 'x'.repeat(41)],
])('%s %s is refused', (field, value) => {
  const line = {
    area: 'face',
    provider: '',
    provider_npi: '',
    service_code: '',
    diagnosis_code: '',
    discount: '',
    [field]: value,
  };
  expect(contentForm.safeParse({ ...empty, lines: [line] }).success).toBe(false);
});
