import { describe, expect, test } from 'vitest';

import type { ExamTemplate } from '@/api/generated';
import { templateForm } from '@/features/exams/templateForm';
import { blankTemplate, fromTemplate, toNewTemplate } from '@/features/exams/templateRecord';

const filler: ExamTemplate = {
  id: 3,
  name: 'Filler',
  description: null,
  vitals_template: 'BP: ___/___ mmHg',
  ros_template: null,
  pe_template: 'Skin: Intact',
  version: 1,
  created_at: '2026-01-05T15:00:00Z',
};
const faults = (change: object) =>
  templateForm
    .safeParse({ ...blankTemplate, name: 'Filler', ...change })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('a template', () => {
  test('needs a name that is not blank, and nothing else', () => {
    expect(faults({ name: ' \n' })).toEqual(['name: Name is required']);
    expect(faults({})).toEqual([]);
  });

  test('has a longest name and a longest text', () => {
    expect(faults({ name: 'n'.repeat(201), pe_template: 'p'.repeat(10_001) })).toEqual([
      'name: Use at most 200 characters',
      'pe_template: Use at most 10,000 characters',
    ]);
  });

  test('is sent trimmed, with nothing for what is blank, and read back the same', () => {
    const form = templateForm.parse({
      ...blankTemplate,
      name: ' Filler ',
      pe_template: 'Skin: Intact\n',
    });
    expect(toNewTemplate(form)).toEqual({
      name: 'Filler',
      description: null,
      vitals_template: null,
      ros_template: null,
      pe_template: 'Skin: Intact',
    });
    expect(fromTemplate(filler)).toEqual({
      ...blankTemplate,
      name: 'Filler',
      vitals_template: 'BP: ___/___ mmHg',
      pe_template: 'Skin: Intact',
    });
  });
});
