import { expect, test } from 'vitest';

import {
  estimatePath,
  estimateVersionPath,
  examPath,
  newExamPath,
  patientActivityPath,
  patientPath,
  signInPath,
} from '@/lib/paths';

test('paths with their parameters', () => {
  expect(patientPath(7)).toBe('/patients/7');
  expect([examPath(7), newExamPath(7)]).toEqual(['/gfe/7', '/gfe/7?new']);
  expect([estimatePath(7), estimateVersionPath(7, 9, 2)]).toEqual([
    '/gfe-estimate/7',
    '/gfe-estimate/7/9/versions/2',
  ]);
  expect(patientActivityPath(7)).toBe('/activity?patient=7');
  expect(signInPath('/patients?search=hart')).toBe('/sign-in?next=%2Fpatients%3Fsearch%3Dhart');
});
