import { describe, expect, test } from 'vitest';

import type { ExamTemplate } from '@/api/generated';
import { templateForm } from '@/features/exams/templateForm';
import { blankTemplate, copyOf, fromTemplate, toNewTemplate } from '@/features/exams/templateRecord';

const filler: ExamTemplate = { id: 3, name: 'Filler', description: null, vitals_template: 'BP: ___/___ mmHg', ros_template: null, pe_template: 'Skin: Intact', version: 1, created_at: '2026-01-05T15:00:00Z' };
const faults = (change: object) => templateForm.safeParse({ ...blankTemplate, name: 'Filler', ...change }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('a template', () => {
  test('needs a name that is not blank, and nothing else', () => {
    expect(faults({ name: ' \n' })).toEqual(['name: Name is required']);
    expect(faults({})).toEqual([]);
  });

  test('has a longest name and a longest text', () => {
    expect(faults({ name: 'n'.repeat(201), pe_template: 'p'.repeat(10_001) })).toEqual(['name: Use at most 200 characters', 'pe_template: Use at most 10,000 characters']);
  });

  test('is sent trimmed, with nothing for what is blank, and read back the same', () => {
    const form = templateForm.parse({ ...blankTemplate, name: ' Filler ', pe_template: 'Skin: Intact\n' });
    expect(toNewTemplate(form)).toEqual({ name: 'Filler', description: null, vitals_template: null, ros_template: null, pe_template: 'Skin: Intact' });
    expect(fromTemplate(filler)).toEqual({ ...blankTemplate, name: 'Filler', vitals_template: 'BP: ___/___ mmHg', pe_template: 'Skin: Intact' });
  });
});

describe('a copy', () => {
  test('has the same words under a name of its own', () => {
    expect(copyOf(filler, [filler])).toEqual({ name: 'Copy of Filler', description: null, vitals_template: 'BP: ___/___ mmHg', ros_template: null, pe_template: 'Skin: Intact' });
  });

  test('of something copied before is numbered', () => {
    const all = [filler, { ...filler, id: 4, name: 'Copy of Filler' }, { ...filler, id: 5, name: 'Copy of Filler (2)' }];
    expect(copyOf(filler, all).name).toBe('Copy of Filler (3)');
  });

  test('never has a name that is too long', () => {
    const long = { ...filler, name: 'n'.repeat(200) };
    const first = copyOf(long, [long]).name;
    const second = copyOf(long, [long, { ...long, name: first }]).name;
    expect([first.length, second.length]).toEqual([200, 200]);
    expect(second.endsWith(' (2)')).toBe(true);
  });
});
