import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { ClinicSettings, Exam } from '@/api/generated';
import { UnsavedPrompt } from '@/app/UnsavedPrompt';
import { Component as GfeExamPage } from '@/features/exams/GfeExamPage';
import { amelia, ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const none = { constitutional: [], heent: [], cardio: [], resp: [], gi: [], gu: [], msk: [], neuro: [], skin: [], psych: [] };
const settings: ClinicSettings = {
  name: 'Linden Aesthetics', subdomain: 'linden', time_zone: 'America/New_York', idle_minutes: 15, consent_link_days: 30,
  exam_valid_months: 12, points_expire_months: 24, second_factor: 'optional', missing_consents: 'warn', audit_heads: 'log', opens_at: '09:00', closes_at: '18:00', version: 1,
  findings: {
    vitals: ['BP: ___/___ mmHg', 'HR: ___ bpm'],
    ros: { ...none, gu: ['Denies pregnancy', 'LMP: ___'] },
    pe: { ...none, skin: ['Skin warm, dry and intact', 'Photodamage or dyschromia'] },
  },
};
const noTexts = Object.fromEntries(Object.keys(none).flatMap((key) => [[`ros_${key}`, null], [`pe_${key}`, null]])) as Omit<
  Exam, 'id' | 'patient_id' | 'vitals' | 'examiner_id' | 'examiner_name' | 'created_at' | 'valid_until'
>;
const lastExam: Exam = {
  ...noTexts, id: 5, patient_id: amelia.id, vitals: 'HR: 70 bpm', pe_skin: 'Skin warm, dry and intact',
  examiner_id: 1, examiner_name: 'Elena Moreau', created_at: '2026-01-10T19:05:00Z', valid_until: '2027-01-10T19:05:00Z',
};

let sent: unknown[];

beforeEach(() => {
  sent = [];
  server.use(
    http.get('*/api/patients/101', () => HttpResponse.json(amelia)),
    http.get('*/api/clinic/settings', () => HttpResponse.json(settings)),
    http.get('*/api/gfe/101', () => HttpResponse.json(null)),
    http.get('*/api/gfe/101/history', () => HttpResponse.json([])),
    http.post('*/api/gfe', async ({ request }) => {
      const body = (await request.json()) as object;
      sent.push(body);
      return HttpResponse.json({ ...lastExam, vitals: null, pe_skin: null, ...body, id: 6 }, { status: 201 });
    }),
  );
});

const open = (search = '') => renderScreen({ path: '/gfe/:patientId', element: <><GfeExamPage /><UnsavedPrompt /></> }, `/gfe/101${search}`);
const examined = (exam: Exam | null = lastExam) => server.use(http.get('*/api/gfe/101', () => HttpResponse.json(exam)));
const newExam = async () => userEvent.click(await screen.findByRole('button', { name: 'New exam' }));
const back = () => userEvent.click(screen.getByRole('button', { name: 'Back to the last exam' }));
const form = () => screen.findByRole('form', { name: 'Good Faith Exam' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const texts = async () => userEvent.click(await screen.findByRole('button', { name: 'Show all texts' }));
const withPermissions = (permissions: string[]) =>
  server.use(http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, permissions })));

test('findings are appended, blanks are selected, and what was written is saved', async () => {
  const person = userEvent.setup();
  open();
  expect(await screen.findByText('Amelia Hart, born Jan 10, 1980')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Patient record' })).toHaveAttribute('href', '/patients/101');

  await texts();
  await press('Quick add');
  await person.click(screen.getByRole('button', { name: 'Add BP' }));
  const vitals = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Vitals' });
  expect(vitals).toHaveFocus();
  expect(vitals.value.slice(vitals.selectionStart, vitals.selectionEnd)).toBe('___');
  await person.keyboard('120');
  await person.click(screen.getByRole('button', { name: 'Fill in the blank in Vitals' }));
  await person.keyboard('80');
  await person.click(screen.getByRole('button', { name: 'Add HR' }));
  expect(vitals).toHaveValue('BP: 120/80 mmHg, HR: ___ bpm');
  await person.keyboard('72');

  const skin = screen.getByRole('combobox', { name: 'Add to Skin PE' });
  await person.selectOptions(skin, 'Skin warm, dry and intact');
  await person.selectOptions(skin, 'Photodamage or dyschromia');
  await person.selectOptions(skin, 'Photodamage or dyschromia');
  expect(screen.getByRole('textbox', { name: 'Skin PE' })).toHaveValue('Skin warm, dry and intact; Photodamage or dyschromia');
  expect(skin).toHaveValue('');

  await person.selectOptions(screen.getByRole('combobox', { name: 'Add to Genitourinary ROS' }), 'LMP: ___');
  const genitourinary = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Genitourinary ROS' });
  expect(genitourinary).toHaveFocus();
  await person.keyboard('2026-01-02');

  await person.click(screen.getByRole('button', { name: 'Save exam' }));
  expect(await screen.findByText('GFE Exam saved successfully!')).toBeVisible();
  expect(sent).toEqual([
    {
      patient_id: 101,
      vitals: 'BP: 120/80 mmHg, HR: 72 bpm',
      ros_gu: 'LMP: 2026-01-02',
      pe_skin: 'Skin warm, dry and intact; Photodamage or dyschromia',
    },
  ]);
  expect(screen.getByRole('link', { name: 'Go to the patient record' })).toHaveAttribute('href', '/patients/101');
});

test('ten systems are reviewed and examined', async () => {
  open();
  await screen.findByRole('region', { name: 'Vitals' });
  await texts();
  for (const label of ['Constitutional', 'HEENT', 'Cardiovascular', 'Respiratory', 'Gastrointestinal', 'Genitourinary', 'Musculoskeletal', 'Neurological', 'Skin', 'Psychiatric']) {
    const system = within(screen.getByRole('region', { name: label }));
    expect(system.getByRole('textbox', { name: `${label} ROS` })).toBeVisible();
    expect(system.getByRole('textbox', { name: `${label} PE` })).toBeVisible();
  }
});

test('an empty exam is refused with words and not sent', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Save exam' }));
  expect(await screen.findByText('The exam is still empty. Please enter at least one vital sign or finding.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveFocus();
  expect(sent).toEqual([]);
});

test('a failed save keeps everything and says why', async () => {
  server.use(http.post('*/api/gfe', () => HttpResponse.json({ error: 'Not valid.', code: 'invalid', fields: { vitals: 'No such sign.' } }, { status: 422 })));
  open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Vitals' }), 'HR: 72 bpm');
  await userEvent.click(screen.getByRole('button', { name: 'Save exam' }));
  expect(await screen.findByText('Error saving exam. Please try again.')).toBeVisible();
  expect(screen.getByText('Not saved yet. No such sign.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveValue('HR: 72 bpm');
});

test('saving with blanks asks with the focus on the question, and typing does not', async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'Quick add' }));
  await person.click(screen.getByRole('button', { name: 'Add HR' }));
  const save = () => person.click(screen.getByRole('button', { name: 'Save exam' }));
  const question = () => screen.getByRole('group', { name: /^Vitals: a blank is not filled in\./ });
  await save();
  expect(question()).toHaveFocus();
  await save();
  expect(question()).toHaveFocus();
  const vitals = screen.getByRole('textbox', { name: 'Vitals' });
  await person.clear(vitals);
  await person.click(screen.getByRole('button', { name: 'Add HR' }));
  expect(vitals).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Save anyway' })).not.toBeInTheDocument();
  await save();
  await person.click(screen.getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('starting from the last exam fills the empty texts only', async () => {
  examined();
  open();
  await newExam();
  expect(await screen.findByText('Examined by Elena Moreau on Jan 10, 2026, 2:05 PM')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Vitals' }), 'HR: 92 bpm');
  await press('Start from the last exam');
  await texts();
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveValue('HR: 92 bpm');
  expect(screen.getByRole('textbox', { name: 'Skin PE' })).toHaveValue('Skin warm, dry and intact');
});

test('a template fills the empty texts only, and says how many', async () => {
  withPermissions(['gfe.read', 'gfe.create', 'gfe_template.read']);
  server.use(http.get('*/api/gfe/templates', () => HttpResponse.json([
    { id: 2, name: 'Botox visit', description: null, vitals_template: 'HR: ___ bpm', ros_template: 'HEENT: No headache; No sore throat\nFeels well', pe_template: 'Skin: Intact', version: 1, created_at: '2026-01-05T15:00:00Z' },
  ])));
  open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Vitals' }), 'HR: 92 bpm');
  expect(await screen.findByRole('button', { name: 'Fill the empty texts' })).toBeDisabled();
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Use a template' }), 'Botox visit');
  await userEvent.click(screen.getByRole('button', { name: 'Fill the empty texts' }));
  expect(await screen.findByText('3 empty texts filled from “Botox visit”.')).toBeVisible();
  await texts();
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveValue('HR: 92 bpm');
  expect(screen.getByRole('textbox', { name: 'HEENT ROS' })).toHaveValue('No headache; No sore throat');
  expect(screen.getByRole('textbox', { name: 'Constitutional ROS' })).toHaveValue('Feels well');
  expect(screen.getByRole('textbox', { name: 'Skin PE' })).toHaveValue('Intact');
  await userEvent.click(screen.getByRole('button', { name: 'Fill the empty texts' }));
  expect(await screen.findByText('Nothing was empty that “Botox visit” fills.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save exam' }));
  await waitFor(() => expect(sent).toEqual([
    { patient_id: 101, vitals: 'HR: 92 bpm', ros_heent: 'No headache; No sore throat', ros_constitutional: 'Feels well', pe_skin: 'Intact' },
  ]));
});

test('templates that cannot be loaded do not block the exam', async () => {
  withPermissions(['gfe.read', 'gfe.create', 'gfe_template.read']);
  server.use(http.get('*/api/gfe/templates', () => HttpResponse.json({ error: 'No.', code: 'down' }, { status: 503 })));
  open();
  expect(await screen.findByText('The exam templates could not be loaded.')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Vitals' }), 'HR: 72 bpm');
  await userEvent.click(screen.getByRole('button', { name: 'Save exam' }));
  expect(await screen.findByText('GFE Exam saved successfully!')).toBeVisible();
});

test('nothing of the exam is kept in the browser\'s storage', async () => {
  open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Vitals' }), 'HR: 72 bpm');
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(0);
});

test('a saved exam is there to read before a new one is written', async () => {
  examined();
  open();
  expect(await screen.findByText('Examined by Elena Moreau on Jan 10, 2026, 2:05 PM')).toBeVisible();
  expect(screen.getByText('HR: 70 bpm')).toBeVisible();
  expect(screen.getByText('Skin (PE only)', { exact: false })).toHaveTextContent('Normal: Skin (PE only)');
  expect(screen.queryByText('Skin warm, dry and intact')).not.toBeVisible();
  await press('Show the normal texts');
  expect(screen.getByText('Skin warm, dry and intact')).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();

  await newExam();
  expect(await form()).toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveValue('');
  await back();
  expect(screen.getByText('HR: 70 bpm')).toBeVisible();
  expect(screen.getByText('Last exam').closest('[tabindex]')).toHaveFocus();
});

test('going back to the last exam from one that was begun is confirmed', async () => {
  examined();
  open();
  await newExam();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Vitals' }), 'HR: 92 bpm');
  await back();
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Stay on this page' }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveValue('HR: 92 bpm');

  await back();
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(screen.getByText('HR: 70 bpm')).toBeVisible();
  await newExam();
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveValue('');
  expect(sent).toEqual([]);
});

test('the link for a new exam opens the form at once, with a button for the last one', async () => {
  examined();
  open('?new');
  expect(await screen.findByRole('textbox', { name: 'Vitals' })).toHaveValue('');
  await back();
  expect(screen.getByText('HR: 70 bpm')).toBeVisible();
});

test('what was just saved is the last exam even while the server is out of reach', async () => {
  examined();
  open('?new');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Vitals' }), 'HR: 92 bpm');
  server.use(http.get('*/api/gfe/101', () => new HttpResponse(null, { status: 500 })));
  await userEvent.click(screen.getByRole('button', { name: 'Save exam' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Write another exam' }));
  expect(await form()).toHaveFocus();
  await back();
  expect(screen.getByText('HR: 92 bpm')).toBeVisible();
  expect(screen.queryByText('HR: 70 bpm')).not.toBeInTheDocument();
});

test('a last exam that comes late leaves a form that was begun as it is', async () => {
  server.use(http.get('*/api/gfe/101', () => new HttpResponse(null, { status: 500 })));
  open();
  const vitals = await screen.findByRole('textbox', { name: 'Vitals' });
  expect(screen.getByText('The last exam could not be loaded.')).toBeVisible();
  await userEvent.type(vitals, 'HR: 92 bpm');
  examined();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Last exam')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toBe(vitals);
  expect(vitals).toHaveValue('HR: 92 bpm');
});

test('without gfe.create the last exam is shown to read', async () => {
  withPermissions(['gfe.read']);
  examined();
  open();
  expect(await screen.findByText('Skin warm, dry and intact')).toBeInTheDocument();
  expect(screen.getByText('Examined by Elena Moreau on Jan 10, 2026, 2:05 PM')).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /exam/i })).not.toBeInTheDocument();
});

test('without gfe.read nothing of an exam is fetched', async () => {
  withPermissions([]);
  const requested: string[] = [];
  server.events.on('request:start', ({ request }) => requested.push(new URL(request.url).pathname));
  open();
  expect(await screen.findByText('Amelia Hart, born Jan 10, 1980')).toBeVisible();
  expect(await screen.findByText('Your role does not open Good Faith Exams.')).toBeVisible();
  await waitFor(() => expect(requested).toContain('/api/auth/session'));
  expect(requested).not.toContain('/api/gfe/101');
  server.events.removeAllListeners();
});

test('the form works without the suggestions when they cannot be loaded', async () => {
  server.use(http.get('*/api/clinic/settings', () => HttpResponse.json({ error: 'No.', code: 'down' }, { status: 503 })));
  open();
  expect(await screen.findByText('The clinic\'s common findings could not be loaded.')).toBeVisible();
  await press('Psychiatric: texts');
  await userEvent.type(screen.getByRole('textbox', { name: 'Psychiatric PE' }), 'Calm');
  await userEvent.click(screen.getByRole('button', { name: 'Save exam' }));
  expect(await screen.findByText('GFE Exam saved successfully!')).toBeVisible();
  expect(sent).toEqual([{ patient_id: 101, pe_psych: 'Calm' }]);
});

test('times say the clinic\'s zone when the settings cannot be loaded', async () => {
  examined();
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, clinic: { ...ownerSession.clinic, time_zone: 'America/Chicago' } })),
    http.get('*/api/clinic/settings', () => HttpResponse.json({ error: 'Something broke.', code: 'internal' }, { status: 500 })),
  );
  open();
  expect(await screen.findByText(/^Examined by Elena Moreau on Jan 10, 2026.*1:05\sPM/)).toBeVisible();
});

test('what could not be loaded at first and comes later leaves an exam that was begun as it is', async () => {
  const person = userEvent.setup();
  server.use(http.get('*/api/clinic/settings', () => new HttpResponse(null, { status: 500 })), http.get('*/api/gfe/101', () => new HttpResponse(null, { status: 500 })));
  open();
  await person.type(await screen.findByRole('textbox', { name: 'Vitals' }), 'HR: 70 bpm');
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.get('*/api/clinic/settings', async () => held.then(() => HttpResponse.json(settings))),
    http.get('*/api/gfe/101', async () => held.then(() => HttpResponse.json(null))),
  );
  for (const again of screen.getAllByRole('button', { name: 'Try again' }).slice(0, 2)) await person.click(again);
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveValue('HR: 70 bpm');
  answer();
  expect(await screen.findByRole('button', { name: 'Quick add' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveValue('HR: 70 bpm');
});

test('a patient that does not exist has a message', async () => {
  server.use(http.get('*/api/patients/101', () => HttpResponse.json({ error: 'Not found.', code: 'not_found' }, { status: 404 })));
  open();
  expect(await screen.findByText('There is no such patient.')).toBeVisible();
});
