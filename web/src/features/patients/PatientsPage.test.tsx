import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { NewPatient, Patient, PossibleDuplicate } from '@/api/generated';
import { refreshOnReturn } from '@/app/refresh';
import { Component as PatientsPage } from '@/features/patients/PatientsPage';
import { maybeAmelia } from '@/testing/duplicates';
import { linkHeader } from '@/testing/linkHeader';
import { sessionWith } from '@/testing/plans';
import { amelia, staffSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

/** As the server would: search, order, keyset, count. */
let records: Patient[] = [];
let requested: URLSearchParams[] = [];

beforeEach(() => {
  records = [amelia];
  requested = [];
  server.use(http.get('*/api/patients', ({ request }) => {
    const query = new URL(request.url).searchParams;
    requested.push(query);
    const wanted = (query.get('search') ?? '').toLowerCase();
    const matches = records.filter(({ first_name, last_name, email }) => `${first_name} ${last_name} ${email}`.toLowerCase().includes(wanted));
    const from = query.has('after') ? matches.findIndex(({ id }) => id === Number(query.get('after'))) + 1 : 0;
    const page = matches.slice(from, from + Number(query.get('limit')));
    const last = matches.length > from + page.length ? page.at(-1)?.id : undefined;
    return HttpResponse.json(page, { headers: { 'X-Total-Count': String(matches.length), ...linkHeader('/api/patients', last) } });
  }));
});

async function open(url = '/') {
  return renderSignedIn({ path: '/', element: <PatientsPage /> }, url);
}

const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

describe('the list', () => {
  test('shows each patient in five columns', async () => {
    await open();
    const row = within(await screen.findByRole('row', { name: /Amelia Hart/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Jan 10, 1980', '(555) 010-1000', 'amelia.hart@example.com', 'View Details']);
    expect(row.getByRole('link', { name: 'View Details of Amelia Hart' })).toHaveAttribute('href', '/patients/101');
    expect(screen.getAllByRole('columnheader').slice(0, 4).map(({ textContent }) => textContent)).toEqual(['Name', 'Birth Date', 'Phone', 'Email']);
    expect(screen.getByText('1 patient')).toBeVisible();
  });

  test('is fetched fifty at a time, after the last row seen', async () => {
    records = Array.from({ length: 120 }, (_one, index) => ({ ...amelia, id: 1000 + index, last_name: `Hart ${String(index).padStart(3, '0')}` }));
    await open();
    expect(await screen.findByText('Showing 50 of 120 patients')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Showing 100 of 120 patients')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('120 patients')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    expect(requested.map((query) => query.get('after'))).toEqual([null, '1049', '1099']);
    expect(new Set(names()).size).toBe(120);
  });

  test('without patients says No patients yet', async () => {
    records = [];
    await open();
    expect(await screen.findByText('No patients yet')).toBeVisible();
  });

  test('that fails to load is reported, logged and tried again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(http.get('*/api/patients', () => HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 }), { once: true }));
    await open();
    expect(await screen.findByText('Patients could not be loaded.')).toBeVisible();
    expect(log).toHaveBeenCalledWith('Patients could not be loaded.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader', { name: 'Amelia Hart' })).toBeVisible();
    log.mockRestore();
  });

  test('says whether the list or a further page could not be loaded, and fetches that again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    records = Array.from({ length: 120 }, (_one, index) => ({ ...amelia, id: 1000 + index, last_name: `Hart ${String(index).padStart(3, '0')}` }));
    const { store } = await open();
    const stop = refreshOnReturn(store.dispatch);
    expect(await screen.findByText('Showing 50 of 120 patients')).toBeVisible();
    const busy = () => HttpResponse.json({ error: 'Busy.', code: 'busy' }, { status: 503 });
    requested = [];
    server.use(http.get('*/api/patients', busy, { once: true }));
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByText('Patients could not be loaded.')).toBeVisible();
    expect(screen.queryByText('More patients could not be loaded.')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('Patients could not be loaded.')).not.toBeInTheDocument());
    expect(await screen.findByText('Showing 50 of 120 patients')).toBeVisible();
    await waitFor(() => expect(requested.map((query) => query.get('after'))).toEqual([null]));

    server.use(http.get('*/api/patients', busy, { once: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('More patients could not be loaded.')).toBeVisible();
    expect(screen.queryByText('Patients could not be loaded.')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Showing 100 of 120 patients')).toBeVisible();
    expect(requested.map((query) => query.get('after'))).toEqual([null, '1049']);
    stop();
    vi.restoreAllMocks();
  });

  test('shows names only to a role that may see no more, and no way to add', async () => {
    server.use(http.get('*/api/auth/session', () => HttpResponse.json(staffSession)));
    records = [{ ...amelia, email: null, phone: null, birth_date: null, created_at: null }];
    await open();
    const row = within(await screen.findByRole('row', { name: /Amelia Hart/ }));
    expect(row.getAllByText('—')).toHaveLength(3);
    expect(screen.getByText('Your role sees names only.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add patient' })).not.toBeInTheDocument();
  });

  test('is closed to a role without it', async () => {
    server.use(http.get('*/api/auth/session', () => HttpResponse.json({ ...staffSession, limited_permissions: [] })));
    await open();
    expect(await screen.findByText('Your role does not open the list of patients.')).toBeVisible();
    expect(requested).toEqual([]);
  });
});

describe('the search', () => {
  test('goes to the server once typing pauses, and is kept in the address', async () => {
    records = [amelia, { ...amelia, id: 102, first_name: 'Sofia', last_name: 'Reyes', email: null }];
    const { router } = await open();
    await screen.findByRole('rowheader', { name: 'Sofia Reyes' });
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search patients' }), 'REYES ');
    await waitFor(() => expect(names()).toEqual(['Sofia Reyes']));
    expect(router.state.location.search).toBe('?search=REYES');
    expect(requested.map((query) => query.get('search'))).toEqual([null, 'REYES']);
    expect(await screen.findByText('1 match')).toBeVisible();
  });

  test('without a match says No patients found', async () => {
    await open('/?search=zzz');
    expect(await screen.findByText('No patients found')).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('zzz');
  });

  test('follows the address when that changes by itself', async () => {
    const { router } = await open('/?search=zzz');
    await screen.findByText('No patients found');
    void router.navigate('/');
    expect(await screen.findByRole('rowheader', { name: 'Amelia Hart' })).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});

describe('adding a patient', () => {
  let opened: Awaited<ReturnType<typeof open>>;

  async function openForm() {
    opened = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add patient' }));
    return within(await screen.findByRole('dialog', { name: 'Add patient' }));
  }

  test('needs both names', async () => {
    const form = await openForm();
    await userEvent.click(form.getByRole('button', { name: 'Add patient' }));
    expect(await form.findByText('First name is required')).toBeVisible();
    expect(form.getByText('Last name is required')).toBeVisible();
    expect(form.getByLabelText(/^First name/)).toHaveFocus();
  });

  test('sends what was typed, says so and shows the new record', async () => {
    const sent: NewPatient[] = [];
    server.use(http.post('*/api/patients', async ({ request }) => {
      const body = (await request.json()) as NewPatient;
      sent.push(body);
      const patient = { ...amelia, id: 200, first_name: body.first_name, last_name: body.last_name };
      records.push(patient);
      return HttpResponse.json(patient, { status: 201 });
    }));
    const form = await openForm();
    await userEvent.type(form.getByLabelText(/^First name/), 'Nora');
    await userEvent.type(form.getByLabelText(/^Last name/), 'Lindqvist');
    await userEvent.type(form.getByLabelText(/^Email/), 'nora@example.com');
    await userEvent.click(form.getByRole('button', { name: 'Add patient' }));
    expect(await screen.findByText('Nora Lindqvist was added.')).toBeVisible();
    expect(await screen.findByRole('rowheader', { name: 'Nora Lindqvist' })).toBeVisible();
    expect(sent).toEqual([{ first_name: 'Nora', last_name: 'Lindqvist', birth_date: null, phone: null, email: 'nora@example.com', confirmed: [] }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  describe('a patient who exists already', () => {
    const warnings = [{ code: 'duplicate', message: 'Amelia Hart, born Jan 10, 1980, is a patient already.', patient_id: 101 }];
    const sent: NewPatient[] = [];

    async function addAgain() {
      sent.length = 0;
      server.use(http.post('*/api/patients', async ({ request }) => {
        const body = (await request.json()) as NewPatient;
        sent.push(body);
        if (body.confirmed?.includes('duplicate')) return HttpResponse.json({ ...amelia, id: 200 }, { status: 201 });
        return HttpResponse.json({ error: 'Please look at this before it is saved.', code: 'unconfirmed', warnings }, { status: 409 });
      }));
      const form = await openForm();
      await userEvent.type(form.getByLabelText(/^First name/), 'Amelia');
      await userEvent.type(form.getByLabelText(/^Last name/), 'Hart');
      await userEvent.click(form.getByRole('button', { name: 'Add patient' }));
      expect(await form.findByText('Amelia Hart, born Jan 10, 1980, is a patient already.')).toBeVisible();
      return form;
    }

    test('has a warning, and can be added anyway', async () => {
      const form = await addAgain();
      expect(form.getByLabelText(/^First name/)).toHaveValue('Amelia');
      await userEvent.click(form.getByRole('button', { name: 'Add anyway' }));
      expect(await screen.findByText('Amelia Hart was added.')).toBeVisible();
      expect(sent.map(({ confirmed }) => confirmed)).toEqual([[], ['duplicate']]);
    });

    test('can be opened instead, without a question about what was typed', async () => {
      const form = await addAgain();
      await userEvent.click(form.getByRole('button', { name: 'Open the record' }));
      await waitFor(() => expect(window.document.querySelector('[role=dialog]')).toBeNull());
      expect(opened.router.state.location.pathname).toBe('/patients/101');
      expect(sent).toHaveLength(1);
    });

    test('is no longer shown once the name is changed', async () => {
      const form = await addAgain();
      await userEvent.type(form.getByLabelText(/^Last name/), 'ley');
      expect(form.queryByRole('button', { name: 'Add anyway' })).not.toBeInTheDocument();
      // Nor, in the middle of typing, once it is the same again.
      await userEvent.keyboard('{Backspace}{Backspace}{Backspace}');
      expect(form.getByLabelText(/^Last name/)).toHaveValue('Hart');
      expect(form.getByLabelText(/^Last name/)).toHaveFocus();
      expect(form.queryByRole('button', { name: 'Add anyway' })).not.toBeInTheDocument();
    });
  });

  describe('a patient who may be the same person', () => {
    const sent: NewPatient[] = [];
    let bodies: unknown[];

    async function addSimilar(found: PossibleDuplicate[] = [maybeAmelia]) {
      sent.length = 0;
      bodies = [];
      server.use(
        http.post('*/api/patients/duplicates', async ({ request }) => {
          bodies.push(await request.json());
          return HttpResponse.json(found);
        }),
        http.post('*/api/patients', async ({ request }) => {
          sent.push((await request.json()) as NewPatient);
          return HttpResponse.json({ ...amelia, id: 200, first_name: 'Amelie' }, { status: 201 });
        }),
      );
      const form = await openForm();
      await userEvent.type(form.getByLabelText(/^First name/), 'Amelie');
      await userEvent.type(form.getByLabelText(/^Last name/), 'Hart');
      await userEvent.type(form.getByLabelText(/^Phone/), '555 010 1000');
      await userEvent.click(form.getByRole('button', { name: 'Add patient' }));
      return form;
    }

    test('is shown in words with the reasons, and can be added anyway', async () => {
      const form = await addSimilar();
      expect(await form.findByText('Very likely the same person: Amelia Hart, born Jan 10, 1980, (555) 010-1000. Same birth date and phone, similar name.')).toBeVisible();
      expect(bodies).toEqual([{ first_name: 'Amelie', last_name: 'Hart', birth_date: null, phone: '555 010 1000', email: null }]);
      expect(sent).toEqual([]);
      await userEvent.click(form.getByRole('button', { name: 'Add anyway' }));
      expect(await screen.findByText('Amelie Hart was added.')).toBeVisible();
      expect(sent.map(({ confirmed }) => confirmed)).toEqual([['duplicate']]);
    });

    test('can be opened instead', async () => {
      const form = await addSimilar();
      await userEvent.click(await form.findByRole('button', { name: 'Open the record' }));
      await waitFor(() => expect(opened.router.state.location.pathname).toBe('/patients/101'));
      expect(sent).toEqual([]);
    });

    test('is told apart from others by the name on each button, and asked about anew once the phone is changed', async () => {
      const sofia = { ...maybeAmelia, patient: { ...maybeAmelia.patient, id: 102, first_name: 'Sofia' }, likeness: 'possible' as const };
      const form = await addSimilar([maybeAmelia, sofia]);
      expect(await form.findByRole('button', { name: 'Open the record of Sofia Hart' })).toBeVisible();
      expect(form.getByText(/^Possibly the same person: Sofia Hart/)).toBeVisible();
      await userEvent.type(form.getByLabelText(/^Phone/), '9');
      expect(form.queryByRole('button', { name: 'Add anyway' })).not.toBeInTheDocument();
    });

    test('is not asked about where that cannot be found out', async () => {
      server.use(http.post('*/api/patients/duplicates', () => HttpResponse.json({ error: 'Busy.', code: 'busy' }, { status: 503 }), { once: true }));
      const form = await openForm();
      server.use(http.post('*/api/patients', () => HttpResponse.json({ ...amelia, id: 200, first_name: 'Amelie' }, { status: 201 })));
      await userEvent.type(form.getByLabelText(/^First name/), 'Amelie');
      await userEvent.type(form.getByLabelText(/^Last name/), 'Hart');
      await userEvent.click(form.getByRole('button', { name: 'Add patient' }));
      expect(await screen.findByText('Amelie Hart was added.')).toBeVisible();
    });
  });

  test.each([
    ['says that the plan allows no more', { error: 'Your plan\'s new patients for this month are used up. Choose a larger plan to add more.', code: 'patients' }, 402, 'Your plan\'s new patients for this month are used up. Choose a larger plan to add more.'],
    ['names the field', { error: 'Some fields are not valid.', code: 'not_valid', fields: { email: 'Another patient has this email' } }, 422, 'Another patient has this email'],
    ['knows no field', { error: 'The clinic is closed for maintenance.', code: 'unavailable' }, 503, 'The clinic is closed for maintenance.'],
  ])('keeps the form when the server refuses and %s', async (_what, answer, status, words) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(http.post('*/api/patients', () => HttpResponse.json(answer, { status })));
    const form = await openForm();
    await userEvent.type(form.getByLabelText(/^First name/), 'Nora');
    await userEvent.type(form.getByLabelText(/^Last name/), 'Lindqvist');
    await userEvent.type(form.getByLabelText(/^Email/), 'nora@example.com');
    await userEvent.click(form.getByRole('button', { name: 'Add patient' }));
    expect(await form.findByText(words)).toBeVisible();
    expect(form.getByLabelText(/^First name/)).toHaveValue('Nora');
    expect(form.getByLabelText(/^Email/)).toHaveValue('nora@example.com');
    // The specification requires it in the console as well, without what was typed.
    expect(log.mock.calls).toEqual([['A patient could not be added:', status]]);
    log.mockRestore();
  });
});

describe('a link that asks for a new patient', () => {
  test('opens the dialog, once', async () => {
    const { router } = await open('/?new');
    const dialog = await screen.findByRole('dialog', { name: 'Add patient' });
    expect(router.state.location.search).toBe('');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('shows a role that may not add patients the list alone', async () => {
    server.use(http.get('*/api/auth/session', () => HttpResponse.json(staffSession)));
    const { router } = await open('/?new');
    await screen.findByRole('row', { name: /Amelia Hart/ });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.search).toBe('');
  });
});

describe('the export', () => {
  test('is a file of what the list shows', async () => {
    const saved: Blob[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:file'), revokeObjectURL: () => undefined }));
    let search = '';
    server.use(
      http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('list.export', 'patient.archive'))),
      http.get('*/api/patients/export', ({ request }) => {
        search = new URL(request.url).search;
        return HttpResponse.text('"number"\r\n"101"\r\n');
      }),
    );
    await open('/?search=hart&archived');
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(search).toBe('?search=hart&archived=true');
    expect(await saved[0]?.text()).toContain('"101"');
  });

  test('that fails says so, and a role without it has no button', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(
      http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('list.export'))),
      http.get('*/api/patients/export', () => HttpResponse.error()),
    );
    const { unmount } = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText(/could not be exported|connection/)).toBeVisible();
    unmount();
    server.use(http.get('*/api/auth/session', () => HttpResponse.json(staffSession)));
    await open();
    await screen.findByRole('row', { name: /Amelia Hart/ });
    expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument();
  });
});
