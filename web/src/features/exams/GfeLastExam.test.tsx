import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { ownerSession } from '@/testing/records';
import { server } from '@/testing/server';
import {
  settings,
  sent,
  open,
  examined,
  newExam,
  back,
  form,
  press,
  withPermissions,
  withoutExams,
} from '@/features/exams/testing';

withoutExams();

test('a saved exam is there to read before a new one is written', async () => {
  examined();
  open();
  expect(
    await screen.findByText('Examined by Elena Moreau on Jan 10, 2026, 2:05 PM'),
  ).toBeVisible();
  expect(screen.getByText('HR: 70 bpm')).toBeVisible();
  expect(screen.getByText('Skin (PE only)', { exact: false })).toHaveTextContent(
    'Normal: Skin (PE only)',
  );
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
  server.use(
    http.get('*/api/clinic/settings', () =>
      HttpResponse.json({ error: 'No.', code: 'down' }, { status: 503 }),
    ),
  );
  open();
  expect(
    await screen.findByText("The clinic's common findings could not be loaded."),
  ).toBeVisible();
  await press('Psychiatric: texts');
  await userEvent.type(screen.getByRole('textbox', { name: 'Psychiatric PE' }), 'Calm');
  await userEvent.click(screen.getByRole('button', { name: 'Save exam' }));
  expect(await screen.findByText('GFE Exam saved successfully!')).toBeVisible();
  expect(sent).toEqual([{ patient_id: 101, pe_psych: 'Calm' }]);
});

test("without the clinic's list the product's phrases are not saved as normal", async () => {
  server.use(http.get('*/api/clinic/settings', () => new HttpResponse(null, { status: 503 })));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Normal: Skin PE' }));
  await press('Genitourinary: texts');
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Genitourinary ROS' }),
    'Denies pregnancy',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save exam' }));
  expect(await screen.findByText('GFE Exam saved successfully!')).toBeVisible();
  expect(sent).toEqual([
    {
      patient_id: 101,
      ros_gu: 'Denies pregnancy',
      pe_skin: 'Within normal limits',
      normal: ['pe_skin'],
    },
  ]);
});

test("times say the clinic's zone when the settings cannot be loaded", async () => {
  examined();
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({
        ...ownerSession,
        clinic: { ...ownerSession.clinic, time_zone: 'America/Chicago' },
      }),
    ),
    http.get('*/api/clinic/settings', () =>
      HttpResponse.json({ error: 'Something broke.', code: 'internal' }, { status: 500 }),
    ),
  );
  open();
  expect(
    await screen.findByText(/^Examined by Elena Moreau on Jan 10, 2026.*1:05\sPM/),
  ).toBeVisible();
});

test('what could not be loaded at first and comes later leaves an exam that was begun as it is', async () => {
  const person = userEvent.setup();
  server.use(
    http.get('*/api/clinic/settings', () => new HttpResponse(null, { status: 500 })),
    http.get('*/api/gfe/101', () => new HttpResponse(null, { status: 500 })),
  );
  open();
  await person.type(await screen.findByRole('textbox', { name: 'Vitals' }), 'HR: 70 bpm');
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.get('*/api/clinic/settings', async () => held.then(() => HttpResponse.json(settings))),
    http.get('*/api/gfe/101', async () => held.then(() => HttpResponse.json(null))),
  );
  for (const again of screen.getAllByRole('button', { name: 'Try again' }).slice(0, 2))
    await person.click(again);
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveValue('HR: 70 bpm');
  answer();
  expect(await screen.findByRole('button', { name: 'Quick add' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveValue('HR: 70 bpm');
});

test('a patient that does not exist has a message', async () => {
  server.use(
    http.get('*/api/patients/101', () =>
      HttpResponse.json({ error: 'Not found.', code: 'not_found' }, { status: 404 }),
    ),
  );
  open();
  expect(await screen.findByText('There is no such patient.')).toBeVisible();
});
