import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { ConsentTemplate } from '@/api/generated';
import { Component as ConsentTemplatesPage } from '@/features/consents/ConsentTemplatesPage';
import { ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const botox: ConsentTemplate = {
  id: 3,
  name: 'Botulinum toxin',
  body: `<h2>What it is</h2><p>${'a'.repeat(200)}</p>`,
  version: 2,
  created_at: '2026-01-05T15:00:00Z',
  updated_at: '2026-01-08T15:00:00Z',
};
const refused = () =>
  HttpResponse.json({ error: 'Something broke.', code: 'internal' }, { status: 500 });

let templates: ConsentTemplate[];
let sent: unknown[];

beforeEach(() => {
  templates = [botox];
  sent = [];
  server.use(
    http.get('*/api/consents/templates', () => HttpResponse.json(templates)),
    http.post('*/api/consents/templates', async ({ request }) => {
      const body = (await request.json()) as Pick<ConsentTemplate, 'name' | 'body'>;
      sent.push(body);
      const made = { ...botox, ...body, id: 4, version: 1 };
      templates.push(made);
      return HttpResponse.json(made, { status: 201 });
    }),
    http.put('*/api/consents/templates/3', async ({ request }) => {
      const body = (await request.json()) as Pick<ConsentTemplate, 'name' | 'body'>;
      sent.push(body);
      templates = [{ ...botox, ...body, version: 3 }];
      return HttpResponse.json(templates[0]);
    }),
    http.delete('*/api/consents/templates/3', () => {
      templates = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const open = () => renderScreen({ path: '/', element: <ConsentTemplatesPage /> });
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('a card shows the name and the first 150 characters without tags', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Botulinum toxin' })).toBeVisible();
  expect(screen.getByText(`What it is ${'a'.repeat(139)}…`)).toBeVisible();
  expect(screen.getByText('Version 2, changed Jan 8, 2026')).toBeVisible();
});

test('blank words are refused; plain text is sent as paragraphs and joins the list', async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'New template' }));
  const dialog = await dialogNamed('New template');
  await person.type(dialog.getByRole('textbox', { name: /^Name/ }), '   ');
  await person.click(dialog.getByRole('button', { name: 'Create template' }));
  expect(await dialog.findByText('Name is required')).toBeVisible();
  expect(dialog.getByText('The consent text is required')).toBeVisible();

  await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Microneedling');
  await person.type(
    dialog.getByRole('textbox', { name: /^Consent text/ }),
    'I agree.{Enter}{Enter}I may stop.',
  );
  expect(
    (await dialog.findByRole('region', { name: 'Preview' })).querySelectorAll('p'),
  ).toHaveLength(2);
  await person.click(dialog.getByRole('button', { name: 'Create template' }));
  expect(await screen.findByRole('heading', { name: 'Microneedling' })).toBeVisible();
  expect(sent).toEqual([{ name: 'Microneedling', body: '<p>I agree.</p>\n\n<p>I may stop.</p>' }]);
});

test('the tools insert tags at the caret', async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'New template' }));
  const dialog = await dialogNamed('New template');
  const text = dialog.getByRole('textbox', { name: /^Consent text/ });
  await person.click(dialog.getByRole('button', { name: 'Heading' }));
  expect(text).toHaveFocus();
  await person.keyboard('Risks');
  expect(text).toHaveValue('<h2>Risks</h2>');
  expect(await dialog.findByRole('heading', { name: 'Risks' })).toBeVisible();
});

test('a failed creation says so and keeps the words', async () => {
  server.use(http.post('*/api/consents/templates', refused));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'New template' }));
  const dialog = await dialogNamed('New template');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Microneedling');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Consent text/ }), 'I agree.');
  await userEvent.click(dialog.getByRole('button', { name: 'Create template' }));
  expect(await screen.findByText('Error creating template. Please try again.')).toBeVisible();
  expect(dialog.getByText('Not saved yet. Something broke.')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: /^Consent text/ })).toHaveValue('I agree.');
});

test('a template is viewed, and edited from there', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'View Botulinum toxin' }));
  const view = await dialogNamed('Botulinum toxin');
  expect(view.getByRole('heading', { name: 'What it is' })).toBeVisible();
  await userEvent.click(view.getByRole('button', { name: 'Edit' }));
  const edit = await dialogNamed('Edit template');
  await userEvent.clear(edit.getByRole('textbox', { name: /^Name/ }));
  await userEvent.type(edit.getByRole('textbox', { name: /^Name/ }), 'Botox');
  await userEvent.click(edit.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('heading', { name: 'Botox' })).toBeVisible();
  expect(sent).toEqual([
    { name: 'Botox', body: `<h2>What it is</h2>\n\n<p>${'a'.repeat(200)}</p>` },
  ]);
});

test('a failed update says so', async () => {
  server.use(http.put('*/api/consents/templates/3', refused));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Botulinum toxin' }));
  await userEvent.click(
    (await dialogNamed('Edit template')).getByRole('button', { name: 'Save changes' }),
  );
  expect(await screen.findByText('Error updating template. Please try again.')).toBeVisible();
});

test('deleting is confirmed first', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Botulinum toxin' }));
  const question = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to delete this template?',
  });
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(templates).toEqual([botox]);

  await userEvent.click(screen.getByRole('button', { name: 'Delete Botulinum toxin' }));
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  );
  expect(await screen.findByText('No templates yet')).toBeVisible();
});

test('a failed deletion says so and the template stays', async () => {
  server.use(http.delete('*/api/consents/templates/3', refused));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Botulinum toxin' }));
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  );
  expect(await screen.findByText('Error deleting template. Please try again.')).toBeVisible();
  expect(await screen.findByText('Not deleted. Something broke.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('heading', { name: 'Botulinum toxin' })).toBeVisible();
});

const versions = [
  {
    version: 2,
    name: 'Botulinum toxin',
    saved_by: 'Elena Moreau',
    saved_at: '2026-01-08T15:00:00Z',
  },
  { version: 1, name: 'Botox', saved_by: null, saved_at: '2026-01-05T15:00:00Z' },
];

/** The history of the template, with its first version opened. */
async function readFirst() {
  server.use(
    http.get('*/api/consents/templates/3/versions', () => HttpResponse.json(versions)),
    http.get('*/api/consents/templates/3/versions/1', () =>
      HttpResponse.json({ ...botox, name: 'Botox', body: '<p>The former words.</p>', version: 1 }),
    ),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'History Botulinum toxin' }));
  const history = await dialogNamed('History of Botulinum toxin');
  expect(await history.findByText('Version 2 (current): Botulinum toxin')).toBeVisible();
  expect(history.getByText(/by Elena Moreau$/)).toBeVisible();
  await userEvent.click(history.getByRole('button', { name: 'Read version 1' }));
  const version = await dialogNamed('Botulinum toxin, version 1');
  expect(await version.findByText('The former words.')).toBeVisible();
  return version;
}

test('an earlier version is read whole and restored, which can be undone', async () => {
  const calls: string[] = [];
  server.use(
    http.post('*/api/consents/templates/3/versions/:version/restore', ({ request, params }) => {
      const seen = Number(request.headers.get('If-Match'));
      calls.push(`${String(params['version'])} from ${seen}`);
      templates = [
        {
          ...botox,
          name: params['version'] === '1' ? 'Botox' : 'Botulinum toxin',
          version: seen + 1,
        },
      ];
      return HttpResponse.json(templates[0]);
    }),
  );
  const version = await readFirst();
  await userEvent.click(version.getByRole('button', { name: 'Restore this version' }));
  expect(await screen.findByText('Version 1 was restored.')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Botox' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(await screen.findByRole('heading', { name: 'Botulinum toxin' })).toBeVisible();
  expect(calls).toEqual(['1 from 2', '2 from 3']);
});

test('a version that cannot be restored stays open with the reason', async () => {
  server.use(
    http.post('*/api/consents/templates/3/versions/1/restore', () =>
      HttpResponse.json({ error: 'Somebody else changed this.', code: 'stale' }, { status: 412 }),
    ),
  );
  const version = await readFirst();
  await userEvent.click(version.getByRole('button', { name: 'Restore this version' }));
  expect(
    await version.findByText(
      'Not restored. Somebody else has changed the template meanwhile. Look at the history again.',
    ),
  ).toBeVisible();
  await userEvent.click(version.getByRole('button', { name: 'Back to the history' }));
  expect(await screen.findByRole('dialog', { name: 'History of Botulinum toxin' })).toBeVisible();
});

test('the present version can be read, and not restored', async () => {
  await readFirst();
  await userEvent.click(screen.getByRole('button', { name: 'Back to the history' }));
  server.use(http.get('*/api/consents/templates/3/versions/2', () => HttpResponse.json(botox)));
  await userEvent.click(await screen.findByRole('button', { name: 'Read version 2' }));
  const version = await dialogNamed('Botulinum toxin, version 2');
  expect(await version.findByRole('heading', { name: 'What it is' })).toBeVisible();
  expect(version.queryByRole('button', { name: 'Restore this version' })).not.toBeInTheDocument();
});

test('a history that fails to load can be tried again', async () => {
  server.use(
    http.get('*/api/consents/templates/3/versions', refused, { once: true }),
    http.get('*/api/consents/templates/3/versions', () => HttpResponse.json(versions)),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'History Botulinum toxin' }));
  const history = await dialogNamed('History of Botulinum toxin');
  await userEvent.click(await history.findByRole('button', { name: 'Try again' }));
  expect(await history.findByText('Version 1: Botox')).toBeVisible();
});

test('a copy is made by the server and opened for editing', async () => {
  server.use(
    http.post('*/api/consents/templates/3/duplicate', () => {
      const copy = { ...botox, id: 4, name: 'Botulinum toxin (copy)', version: 1 };
      templates = [...templates, copy];
      return HttpResponse.json(copy, { status: 201 });
    }),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Duplicate Botulinum toxin' }));
  const dialog = await dialogNamed('Edit template');
  expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('Botulinum toxin (copy)');
});

test('who may only read sees no create, edit, history or delete', async () => {
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...ownerSession, permissions: ['consent_template.read'] }),
    ),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'View Botulinum toxin' }));
  expect(
    (await dialogNamed('Botulinum toxin')).queryByRole('button', { name: 'Edit' }),
  ).not.toBeInTheDocument();
  for (const name of [/^New template/, /^Edit/, /^Duplicate/, /^History/, /^Delete/]) {
    expect(screen.queryByRole('button', { name, hidden: true })).not.toBeInTheDocument();
  }
});

test('a role that may not read is shown the reason', async () => {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, permissions: [] })),
  );
  open();
  expect(await screen.findByText('Your role does not open the consent templates.')).toBeVisible();
});

test('a list that fails to load can be tried again', async () => {
  server.use(http.get('*/api/consents/templates', refused, { once: true }));
  open();
  expect(await screen.findByText('Consent templates could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Botulinum toxin' })).toBeVisible();
});

test('saving an outdated form does not overwrite a template, and loses nothing that was typed', async () => {
  server.use(
    http.put('*/api/consents/templates/3', ({ request }) =>
      request.headers.get('If-Match') === '9'
        ? undefined
        : HttpResponse.json(
            { error: 'Somebody else changed this.', code: 'stale' },
            { status: 412 },
          ),
    ),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Botulinum toxin' }));
  const dialog = await dialogNamed('Edit template');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), ' 2026');
  templates = [{ ...botox, body: '<p>Their words</p>', version: 9 }];
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByText(/^Not saved yet\. Somebody else saved a change/)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('Botulinum toxin 2026');
  expect(dialog.getByRole('textbox', { name: /^Consent text/ })).toHaveValue('Their words');
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('heading', { name: 'Botulinum toxin 2026' })).toBeVisible();
});

test('a text that both changed is shown whole on both sides, and theirs can be taken', async () => {
  server.use(
    http.put('*/api/consents/templates/3', ({ request }) =>
      request.headers.get('If-Match') === '9'
        ? undefined
        : HttpResponse.json(
            { error: 'Somebody else changed this.', code: 'stale' },
            { status: 412 },
          ),
    ),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Botulinum toxin' }));
  const dialog = await dialogNamed('Edit template');
  const text = dialog.getByRole('textbox', { name: /^Consent text/ });
  await userEvent.clear(text);
  await userEvent.type(text, 'My words');
  const theirs = 'Their words. '.repeat(30).trim();
  templates = [{ ...botox, body: `<p>${theirs}</p>`, version: 9 }];
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect((await dialog.findByRole('group', { name: 'Theirs: Text' })).textContent).toBe(theirs);
  expect(dialog.getByRole('group', { name: 'Yours: Text' })).toHaveTextContent('My words');
  await userEvent.click(dialog.getByRole('button', { name: 'Take theirs: Text' }));
  expect(text).toHaveValue(theirs);
});

test('a change and a deletion can be undone', async () => {
  const person = userEvent.setup();
  const seen: (string | null)[] = [];
  server.use(
    http.put('*/api/consents/templates/3', async ({ request }) => {
      const body = (await request.json()) as Pick<ConsentTemplate, 'name' | 'body'>;
      seen.push(request.headers.get('If-Match'));
      templates = [{ ...botox, ...body, version: 2 + seen.length }];
      return HttpResponse.json(templates[0]);
    }),
    http.post('*/api/consents/templates/3/restore', () => {
      templates = [botox];
      return HttpResponse.json(botox);
    }),
  );
  open();
  await person.click(await screen.findByRole('button', { name: 'Edit Botulinum toxin' }));
  const dialog = await dialogNamed('Edit template');
  await person.type(dialog.getByLabelText(/^Name/), ' 2');
  await person.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('heading', { name: 'Botulinum toxin 2' })).toBeVisible();
  await person.click(await screen.findByRole('button', { name: /^Undo/ }));
  expect(await screen.findByRole('heading', { name: 'Botulinum toxin' })).toBeVisible();
  expect(seen).toEqual(['2', '3']);
  await person.click(screen.getByRole('button', { name: 'Delete Botulinum toxin' }));
  await person.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  );
  await screen.findByText('Template deleted');
  await person.click(await screen.findByRole('button', { name: /^Undo/ }));
  expect(await screen.findByRole('heading', { name: 'Botulinum toxin' })).toBeVisible();
});
