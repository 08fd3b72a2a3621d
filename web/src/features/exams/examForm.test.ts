import { describe, expect, test } from 'vitest';

import type { Exam } from '@/api/generated';
import {
  blanksLeft,
  blankExam,
  countWritten,
  examFields,
  examForm,
  fillEmpty,
  type ExamForm,
} from '@/features/exams/examForm';
import { normalPhrases } from '@/features/exams/findings/normalPhrases';
import { readingOf } from '@/features/exams/findings/phrases';
import { toNewExam as toNewExamIn } from '@/features/exams/newExam';

/** A clinic that keeps the marks of the product's lists. */
const listed = readingOf(normalPhrases);
const toNewExam = (patientId: number, form: ExamForm) => toNewExamIn(patientId, form, listed);

const earlier: Exam = {
  id: 7,
  patient_id: 3,
  examiner_id: 1,
  examiner_name: 'Ada Moss',
  created_at: '2026-01-10T15:00:00Z',
  valid_until: '2027-01-10T15:00:00Z',
  vitals: 'HR: 70 bpm',
  ros_constitutional: null,
  ros_heent: null,
  ros_cardio: null,
  ros_resp: null,
  ros_gi: null,
  ros_gu: null,
  ros_msk: null,
  ros_neuro: null,
  ros_skin: 'Denies rash',
  ros_psych: null,
  pe_constitutional: 'Afebrile',
  pe_heent: null,
  pe_cardio: null,
  pe_resp: null,
  pe_gi: null,
  pe_gu: null,
  pe_msk: null,
  pe_neuro: null,
  pe_skin: 'Skin warm, dry and intact',
  pe_psych: null,
  normal: [],
  deferred: [],
};

test('the form has the vitals and ten systems twice', () => {
  expect(examFields).toHaveLength(21);
  expect(new Set(examFields).size).toBe(21);
  expect(examFields).toContain('ros_psych');
  expect(examFields).toContain('pe_psych');
});

describe('what is sent', () => {
  test('holds the patient and only what was written, trimmed', () => {
    expect(
      toNewExam(3, { ...blankExam, vitals: ' HR: 70 bpm ', pe_skin: 'Clear', ros_gi: '  ' }),
    ).toEqual({
      patient_id: 3,
      vitals: 'HR: 70 bpm',
      pe_skin: 'Clear',
    });
  });

  test('names the texts that say nothing but what a press writes, each phrase whole', () => {
    const { normal, deferred } = toNewExam(3, {
      ...blankExam,
      ros_cardio: 'Denies chest pain. Fainted twice last week.',
      ros_heent: 'Denies cold sores or oral lesions; Denies it all',
      ros_gi: ' Denies nausea, vomiting or abdominal pain ;',
      pe_cardio: 'Regular rate and rhythm; No peripheral edema',
      pe_gi: 'Exam deferred, not indicated for planned treatment',
      pe_gu: 'Patient declined exam; No CVA tenderness',
      pe_skin: 'Skin warm, dry and intact; Fitzpatrick skin type II',
    });
    expect({ normal, deferred }).toEqual({
      normal: ['pe_cardio', 'ros_gi'],
      deferred: ['pe_gi'],
    });
  });

  test('blank fields do not count as written', () => {
    expect(countWritten({ ...blankExam, ros_gi: ' \n' })).toBe(0);
    expect(countWritten({ vitals: 'x', pe_gi: 'y' })).toBe(2);
  });
});

test('what is still to be filled in is named, text by text', () => {
  expect(
    blanksLeft({
      ...blankExam,
      vitals: 'BP: ___/___ mmHg, HR: 70 bpm',
      ros_gu: 'LMP: ___',
      pe_skin: 'Clear',
    }),
  ).toEqual([
    'Vitals: 2 blanks are not filled in.',
    'Genitourinary ROS: a blank is not filled in.',
  ]);
  expect(blanksLeft({ ...blankExam, vitals: 'BP: 120/80 mmHg', ros_skin: 'mole _ __' })).toEqual(
    [],
  );
});

describe('starting from the last exam', () => {
  test('fills what is empty and touches nothing that was typed', () => {
    const filled = fillEmpty({ ...blankExam, vitals: 'HR: 92 bpm', ros_skin: '  ' }, earlier);
    expect(filled).toEqual({
      ...blankExam,
      vitals: 'HR: 92 bpm',
      ros_skin: 'Denies rash',
      pe_constitutional: 'Afebrile',
      pe_skin: 'Skin warm, dry and intact',
    });
  });
});

test('a field of more than 10,000 characters is refused', () => {
  expect(examForm.safeParse({ ...blankExam, vitals: 'a'.repeat(10_000) }).success).toBe(true);
  expect(examForm.safeParse({ ...blankExam, vitals: 'a'.repeat(10_001) }).success).toBe(false);
});
