import { describe, expect, test } from 'vitest';

import { templateForm, toNewTemplate } from '@/features/consents/templateForm';

const faults = (name: string, body: string) =>
  templateForm
    .safeParse({ name, body })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('a template', () => {
  test('needs a name and a text that are not blank', () => {
    expect(faults(' \n', '\t ')).toEqual([
      'name: Name is required',
      'body: The consent text is required',
    ]);
    expect(faults('Botox', 'I agree.')).toEqual([]);
  });

  test('empty tags are no text', () => {
    expect(faults('Botox', '<p> &nbsp; </p>')).toEqual(['body: The consent text is required']);
  });

  test('has a longest name and a longest text', () => {
    expect(faults('n'.repeat(201), 'I agree.')).toEqual(['name: Use at most 200 characters']);
    expect(faults('Botox', 'é'.repeat(32 * 1024))).toEqual([
      'body: This text is too long. Please keep it under 64 kB.',
    ]);
  });

  test('is sent trimmed, its text as HTML', () => {
    expect(
      toNewTemplate(templateForm.parse({ name: ' Botox ', body: ' I agree.\n\nI may stop. ' })),
    ).toEqual({
      name: 'Botox',
      body: '<p>I agree.</p>\n\n<p>I may stop.</p>',
    });
  });
});
