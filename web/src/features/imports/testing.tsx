import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach } from 'vitest';
import type { ClientImport, ImportRow } from '@/api/generated';
import { Component as ImportsPage } from '@/features/imports/ImportsPage';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

export const begun: ClientImport = {
  id: 5,
  file_name: 'clients.csv',
  file_bytes: 20,
  state: 'matching',
  problem: null,
  encoding: 'utf-8',
  has_header: true,
  columns: [
    { name: 'First', field: 'first_name' },
    { name: 'Last', field: 'last_name' },
    { name: 'Remarks', field: null },
  ],
  header_row: 1,
  sheet: null,
  sheets: [],
  date_order: 'mdy',
  dates: { kind: 'clear', orders: ['mdy', 'dmy'], example: null, readings: [], proofs: [] },
  rows: 12,
  done_rows: 0,
  with_problems: 0,
  with_notices: 0,
  very_likely: 0,
  possible: 0,
  in_file: 0,
  scope: null,
  on_very_likely: null,
  on_possible: null,
  on_in_file: null,
  added: 0,
  filled: 0,
  skipped: 0,
  removed: 0,
  kept: 0,
  created_by: 'Olive Owner',
  created_at: '2026-11-24T15:00:00Z',
  imported_at: null,
  is_cancelled: false,
  undone_at: null,
  undo_until: null,
  may_undo: false,
  staged_until: '2026-12-01T15:00:00Z',
  version: 2,
};

export const row: ImportRow = {
  number: 2,
  cells: ['Ann', 'Berg', 'Prefers mornings'],
  problems: [],
  notices: [],
  date_readings: [],
  date_order: null,
  suspect: null,
  same_as: null,
};

/** What the server has: the import, and its rows. */
export const stored = {
  found: begun,
  rows: [row] as ImportRow[],
};

export let sent: { path: string; body: unknown; version: string | null }[];

export const keep =
  (state: Partial<ClientImport>) =>
  async ({ request }: { request: Request }) => {
    const text = await request.text();
    sent.push({
      path: new URL(request.url).pathname,
      body: text ? (JSON.parse(text) as unknown) : null,
      version: request.headers.get('if-match'),
    });
    stored.found = { ...stored.found, ...state };
    return HttpResponse.json(stored.found);
  };

export const open = (url = '/patients/import') =>
  renderScreen({ path: '/patients/import', element: <ImportsPage /> }, url);

export const openOne = (state: Partial<ClientImport>) => {
  stored.found = { ...begun, ...state };
  return open('/patients/import?import=5');
};

export const choose = async (file: File) =>
  userEvent.upload(await screen.findByLabelText('File of clients'), file, { applyAccept: false });

/** For each test: an import that has begun. */
export function withAnImport() {
  beforeEach(() => {
    stored.found = begun;
    stored.rows = [row];
    sent = [];
    server.use(
      http.get('*/api/auth/session', () =>
        HttpResponse.json({ ...sessionWith('patient.import'), modules: ['import_clients'] }),
      ),
      http.get('*/api/imports', () => HttpResponse.json([stored.found])),
      http.get('*/api/imports/5', () => HttpResponse.json(stored.found)),
      http.get('*/api/imports/5/rows', () => HttpResponse.json(stored.rows)),
      http.post('*/api/imports', keep({ state: 'uploading' })),
      http.put('*/api/imports/5/parts/:number', async ({ request }) => {
        sent.push({
          path: new URL(request.url).pathname,
          body: await request.json(),
          version: null,
        });
        return new HttpResponse(null, { status: 204 });
      }),
      http.post('*/api/imports/5/read', keep({ state: 'matching' })),
      http.put('*/api/imports/5/columns', keep({ state: 'checked' })),
      http.post(
        '*/api/imports/5/run',
        keep({
          state: 'imported',
          added: 12,
          may_undo: true,
          undo_until: '2026-12-24T15:00:00Z',
          staged_until: null,
        }),
      ),
      http.post('*/api/imports/5/undo', keep({ state: 'undone', removed: 12, may_undo: false })),
      http.post('*/api/imports/5/cancel', keep({ state: 'cancelled', staged_until: null })),
    );
  });
}
