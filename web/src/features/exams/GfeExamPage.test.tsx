import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { server } from '@/testing/server';
import {
  sent,
  open,
  examined,
  newExam,
  press,
  texts,
  withPermissions,
  withoutExams,
} from '@/features/exams/testing';

withoutExams();

test('findings are appended, blanks are selected, and what was written is saved', async () => {
  // By labels: a search by role reads the whole exam each time, which took half a minute beside a build.
  const person = userEvent.setup();
  open();
  expect(await screen.findByText('Amelia Hart, born Jan 10, 1980')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Patient record' })).toHaveAttribute(
    'href',
    '/patients/101',
  );

  await texts();
  await press('Quick add');
  await person.click(screen.getByRole('button', { name: 'Add BP' }));
  const vitals = screen.getByLabelText<HTMLTextAreaElement>('Vitals', { selector: 'textarea' });
  expect(vitals).toHaveFocus();
  expect(vitals.value.slice(vitals.selectionStart, vitals.selectionEnd)).toBe('___');
  await person.keyboard('120');
  await person.click(screen.getByRole('button', { name: 'Fill in the blank in Vitals' }));
  await person.keyboard('80');
  await person.click(screen.getByRole('button', { name: 'Add HR' }));
  expect(vitals).toHaveValue('BP: 120/80 mmHg, HR: ___ bpm');
  await person.keyboard('72');

  const skin = screen.getByLabelText('Add to Skin PE');
  await person.selectOptions(skin, 'Skin warm, dry and intact');
  await person.selectOptions(skin, 'Photodamage or dyschromia');
  await person.selectOptions(skin, 'Photodamage or dyschromia');
  expect(screen.getByLabelText('Skin PE', { selector: 'textarea' })).toHaveValue(
    'Skin warm, dry and intact; Photodamage or dyschromia',
  );
  expect(skin).toHaveValue('');

  await person.selectOptions(screen.getByLabelText('Add to Genitourinary ROS'), 'LMP: ___');
  const genitourinary = screen.getByLabelText<HTMLTextAreaElement>('Genitourinary ROS', {
    selector: 'textarea',
  });
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
  expect(screen.getByRole('link', { name: 'Go to the patient record' })).toHaveAttribute(
    'href',
    '/patients/101',
  );
});

test('ten systems are reviewed and examined', async () => {
  open();
  await screen.findByRole('region', { name: 'Vitals' });
  await texts();
  for (const label of [
    'Constitutional',
    'HEENT',
    'Cardiovascular',
    'Respiratory',
    'Gastrointestinal',
    'Genitourinary',
    'Musculoskeletal',
    'Neurological',
    'Skin',
    'Psychiatric',
  ]) {
    const system = within(screen.getByRole('region', { name: label }));
    expect(system.getByRole('textbox', { name: `${label} ROS` })).toBeVisible();
    expect(system.getByRole('textbox', { name: `${label} PE` })).toBeVisible();
  }
});

test('an empty exam is refused with words and not sent', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Save exam' }));
  expect(
    await screen.findByText(
      'The exam is still empty. Please enter at least one vital sign or finding.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveFocus();
  expect(sent).toEqual([]);
  // It is no longer empty, and nothing says so any more.
  await userEvent.type(screen.getByRole('textbox', { name: 'Vitals' }), 'H');
  expect(screen.queryByText(/^The exam is still empty\./)).not.toBeInTheDocument();
});

test('a failed save keeps everything and says why', async () => {
  server.use(
    http.post('*/api/gfe', () =>
      HttpResponse.json(
        { error: 'Not valid.', code: 'invalid', fields: { vitals: 'No such sign.' } },
        { status: 422 },
      ),
    ),
  );
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
  expect(
    await screen.findByText('Examined by Elena Moreau on Jan 10, 2026, 2:05 PM'),
  ).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Vitals' }), 'HR: 92 bpm');
  await press('Start from the last exam');
  await texts();
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveValue('HR: 92 bpm');
  expect(screen.getByRole('textbox', { name: 'Skin PE' })).toHaveValue('Skin warm, dry and intact');
});

test('a template fills the empty texts only, and says how many', async () => {
  withPermissions(['gfe.read', 'gfe.create', 'gfe_template.read']);
  server.use(
    http.get('*/api/gfe/templates', () =>
      HttpResponse.json([
        {
          id: 2,
          name: 'Botox visit',
          description: null,
          vitals_template: 'HR: ___ bpm',
          ros_template: 'HEENT: No headache; No sore throat\nFeels well',
          pe_template: 'Skin: Intact',
          version: 1,
          created_at: '2026-01-05T15:00:00Z',
        },
      ]),
    ),
  );
  open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Vitals' }), 'HR: 92 bpm');
  expect(await screen.findByRole('button', { name: 'Fill the empty texts' })).toBeDisabled();
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Use a template' }),
    'Botox visit',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Fill the empty texts' }));
  expect(await screen.findByText('3 empty texts filled from “Botox visit”.')).toBeVisible();
  await texts();
  expect(screen.getByRole('textbox', { name: 'Vitals' })).toHaveValue('HR: 92 bpm');
  expect(screen.getByRole('textbox', { name: 'HEENT ROS' })).toHaveValue(
    'No headache; No sore throat',
  );
  expect(screen.getByRole('textbox', { name: 'Constitutional ROS' })).toHaveValue('Feels well');
  expect(screen.getByRole('textbox', { name: 'Skin PE' })).toHaveValue('Intact');
  await userEvent.click(screen.getByRole('button', { name: 'Fill the empty texts' }));
  expect(await screen.findByText('“Botox visit” has nothing for the empty texts.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save exam' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        patient_id: 101,
        vitals: 'HR: 92 bpm',
        ros_heent: 'No headache; No sore throat',
        ros_constitutional: 'Feels well',
        pe_skin: 'Intact',
      },
    ]),
  );
});

test('templates that cannot be loaded do not block the exam', async () => {
  withPermissions(['gfe.read', 'gfe.create', 'gfe_template.read']);
  server.use(
    http.get('*/api/gfe/templates', () =>
      HttpResponse.json({ error: 'No.', code: 'down' }, { status: 503 }),
    ),
  );
  open();
  expect(await screen.findByText('The exam templates could not be loaded.')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Vitals' }), 'HR: 72 bpm');
  await userEvent.click(screen.getByRole('button', { name: 'Save exam' }));
  expect(await screen.findByText('GFE Exam saved successfully!')).toBeVisible();
});

test("nothing of the exam is kept in the browser's storage", async () => {
  open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Vitals' }), 'HR: 72 bpm');
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(0);
});
