import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { Exam, ExamEntry } from '@/api/generated';
import { normalPhrases } from '@/features/exams/findings/normalPhrases';
import { Component as GfeExamPage } from '@/features/exams/GfeExamPage';
import { exam, patient, voided } from '@/testing/patientRecord';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const none = {
  constitutional: [],
  heent: [],
  cardio: [],
  resp: [],
  gi: [],
  gu: [],
  msk: [],
  neuro: [],
  skin: [],
  psych: [],
};
const findings = {
  vitals: ['BP: ___/___ mmHg', 'HR: ___ bpm'],
  ros: {
    ...none,
    heent: [
      'Denies cold sores or oral lesions',
      'Denies vision change, double vision or eye pain',
      'Reports history of cold sores (HSV)',
    ],
  },
  pe: { ...none, skin: ['Skin warm, dry and intact', 'Photodamage or dyschromia'] },
};
const entry: ExamEntry = {
  id: 31,
  examiner_name: 'Dana Reyes',
  created_at: exam.created_at,
  valid_until: exam.valid_until,
  counts: true,
  voided: null,
  addenda: 0,
  may_void: false,
};

let sent: unknown[];
let held: { exam: Exam | null; history: ExamEntry[]; older: Partial<Record<number, string>> };

beforeEach(() => {
  sent = [];
  held = { exam: null, history: [], older: {} };
  server.use(
    http.get('*/api/patients/7', () => HttpResponse.json(patient)),
    http.get('*/api/clinic/settings', () =>
      HttpResponse.json({
        time_zone: 'America/New_York',
        findings,
        normal_findings: normalPhrases,
      }),
    ),
    http.get('*/api/gfe/7', () => HttpResponse.json(held.exam)),
    http.get('*/api/gfe/7/history', () => HttpResponse.json(held.history)),
    http.get('*/api/gfe/exams/:id', ({ params }) =>
      HttpResponse.json({
        ...exam,
        ...held.history.find(({ id }) => id === Number(params['id'])),
        vitals: held.older[Number(params['id'])] ?? null,
      }),
    ),
    http.post('*/api/gfe', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...exam, id: 40 }, { status: 201 });
    }),
  );
});

const user = userEvent.setup();
const open = async () => {
  renderScreen({ path: '/gfe/:patientId', element: <GfeExamPage /> }, '/gfe/7?new');
  await screen.findByRole('form', { name: 'Good Faith Exam' });
};
const box = (name: string) => screen.getByRole('textbox', { name });
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');
const side = () => within(screen.getByRole('region', { name: 'Findings' }));

test('numbers and text follow each other, and what is no number stays in the text', async () => {
  await open();
  await user.type(box('BP systolic'), '118/76');
  expect(box('BP diastolic')).toHaveFocus();
  await user.type(box('HR'), '72');
  expect(box('Vitals')).toHaveValue('BP: 118/76 mmHg, HR: 72 bpm');
  await user.type(box('Vitals'), ', sat up; Temp 98,4');
  expect(box('Temp')).toHaveValue('98');
  await user.clear(box('HR'));
  expect(box('Vitals')).toHaveValue('BP: 118/76 mmHg, sat up; Temp 98,4');
  await user.clear(box('BP systolic'));
  expect(box('Vitals')).toHaveValue('BP: ___/76 mmHg, sat up; Temp 98,4');
});

test('the BMI comes with weight and height, unless it was typed', async () => {
  await open();
  await user.type(box('Weight'), '148');
  await user.type(box('Height feet'), "5'6");
  expect(box('BMI')).toHaveValue('23.9');
  await user.clear(box('BMI'));
  await user.type(box('BMI'), '24');
  await user.type(box('Weight'), '0');
  expect(box('BMI')).toHaveValue('24');
});

test('a number beyond the usual is asked about once the field is left, and saved all the same', async () => {
  await open();
  await user.type(box('HR'), '720');
  expect(screen.queryByText(/Is this right/)).not.toBeInTheDocument();
  await user.tab();
  expect(box('HR')).toHaveAccessibleDescription(
    'HR 720: Is this right? Usual range 40 to 160 bpm.',
  );
  expect(box('HR')).not.toBeInvalid();
  await user.type(box('BP systolic'), '76/118');
  await user.click(box('HR'));
  expect(box('BP diastolic')).toBeInvalid();
  expect(
    screen.getByText('BP 76/118 is not possible: the first number must be the higher one.'),
  ).toBeVisible();
  await press('Save exam');
  await waitFor(() =>
    expect(sent).toEqual([{ patient_id: 7, vitals: 'BP: 76/118 mmHg, HR: 720 bpm' }]),
  );
});

test('a pressure that is a reason to defer is among the findings', async () => {
  await open();
  await user.type(box('BP systolic'), '182/112');
  expect(side().getByText('BP 182/112 is high: consider deferring treatment.')).toBeVisible();
});

test('one tap writes the usual words, the next takes them back', async () => {
  await open();
  expect(pressed('Normal: HEENT ROS')).toBe('false');
  await press('Normal: HEENT ROS');
  expect(pressed('Normal: HEENT ROS')).toBe('true');
  await press('HEENT: texts');
  expect(box('HEENT ROS')).toHaveValue(
    'Denies vision change, double vision or eye pain; Denies cold sores or oral lesions',
  );
  await press('Normal: HEENT ROS');
  expect(box('HEENT ROS')).toHaveValue('');
});

test('taking the normal words back keeps what was typed, and shows it', async () => {
  await open();
  await press('Skin: texts');
  await user.type(box('Skin PE'), 'Fitzpatrick skin type II; Skin warm, dry and intact');
  await press('Skin: texts');
  await press('Normal: Skin PE');
  expect(box('Skin PE')).toHaveValue('Fitzpatrick skin type II');
});

test('beside a finding there is nothing to press that would call it normal', async () => {
  await open();
  await press('HEENT: texts');
  await user.type(box('HEENT ROS'), 'Denies a sore tongue; Denies cold sores or oral lesions');
  expect(screen.queryByRole('button', { name: 'Normal: HEENT ROS' })).not.toBeInTheDocument();
  expect(side().getByText(/^Denies a sore tongue/)).toBeVisible();
});

test('what is not normal is a chip of its row and stands in the panel, with the systems that were left out', async () => {
  await open();
  expect(side().getByText('Nothing written yet.')).toBeVisible();
  await press('HEENT: texts');
  await press('History of cold sores (HSV): add to HEENT ROS');
  await press('Normal: HEENT ROS');
  expect(box('HEENT ROS')).toHaveValue(
    'Reports history of cold sores (HSV); Denies vision change, double vision or eye pain',
  );
  expect(
    within(screen.getByRole('region', { name: 'HEENT' })).getByTitle(
      'Reports history of cold sores (HSV)',
    ),
  ).toHaveTextContent('History of cold sores (HSV)');
  expect(side().getByText(/^History of cold sores \(HSV\)/)).toHaveTextContent(
    'History of cold sores (HSV), HEENT',
  );
  expect(side().getByText(/^: Constitutional, HEENT,/)).toHaveTextContent(
    'Not examined: Constitutional, HEENT, Cardiovascular',
  );
});

test('the rest is set to normal where nothing is written, and can be undone', async () => {
  await open();
  expect(screen.getByRole('heading', { name: '0 of 10 systems examined' })).toBeVisible();
  await press('Skin: texts');
  await user.type(box('Skin PE'), 'Rash on the left arm');
  await press('Rest normal');
  expect(screen.getByRole('heading', { name: '10 of 10 systems examined' })).toBeVisible();
  expect(box('Skin ROS')).toHaveValue('');
  expect(pressed('Deferred: Genitourinary PE')).toBe('true');
  await press('Rest normal');
  expect(screen.getByText('Every system has a text already.')).toBeInTheDocument();
  await press('Normal: Psychiatric PE');
  await user.click(await screen.findByRole('button', { name: 'Undo: 9 systems set to normal.' }));
  expect(screen.getByRole('heading', { name: '1 of 10 systems examined' })).toBeVisible();
  expect(box('Skin PE')).toHaveValue('Rash on the left arm');
});

test('earlier values stand beside the number, without those of voided exams', async () => {
  held = {
    exam: { ...exam, vitals: 'BP: 122/80 mmHg, HR: 70 bpm' },
    history: [
      entry,
      { ...entry, id: 30, created_at: '2025-08-24T18:30:00Z' },
      { ...entry, id: 29, voided },
    ],
    older: { 30: 'BP 130/84, Temp: 98.2 °F', 29: 'BP: 90/60 mmHg' },
  };
  await open();
  await user.type(box('BP systolic'), '118/76');
  expect(
    await screen.findByText('118/76, was 122/80 on Jan 6, 2026, 130/84 on Aug 24, 2025'),
  ).toBeInTheDocument();
  expect(box('BP systolic')).toHaveAccessibleDescription(
    '118/76, was 122/80 on Jan 6, 2026, 130/84 on Aug 24, 2025',
  );
  expect(screen.getByText('was 98.2')).toBeVisible();
  await press('Earlier values');
  expect(
    within(screen.getByRole('list', { name: 'Earlier values' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Jan 6, 2026: BP: 122/80 mmHg, HR: 70 bpm', 'Aug 24, 2025: BP 130/84, Temp: 98.2 °F']);
});

test('a text that cannot be saved is shown with its reason, also in a closed row', async () => {
  await open();
  await press('Skin: texts');
  await user.click(box('Skin PE'));
  await user.paste('x'.repeat(20_001));
  await press('Skin: texts');
  await press('Save exam');
  expect(await screen.findByText(/^Not saved yet\. Skin PE: /)).toBeVisible();
  expect(box('Skin PE')).toBeInvalid();
  expect(sent).toEqual([]);
});

test('a blank in a closed row is shown when saving asks about it', async () => {
  held.exam = { ...exam, vitals: null, pe_skin: 'Fitzpatrick skin type ___' };
  await open();
  await press('Start from the last exam');
  await press('Save exam');
  expect(box('Skin PE')).toHaveValue('Fitzpatrick skin type ___');
  expect(screen.getByRole('group', { name: /^Skin PE: a blank is not filled in\./ })).toHaveFocus();
});

test('an exam is read with what was found first', async () => {
  held.exam = {
    ...exam,
    vitals: 'BP: 182/112 mmHg',
    ros_heent: 'Reports history of cold sores (HSV); Denies dry eye',
    pe_heent: 'Normocephalic, atraumatic',
    ros_gi: 'Denies dysphagia',
    pe_gi: 'Exam deferred, not indicated for planned treatment',
    pe_skin: 'Skin warm, dry and intact',
    normal: ['ros_gi', 'pe_skin', 'pe_heent'],
    deferred: ['pe_gi'],
  };
  renderScreen({ path: '/gfe/:patientId', element: <GfeExamPage /> }, '/gfe/7');
  expect(
    await screen.findByText('BP 182/112 is high: consider deferring treatment.'),
  ).toBeVisible();
  expect(
    within(screen.getByRole('region', { name: 'HEENT' })).getByText(
      'Reports history of cold sores (HSV); Denies dry eye',
    ),
  ).toBeVisible();
  expect(screen.getByText(/^: Gastrointestinal \(ROS only\)/)).toHaveTextContent(
    'Normal: Gastrointestinal (ROS only), Skin (PE only)',
  );
  expect(screen.getByText(/^: Gastrointestinal$/)).toHaveTextContent('Deferred: Gastrointestinal');
  expect(screen.getByText('Denies dysphagia')).not.toBeVisible();
  await press('Show the normal texts');
  expect(screen.getByText('Denies dysphagia')).toBeVisible();
  expect(screen.getByText('Exam deferred, not indicated for planned treatment')).toBeVisible();
});

test('nothing is said of a number while its text is typed', async () => {
  await open();
  await user.type(box('Vitals'), 'HR: 7');
  expect(screen.queryByText(/Is this right/)).not.toBeInTheDocument();
  await user.tab();
  expect(screen.getByText('HR 7: Is this right? Usual range 40 to 160 bpm.')).toBeVisible();
});

test('what only begins like a normal phrase is a finding, in the form and when it is saved', async () => {
  const fainted = 'Denies chest pain. Fainted twice last week.';
  await open();
  await press('Cardiovascular: texts');
  await user.type(box('Cardiovascular ROS'), fainted);
  expect(side().getByText(/^Denies chest pain\. Fainted/)).toHaveTextContent(
    'Denies chest pain. Fainted twice last week., Cardiovascular',
  );
  expect(pressed('Normal: Cardiovascular ROS')).toBe('false');
  await press('Normal: Cardiovascular PE');
  await press('Save exam');
  await waitFor(() =>
    expect(sent).toEqual([
      {
        patient_id: 7,
        ros_cardio: fainted,
        pe_cardio: 'Regular rate and rhythm; No peripheral edema',
        normal: ['pe_cardio'],
      },
    ]),
  );
});

test('a saved text is folded away only where it was saved as normal, and an older exam is shown whole', async () => {
  const fainted = 'Denies chest pain. Fainted twice last week.';
  held.exam = { ...exam, ros_cardio: fainted, pe_skin: 'Skin warm, dry and intact' };
  renderScreen({ path: '/gfe/:patientId', element: <GfeExamPage /> }, '/gfe/7');
  expect(
    within(await screen.findByRole('region', { name: 'Cardiovascular' })).getByText(fainted),
  ).toBeVisible();
  expect(screen.getByText('Skin warm, dry and intact')).toBeVisible();
  expect(screen.queryByText('Normal')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show the normal texts' })).not.toBeInTheDocument();
});
