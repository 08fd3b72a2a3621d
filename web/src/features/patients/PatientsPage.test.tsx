import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { Patient } from '@/api/generated';
import { refreshOnReturn } from '@/app/refresh';
import { Component as PatientsPage } from '@/features/patients/PatientsPage';
import { open, servePatients } from '@/features/patients/testing';
import { sessionWith } from '@/testing/plans';
import { amelia, staffSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

let records: Patient[] = [];
let requested: URLSearchParams[] = [];

beforeEach(() => {
  records = [amelia];
  requested = [];
  servePatients(
    () => records,
    (query) => requested.push(query),
  );
});

const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

describe('the list', () => {
  test('shows each patient in five columns', async () => {
    await open();
    const row = within(await screen.findByRole('row', { name: /Amelia Hart/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Jan 10, 1980',
      '(555) 010-1000',
      'amelia.hart@example.com',
      'View Details',
    ]);
    expect(row.getByRole('link', { name: 'View Details of Amelia Hart' })).toHaveAttribute(
      'href',
      '/patients/101',
    );
    expect(
      screen
        .getAllByRole('columnheader')
        .slice(0, 4)
        .map(({ textContent }) => textContent),
    ).toEqual(['Name', 'Birth Date', 'Phone', 'Email']);
    expect(screen.getByText('1 patient')).toBeVisible();
  });

  test('opens a patient by a press on the row', async () => {
    const { router } = await renderSignedIn([
      { path: '/', element: <PatientsPage /> },
      { path: '/patients/:id', element: <h1>The record</h1> },
    ]);
    await userEvent.click(await screen.findByText('Jan 10, 1980'));
    expect(await screen.findByRole('heading', { name: 'The record' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/patients/101');
  });

  test('is fetched fifty at a time, after the last row seen', async () => {
    records = Array.from({ length: 120 }, (_one, index) => ({
      ...amelia,
      id: 1000 + index,
      last_name: `Hart ${String(index).padStart(3, '0')}`,
    }));
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
    server.use(
      http.get(
        '*/api/patients',
        () => HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 }),
        { once: true },
      ),
    );
    await open();
    expect(await screen.findByText('Patients could not be loaded.')).toBeVisible();
    expect(log).toHaveBeenCalledWith('Patients could not be loaded.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader', { name: 'Amelia Hart' })).toBeVisible();
    log.mockRestore();
  });

  test('says whether the list or a further page could not be loaded, and fetches that again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    records = Array.from({ length: 120 }, (_one, index) => ({
      ...amelia,
      id: 1000 + index,
      last_name: `Hart ${String(index).padStart(3, '0')}`,
    }));
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
    await waitFor(() =>
      expect(screen.queryByText('Patients could not be loaded.')).not.toBeInTheDocument(),
    );
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
    server.use(
      http.get('*/api/auth/session', () =>
        HttpResponse.json({ ...staffSession, limited_permissions: [] }),
      ),
    );
    await open();
    expect(await screen.findByText('Your role does not open the list of patients.')).toBeVisible();
    expect(requested).toEqual([]);
  });
});

describe('the search', () => {
  test('goes to the server once typing pauses, and is kept in the address', async () => {
    records = [
      amelia,
      { ...amelia, id: 102, first_name: 'Sofia', last_name: 'Reyes', email: null },
    ];
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

describe('the export', () => {
  test('is a file of what the list shows', async () => {
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:file'),
        revokeObjectURL: () => undefined,
      }),
    );
    let search = '';
    server.use(
      http.get('*/api/auth/session', () =>
        HttpResponse.json(sessionWith('list.export', 'patient.archive')),
      ),
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
