import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ExamTemplate, NewExamTemplate } from '@/api/generated';
import { Component as GfeTemplatesPage } from '@/features/exams/GfeTemplatesPage';
import { ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const filler: ExamTemplate = {
  id: 3,
  name: 'Filler visit',
  description: 'Cheeks and lips',
  vitals_template: 'BP: ___/___ mmHg',
  ros_template: `Skin: ${'a'.repeat(60)}`,
  pe_template: null,
  version: 1,
  created_at: '2026-01-05T15:00:00Z',
};
const refused = () =>
  HttpResponse.json({ error: 'Something broke.', code: 'internal' }, { status: 500 });
const everything = ['gfe_template.read', 'gfe_template.write', 'gfe_template.delete'];
const withPermissions = (permissions: string[]) =>
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, permissions })),
  );

let templates: ExamTemplate[];
let sent: unknown[];

beforeEach(() => {
  templates = [filler];
  sent = [];
  withPermissions(everything);
  server.use(
    http.get('*/api/gfe/templates', () => HttpResponse.json(templates)),
    http.post<never, NewExamTemplate>('*/api/gfe/templates', async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      const made = { ...filler, ...body, id: 4 } as ExamTemplate;
      templates = [...templates, made];
      return HttpResponse.json(made, { status: 201 });
    }),
    http.put<never, NewExamTemplate>('*/api/gfe/templates/3', async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      templates = [{ ...filler, ...body } as ExamTemplate];
      return HttpResponse.json(templates[0]);
    }),
    http.delete('*/api/gfe/templates/3', () => {
      templates = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
});
afterEach(() => vi.restoreAllMocks());

const user = userEvent.setup();
const open = () => renderScreen({ path: '/', element: <GfeTemplatesPage /> });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('a card shows the name, the description and the first 40 characters of each section', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Filler visit' })).toBeVisible();
  expect(screen.getByText('Cheeks and lips')).toBeVisible();
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'BP: ___/___ mmHg',
    `Skin: ${'a'.repeat(34)}…`,
    '—',
  ]);
});

test('a blank name is refused; what is written is sent and joins the list', async () => {
  open();
  await press('New template');
  const dialog = await dialogNamed('New template');
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), '   ');
  await user.click(dialog.getByRole('button', { name: 'Create template' }));
  expect(await dialog.findByText('Name is required')).toBeVisible();
  expect(sent).toEqual([]);

  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Botox follow-up');
  await user.type(dialog.getByRole('textbox', { name: 'Physical exam' }), 'Skin: Intact');
  await user.click(dialog.getByRole('button', { name: 'Create template' }));
  expect(await screen.findByRole('heading', { name: 'Botox follow-up' })).toBeVisible();
  expect(sent).toEqual([
    {
      name: 'Botox follow-up',
      description: null,
      vitals_template: null,
      ros_template: null,
      pe_template: 'Skin: Intact',
    },
  ]);
});

test('a line for each system can be inserted', async () => {
  open();
  await press('New template');
  const dialog = await dialogNamed('New template');
  await user.type(dialog.getByRole('textbox', { name: 'Review of systems' }), 'Skin: Denies rash');
  await user.click(
    dialog.getByRole('button', { name: 'Add a line for each system to Review of systems' }),
  );
  const text = dialog
    .getByRole<HTMLTextAreaElement>('textbox', { name: 'Review of systems' })
    .value.split('\n');
  expect(text).toHaveLength(10);
  expect(text.slice(0, 2)).toEqual(['Skin: Denies rash', 'Constitutional: ']);
});

test('a failed creation says so and keeps the words', async () => {
  server.use(http.post('*/api/gfe/templates', refused));
  open();
  await press('New template');
  const dialog = await dialogNamed('New template');
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Botox');
  await user.click(dialog.getByRole('button', { name: 'Create template' }));
  expect(await screen.findByText('Error creating template. Please try again.')).toBeVisible();
  expect(dialog.getByText('Not saved yet. Something broke.')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('Botox');
});

test('a template is viewed whole, and edited from there', async () => {
  open();
  await press('View Filler visit');
  const view = await dialogNamed('Filler visit');
  expect(view.getByText(`Skin: ${'a'.repeat(60)}`)).toBeVisible();
  await user.click(view.getByRole('button', { name: 'Edit' }));
  const edit = await dialogNamed('Edit template');
  await user.clear(edit.getByRole('textbox', { name: /^Name/ }));
  await user.type(edit.getByRole('textbox', { name: /^Name/ }), 'Lips');
  await user.click(edit.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('heading', { name: 'Lips' })).toBeVisible();
  expect(sent).toEqual([
    {
      name: 'Lips',
      description: 'Cheeks and lips',
      vitals_template: 'BP: ___/___ mmHg',
      ros_template: `Skin: ${'a'.repeat(60)}`,
      pe_template: null,
    },
  ]);
});

test('a failed update says so', async () => {
  server.use(http.put('*/api/gfe/templates/3', refused));
  open();
  await press('Edit Filler visit');
  await user.click(
    (await dialogNamed('Edit template')).getByRole('button', { name: 'Save changes' }),
  );
  expect(await screen.findByText('Error updating template. Please try again.')).toBeVisible();
});

test('a duplicate is made by the server and opened for editing', async () => {
  let copies = 0;
  server.use(
    http.post('*/api/gfe/templates/3/duplicate', () => {
      copies += 1;
      const copy = { ...filler, id: 4, name: 'Filler visit (copy)' };
      templates = [...templates, copy];
      return HttpResponse.json(copy, { status: 201 });
    }),
  );
  open();
  await press('Duplicate Filler visit');
  const dialog = await dialogNamed('Edit template');
  expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('Filler visit (copy)');
  expect(screen.getByText('“Filler visit (copy)” was made.')).toBeVisible();
  expect(copies).toBe(1);
});

test('a failed duplicate says so', async () => {
  server.use(http.post('*/api/gfe/templates/3/duplicate', refused));
  open();
  await press('Duplicate Filler visit');
  expect(await screen.findByText('Error creating template. Please try again.')).toBeVisible();
});

test('an earlier version is read whole in the history', async () => {
  server.use(
    http.get('*/api/gfe/templates/3/versions', () =>
      HttpResponse.json([
        {
          version: 2,
          name: 'Filler visit',
          saved_by: 'Elena Moreau',
          saved_at: '2026-01-08T15:00:00Z',
        },
        { version: 1, name: 'Fillers', saved_by: null, saved_at: '2026-01-05T15:00:00Z' },
      ]),
    ),
    http.get('*/api/gfe/templates/3/versions/1', () =>
      HttpResponse.json({ ...filler, name: 'Fillers', vitals_template: 'HR: ___ bpm' }),
    ),
  );
  open();
  await press('History Filler visit');
  const history = await dialogNamed('History of Filler visit');
  await user.click(await history.findByRole('button', { name: 'Read version 1' }));
  const version = await dialogNamed('Filler visit, version 1');
  expect(await version.findByText('HR: ___ bpm')).toBeVisible();
  expect(version.getByRole('button', { name: 'Restore this version' })).toBeVisible();
});

test("deleting is confirmed in the specification's words", async () => {
  open();
  await press('Delete Filler visit');
  const question = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to delete this GFE template?',
  });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(templates).toEqual([filler]);

  await press('Delete Filler visit');
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  );
  expect(await screen.findByText('No templates yet')).toBeVisible();
});

test('a failed deletion says so and the template stays', async () => {
  server.use(http.delete('*/api/gfe/templates/3', refused));
  open();
  await press('Delete Filler visit');
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  );
  expect(await screen.findByText('Error deleting template. Please try again.')).toBeVisible();
  expect(await screen.findByText('Not deleted. Something broke.')).toBeVisible();
  await press('Cancel');
  expect(await screen.findByRole('heading', { name: 'Filler visit' })).toBeVisible();
});

test('who may only read sees no create, edit, duplicate, history or delete', async () => {
  withPermissions(['gfe_template.read']);
  open();
  await press('View Filler visit');
  expect(
    (await dialogNamed('Filler visit')).queryByRole('button', { name: 'Edit' }),
  ).not.toBeInTheDocument();
  for (const name of [/^New template/, /^Edit/, /^Duplicate/, /^History/, /^Delete/])
    expect(screen.queryByRole('button', { name, hidden: true })).not.toBeInTheDocument();
});

test('a role that may not read is shown the reason', async () => {
  withPermissions([]);
  open();
  expect(await screen.findByText('Your role does not open the exam templates.')).toBeVisible();
});

test('a list that fails to load is logged and can be tried again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('*/api/gfe/templates', refused, { once: true }));
  open();
  expect(await screen.findByText('Exam templates could not be loaded.')).toBeVisible();
  expect(logged).toHaveBeenCalledWith('Exam templates could not be loaded.');
  await press('Try again');
  expect(await screen.findByRole('heading', { name: 'Filler visit' })).toBeVisible();
});

test('saving an outdated form does not overwrite a template, and loses nothing that was typed', async () => {
  const seen: (string | null)[] = [];
  server.use(
    http.put<never, NewExamTemplate>('*/api/gfe/templates/3', async ({ request }) => {
      seen.push(request.headers.get('If-Match'));
      if (request.headers.get('If-Match') !== '2')
        return HttpResponse.json(
          { error: 'Somebody else changed this.', code: 'stale' },
          { status: 412 },
        );
      sent.push(await request.json());
      return HttpResponse.json(templates[0]);
    }),
  );
  open();
  await press('Edit Filler visit');
  const dialog = await dialogNamed('Edit template');
  await user.type(dialog.getByRole('textbox', { name: /^Physical exam/ }), 'Skin: Intact');
  templates = [{ ...filler, description: 'Cheeks alone', version: 2 }];
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByText(/^Not saved yet\. Somebody else saved a change/)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: /^Description/ })).toHaveValue('Cheeks alone');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(seen).toEqual(['1', '2']));
  expect(sent).toMatchObject([{ description: 'Cheeks alone', pe_template: 'Skin: Intact' }]);
});

test('what both changed is shown on both sides, and theirs can be taken', async () => {
  server.use(
    http.put<never, NewExamTemplate>('*/api/gfe/templates/3', async ({ request }) => {
      if (request.headers.get('If-Match') !== '2')
        return HttpResponse.json(
          { error: 'Somebody else changed this.', code: 'stale' },
          { status: 412 },
        );
      sent.push(await request.json());
      return HttpResponse.json(templates[0]);
    }),
  );
  open();
  await press('Edit Filler visit');
  const dialog = await dialogNamed('Edit template');
  await user.clear(dialog.getByRole('textbox', { name: /^Description/ }));
  await user.type(dialog.getByRole('textbox', { name: /^Description/ }), 'Lips alone');
  templates = [{ ...filler, description: 'Cheeks alone', version: 2 }];
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByRole('group', { name: 'Theirs: Description' })).toHaveTextContent(
    'Cheeks alone',
  );
  expect(dialog.getByRole('group', { name: 'Yours: Description' })).toHaveTextContent('Lips alone');
  await user.click(dialog.getByRole('button', { name: 'Take theirs: Description' }));
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toMatchObject([{ description: 'Cheeks alone' }]));
});

test('a change and a deletion can be undone', async () => {
  server.use(
    http.post('*/api/gfe/templates/3/restore', () => {
      templates = [filler];
      return HttpResponse.json(filler);
    }),
  );
  open();
  await press('Edit Filler visit');
  const dialog = await dialogNamed('Edit template');
  await user.type(dialog.getByLabelText(/^Name/), ' 2');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('heading', { name: 'Filler visit 2' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  expect(await screen.findByRole('heading', { name: 'Filler visit' })).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ name: 'Filler visit', description: 'Cheeks and lips' });
  await press('Delete Filler visit');
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  );
  await screen.findByText('Template deleted');
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  expect(await screen.findByRole('heading', { name: 'Filler visit' })).toBeVisible();
});

test('a deleted template is found among the deleted ones and is on the list again', async () => {
  const removed = { id: 9, name: 'Old annual', removed_at: '2026-01-06T15:00:00Z' };
  let gone = [removed];
  server.use(
    http.get('*/api/gfe/templates/removed', () => HttpResponse.json(gone)),
    http.post('*/api/gfe/templates/9/restore', () => {
      gone = [];
      const back = { ...filler, id: 9, name: removed.name };
      templates = [...templates, back];
      return HttpResponse.json(back);
    }),
  );
  open();
  await press('Deleted templates');
  const dialog = await dialogNamed('Deleted templates');
  await user.click(await dialog.findByRole('button', { name: 'Restore Old annual' }));
  expect(await dialog.findByText('No template was deleted.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('heading', { name: 'Old annual' })).toBeVisible();
});

test('a template that cannot be restored says why and stays among the deleted ones', async () => {
  server.use(
    http.get('*/api/gfe/templates/removed', () =>
      HttpResponse.json([{ id: 9, name: 'Old annual', removed_at: '2026-01-06T15:00:00Z' }]),
    ),
    http.post('*/api/gfe/templates/9/restore', refused),
  );
  open();
  await press('Deleted templates');
  const dialog = await dialogNamed('Deleted templates');
  await user.click(await dialog.findByRole('button', { name: 'Restore Old annual' }));
  expect(await screen.findByText('Not restored. Something broke.')).toBeVisible();
  expect(dialog.getByText('Old annual')).toBeVisible();
});

test('who may not delete is offered no deleted templates', async () => {
  withPermissions(['gfe_template.read', 'gfe_template.write']);
  open();
  expect(await screen.findByRole('heading', { name: 'Filler visit' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Deleted templates' })).not.toBeInTheDocument();
});
