import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { type PatientNote } from '@/api/generated';
import { NotesPanel } from '@/features/record/NotesPanel';
import { note } from '@/features/record/testing';
import { linkHeader } from '@/testing/linkHeader';
import { refusal } from '@/testing/openRecord';
import { sessionWith } from '@/testing/plans';
import { staffSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const path = '*/api/patients/7/notes';
const alert: PatientNote = { ...note, id: 12, kind: 'alert', body: 'Faints at needles.' };
const pinned: PatientNote = { ...note, id: 10, body: 'Likes jazz.', pinned: true };

/** A server with these notes, as it changes them. */
async function open(
  notes: PatientNote[] = [],
  session = sessionWith('patient.note.read', 'patient.note.write'),
) {
  const clinic = { notes, removed: [] as PatientNote[], sent: [] as unknown[] };
  const one = (id: unknown) => clinic.notes.find((candidate) => candidate.id === Number(id));
  const stale = (request: Request, seen: PatientNote) =>
    request.headers.get('If-Match') !== String(seen.version);
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(session)),
    http.get(path, ({ request }) => {
      const after = new URL(request.url).searchParams.get('after');
      const others = clinic.notes.filter(
        (candidate) => after === null || candidate.id < Number(after),
      );
      return HttpResponse.json(others);
    }),
    http.post(path, async ({ request }) => {
      const body = (await request.json()) as Partial<PatientNote>;
      clinic.sent.push(body);
      clinic.notes = [{ ...note, id: 20, ...body }, ...clinic.notes];
      return HttpResponse.json(clinic.notes[0], { status: 201 });
    }),
    http.patch(`${path}/:note`, async ({ request, params }) => {
      const seen = one(params['note']);
      if (!seen) return refusal(404, 'not_found', 'Not found');
      if (stale(request, seen)) return refusal(412, 'changed', 'It was changed.');
      Object.assign(seen, await request.json(), { version: seen.version + 1 });
      return HttpResponse.json(seen);
    }),
    http.delete(`${path}/:note`, ({ request, params }) => {
      const seen = one(params['note']);
      if (!seen) return refusal(404, 'not_found', 'Not found');
      if (stale(request, seen)) return refusal(412, 'changed', 'It was changed.');
      clinic.notes = clinic.notes.filter((candidate) => candidate !== seen);
      clinic.removed.push(seen);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(`${path}/:note/restore`, ({ params }) => {
      const back = clinic.removed.find(({ id }) => id === Number(params['note']));
      if (!back) return refusal(404, 'not_found', 'Not found');
      clinic.notes = [back, ...clinic.notes];
      return HttpResponse.json(back);
    }),
  );
  const view = await renderSignedIn({ path: '/', element: <NotesPanel patientId={7} /> });
  return { clinic, ...view };
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Notes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const bodies = async () =>
  (await rows()).map(
    (text) => /Prefers mornings|Faints at needles|Likes jazz|Mine|Theirs/.exec(text ?? '')?.[0],
  );
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

afterEach(() => vi.restoreAllMocks());

describe('the list', () => {
  test("has alerts first, then pinned notes, each with its author and the clinic's time", async () => {
    await open([note, alert, pinned]);
    expect(await bodies()).toEqual(['Faints at needles', 'Likes jazz', 'Prefers mornings']);
    const [first = '', second = '', third = ''] = await rows();
    expect(first).toContain('Alert');
    expect(second).toContain('Pinned');
    expect(third).toContain('Noah Kim, Feb 10, 2026, 11:30 PM');
  });

  test('says who changed a note', async () => {
    await open([{ ...note, changed_by: 'Dana Reyes', changed_at: '2026-02-12T16:00:00Z' }]);
    expect(await rows()).toEqual([
      expect.stringContaining(
        'Noah Kim, Feb 10, 2026, 11:30 PM · changed by Dana Reyes, Feb 12, 2026, 11:00 AM',
      ),
    ]);
  });

  test('goes on with the older ones', async () => {
    const opened = open();
    server.use(
      http.get(path, ({ request }) =>
        new URL(request.url).searchParams.has('after')
          ? HttpResponse.json([{ ...note, id: 3, body: 'Likes jazz.' }])
          : HttpResponse.json([note], { headers: linkHeader('/api/patients/7/notes', 11) }),
      ),
    );
    await opened;
    await press('Show more notes');
    await waitFor(async () => expect(await bodies()).toEqual(['Prefers mornings', 'Likes jazz']));
    expect(screen.queryByRole('button', { name: 'Show more notes' })).not.toBeInTheDocument();
  });

  test('says so when there are none', async () => {
    await open();
    expect(await screen.findByText('No notes yet')).toBeVisible();
  });

  test('says so while it is loading', async () => {
    const opened = open();
    server.use(http.get(path, () => delay('infinite')));
    await opened;
    expect(await screen.findByLabelText('Loading the notes')).toBeVisible();
  });

  test('can be tried again after a failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const opened = open([note]);
    server.use(http.get(path, () => refusal(403, 'forbidden', 'No'), { once: true }));
    await opened;
    expect(await screen.findByText('The notes could not be loaded.')).toBeVisible();
    await press('Try again');
    expect(await bodies()).toEqual(['Prefers mornings']);
  });
});

describe('roles', () => {
  test('a role that may not read notes fetches none', async () => {
    await open([note], staffSession);
    expect(
      await screen.findByText('Your role does not open the notes about patients.'),
    ).toBeVisible();
    expect(screen.queryByText('Prefers mornings.')).not.toBeInTheDocument();
  });

  test('a role that only reads has no buttons', async () => {
    await open([note], sessionWith('patient.note.read'));
    await rows();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('a note', () => {
  test.each([
    ['Note', 'note', 'Note added.'],
    ['Alert, shown at the top of the record', 'alert', 'Alert added.'],
  ])('is added as %s', async (label, kind, said) => {
    const { clinic } = await open();
    await press('Add note');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add note' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }));
    expect(await dialog.findByText('Text is required')).toBeVisible();
    await userEvent.selectOptions(dialog.getByLabelText('Kind'), label);
    await userEvent.type(dialog.getByRole('textbox', { name: /^Text/ }), 'Likes jazz.');
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText(said)).toBeVisible();
    expect(clinic.sent).toEqual([{ kind, body: 'Likes jazz.' }]);
    expect(await bodies()).toEqual(['Likes jazz']);
  });

  test('that was not saved stays in the form', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await open();
    server.use(
      http.post(path, () =>
        HttpResponse.json(
          {
            error: 'Check the fields',
            code: 'invalid',
            fields: { body: 'has a character that cannot be stored' },
          },
          { status: 422 },
        ),
      ),
    );
    await press('Add note');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add note' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /^Text/ }), 'Mine');
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }));
    expect(await dialog.findByText('has a character that cannot be stored')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: /^Text/ })).toHaveValue('Mine');
  });

  test('is pinned, and unpinned by Undo', async () => {
    const { clinic } = await open([{ ...note }]);
    await press(/^Pin the note of Noah Kim/);
    await waitFor(() => expect(clinic.notes[0]?.pinned).toBe(true));
    await press('Undo: Note pinned.');
    await waitFor(() => expect(clinic.notes[0]?.pinned).toBe(false));
  });

  test('an alert cannot be pinned', async () => {
    await open([alert]);
    await rows();
    expect(screen.getByRole('button', { name: /^Edit the alert/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pin/ })).not.toBeInTheDocument();
  });

  test.each([
    ['note', note, 'Note removed.'],
    ['alert', alert, 'Alert removed.'],
  ] as const)('is removed at once and comes back by Undo: %s', async (word, which, said) => {
    const { clinic } = await open([{ ...which }]);
    await press(new RegExp(`^Remove the ${word} of Noah Kim`));
    expect(await screen.findByText('No notes yet')).toBeVisible();
    await press(`Undo: ${said}`);
    await waitFor(() => expect(clinic.notes).toHaveLength(1));
    expect(await rows()).toHaveLength(1);
  });

  test('that somebody else has changed is not removed, and is shown as it is now', async () => {
    const { clinic } = await open([{ ...note }]);
    await rows();
    clinic.notes = [{ ...note, body: 'Theirs.', version: 2 }];
    await press(/^Remove the/);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Note not removed. Somebody else has changed it meanwhile; it is shown as it is now.',
    );
    await waitFor(async () => expect(await bodies()).toEqual(['Theirs']));
  });
});

describe('a change', () => {
  async function edit(text: string) {
    await press(/^Edit the note/);
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit note' }));
    const field = dialog.getByRole('textbox', { name: /^Text/ });
    await userEvent.clear(field);
    await userEvent.type(field, text);
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    return { dialog, field };
  }

  test('is saved with the version that was seen, and undone by its notice', async () => {
    const { clinic } = await open([{ ...note }]);
    await edit('Mine.');
    expect(await screen.findByText('Note changed.')).toBeVisible();
    expect(clinic.notes[0]).toMatchObject({ body: 'Mine.', version: 2 });
    await press('Undo: Note changed.');
    await waitFor(() =>
      expect(clinic.notes[0]).toMatchObject({ body: 'Prefers mornings.', version: 3 }),
    );
  });

  test('that meets another shows both texts whole, and saves what is typed the second time', async () => {
    const { clinic } = await open([{ ...note }]);
    await rows();
    clinic.notes = [
      {
        ...note,
        body: 'Theirs, which is a longer text than the sixty characters that a sentence quotes.',
        version: 2,
        changed_by: 'Dana Reyes',
        changed_at: '2026-02-12T16:00:00Z',
      },
    ];
    const { dialog, field } = await edit('Mine.');
    const theirs = await dialog.findByRole('region', { name: 'Saved by somebody else' });
    expect(theirs).toHaveTextContent(
      'Saved by Dana Reyes, Feb 12, 2026, 11:00 AMTheirs, which is a longer text than the sixty characters that a sentence quotes.',
    );
    expect(field).toHaveValue('Mine.');
    expect(dialog.getByRole('alert')).toHaveTextContent('You both changed Text');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Note changed.')).toBeVisible();
    expect(clinic.notes[0]).toMatchObject({ body: 'Mine.', version: 3 });
  });

  test('of a note that was removed meanwhile stays in the form', async () => {
    const { clinic } = await open([{ ...note }]);
    await rows();
    clinic.notes = [];
    server.use(http.patch(`${path}/:note`, () => refusal(412, 'changed', 'It was changed.')));
    const { dialog, field } = await edit('Mine.');
    expect(await dialog.findByText(/Somebody else has removed this meanwhile/)).toBeVisible();
    expect(field).toHaveValue('Mine.');
  });
});

test('removed notes are listed with who removed them, and restored', async () => {
  const removed = {
    id: 9,
    kind: 'note',
    body: 'Prefers evenings.',
    author: 'Noah Kim',
    created_at: '2026-02-11T04:30:00Z',
    removed_at: '2026-02-12T15:00:00Z',
    removed_by: 'Dana Reyes',
  };
  let listed = [removed];
  await open([note]);
  server.use(
    http.get(`${path}/removed`, ({ request }) =>
      new URL(request.url).searchParams.has('after')
        ? HttpResponse.json([{ ...removed, id: 3, body: 'Prefers tea.' }])
        : HttpResponse.json(listed, {
            headers: linkHeader('/api/patients/7/notes/removed', listed.length ? 9 : undefined),
          }),
    ),
    http.post(`${path}/9/restore`, () => {
      listed = [];
      return HttpResponse.json({ ...note, id: 9 });
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Removed notes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Removed notes' }));
  expect(await dialog.findByText('Prefers evenings.')).toBeVisible();
  expect(
    dialog.getByText(
      'Noah Kim, Feb 10, 2026, 11:30 PM · Removed by Dana Reyes, Feb 12, 2026, 10:00 AM',
    ),
  ).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Show earlier ones' }));
  expect(await dialog.findByText('Prefers tea.')).toBeVisible();
  await userEvent.click(
    within(dialog.getByText('Prefers evenings.').closest('li') ?? document.body).getByRole(
      'button',
      {
        name: /^Restore the note of Noah Kim/,
      },
    ),
  );
  expect(await screen.findByText('The note is in the record again.')).toBeVisible();
  expect(await dialog.findByText('No note was removed.')).toBeVisible();
  // The button is gone, and Escape still closes the dialog.
  expect(dialog.getByRole('group', { name: 'Removed notes' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('whoever may only read the notes is not offered the removed ones', async () => {
  await open([note], sessionWith('patient.note.read'));
  expect(await screen.findByText('Prefers mornings.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Removed notes' })).not.toBeInTheDocument();
});

test('what a changed alert said before is read with who wrote it, and when', async () => {
  const changed: PatientNote = {
    ...alert,
    body: 'Prefers green tea',
    version: 2,
    changed_by: 'Robin Desk',
    changed_at: '2026-02-12T17:00:00Z',
  };
  await open([changed, pinned], sessionWith('patient.note.read'));
  server.use(
    http.get(`${path}/12/versions`, ({ request }) => {
      const former = {
        version: 1,
        body: 'ANAPHYLAXIS to lidocaine',
        pinned: false,
        written_by: 'Noah Kim',
        written_at: '2026-02-11T04:30:00Z',
      };
      return new URL(request.url).searchParams.has('after')
        ? HttpResponse.json([{ ...former, version: 0, body: 'Asks for quiet' }])
        : HttpResponse.json([former], {
            headers: linkHeader('/api/patients/7/notes/12/versions', 1),
          });
    }),
  );
  // Only where there is something to read.
  expect(await screen.findAllByRole('button', { name: /^Earlier versions/ })).toHaveLength(1);
  await press(/^Earlier versions of the alert of /);
  const dialog = within(await screen.findByRole('dialog', { name: 'Versions of this alert' }));
  const versions = (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(versions).toEqual([
    'Prefers green teaNow: Robin Desk, Feb 12, 2026, 12:00 PM',
    'ANAPHYLAXIS to lidocaineNoah Kim, Feb 10, 2026, 11:30 PM',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Show earlier versions' }));
  expect(await dialog.findByText('Asks for quiet')).toBeVisible();
});
