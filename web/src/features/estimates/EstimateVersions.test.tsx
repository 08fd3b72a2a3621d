// The versions of an estimate: the list, what each changed, and two side by side.
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Estimate, EstimateVersion } from '@/api/generated';
import { savedEstimate } from '@/features/estimates/testing';
import {
  kept,
  openEstimate,
  restoreStubs,
  serveEstimate,
  user,
  versions,
} from '@/testing/openEstimate';
import { server } from '@/testing/server';

beforeEach(serveEstimate);
afterEach(restoreStubs);

describe('an estimate on record', () => {
  beforeEach(() => {
    kept.onRecord = savedEstimate;
  });

  test('lists its versions: by whom, what was changed, who signed, and a link to each', async () => {
    await openEstimate();
    const list = within(await screen.findByRole('list', { name: 'Versions' }));
    expect(list.getByText('Version 3 (current): $4,212.50, not signed')).toBeVisible();
    expect(list.getByText('Nov 18, 2026, 10:00 AM, by Robin Desk')).toBeVisible();
    expect(list.getByText('Changed: Face unit cost, Notes')).toBeVisible();
    expect(list.getByText('Version 2: $480.00, signed by patient and provider')).toBeVisible();
    expect(await list.findByRole('link', { name: 'Signed copy of version 2' })).toHaveAttribute(
      'href',
      '/api/gfe-estimate/9/copies/2/file',
    );
    expect(list.queryByRole('link', { name: 'Signed copy of version 1' })).not.toBeInTheDocument();
    expect(list.getByRole('link', { name: 'Read version 2' })).toHaveAttribute(
      'href',
      '/gfe-estimate/101/9/versions/2',
    );
    expect(list.queryByRole('link', { name: 'Read version 3' })).not.toBeInTheDocument();
  });

  test('loads the older versions page by page', async () => {
    server.use(
      http.get('*/api/gfe-estimate/9/versions', ({ request }) => {
        const isNext = new URL(request.url).searchParams.get('after') === '2';
        if (isNext) return HttpResponse.json([{ ...versions[1], version: 1, grand_total: 90 }]);
        return HttpResponse.json(versions, {
          headers: { Link: '</api/gfe-estimate/9/versions?after=2>; rel="next"' },
        });
      }),
    );
    await openEstimate();
    const list = within(await screen.findByRole('list', { name: 'Versions' }));
    expect(list.queryByText(/^Version 1:/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show older versions' }));
    expect(
      await list.findByText('Version 1: $90.00, signed by patient and provider'),
    ).toBeVisible();
    expect(list.getByText(/^Version 3/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show older versions' })).not.toBeInTheDocument();
  });

  test('shows two versions side by side: what differs, and nothing else', async () => {
    const version = (number: number, change: Partial<Estimate>) =>
      http.get(`*/api/gfe-estimate/9/versions/${number}`, () =>
        HttpResponse.json({ ...savedEstimate, version: number, ...change }),
      );
    server.use(
      version(2, {}),
      version(3, {
        face_unit_cost: 14.5,
        face_subtotal: 1160,
        grand_total: 4412.5,
        notes: null,
        est_date: '2026-11-19',
        pt_sig: null,
        pt_is_signed: false,
      }),
    );
    await openEstimate();
    await user.click(
      await screen.findByRole('button', { name: 'Compare version 3 with the one before' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Versions 2 and 3' }));
    await dialog.findByRole('table');
    expect(
      dialog.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Field', 'Version 2', 'Version 3'],
      ['Date of estimate', 'Nov 18, 2026', 'Nov 19, 2026'],
      ['Notes', 'Discussed by phone', 'Nothing'],
      ['Patient signature', 'Signed', 'Not signed'],
      ['Face unit cost', '$12.00', '$14.50'],
      ['Face total', '$960.00', '$1,160.00'],
      ['Grand total', '$4,212.50', '$4,412.50'],
    ]);
  });

  test('says so when a version cannot be compared, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(
      http.get('*/api/gfe-estimate/9/versions/2', () => HttpResponse.json(savedEstimate)),
      http.get(
        '*/api/gfe-estimate/9/versions/3',
        () => HttpResponse.json({ error: 'No.', code: 'down' }, { status: 503 }),
        { once: true },
      ),
      http.get('*/api/gfe-estimate/9/versions/3', () => HttpResponse.json(savedEstimate)),
    );
    await openEstimate();
    await user.click(
      await screen.findByRole('button', { name: 'Compare version 3 with the one before' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Versions 2 and 3' }));
    await user.click(await dialog.findByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('The two versions say the same.')).toBeVisible();
  });
});

describe('a saved estimate', () => {
  test('that is signed at once offers its copy, and says when there is none yet', async () => {
    kept.onRecord = { ...savedEstimate, version: 1 };
    const first: EstimateVersion = {
      version: 1,
      written_at: '2026-11-20T14:59:00Z',
      written_by: null,
      grand_total: 100,
      pt_is_signed: true,
      prov_is_signed: false,
      changed: [],
    };
    let copies: { version: number; sha256: string }[] = [];
    server.use(
      http.get('*/api/gfe-estimate/9/versions', () => HttpResponse.json([first])),
      http.get('*/api/gfe-estimate/9/copies', () => HttpResponse.json(copies)),
    );
    const { unmount } = await openEstimate();
    expect(
      await screen.findByText('A signed copy is made within minutes of signing.'),
    ).toBeVisible();
    unmount();
    copies = [{ version: 1, sha256: 'ab' }];
    await openEstimate();
    expect(await screen.findByRole('link', { name: 'Signed copy of version 1' })).toBeVisible();
    expect(
      screen.queryByText('A signed copy is made within minutes of signing.'),
    ).not.toBeInTheDocument();
  });

  test('has any two of its versions compared', async () => {
    kept.onRecord = savedEstimate;
    const first: EstimateVersion = {
      version: 1,
      written_at: '2026-11-16T15:00:00Z',
      written_by: null,
      grand_total: 100,
      pt_is_signed: false,
      prov_is_signed: false,
      changed: [],
    };
    server.use(
      http.get('*/api/gfe-estimate/9/versions', () => HttpResponse.json([...versions, first])),
      http.get('*/api/gfe-estimate/9/versions/1', () =>
        HttpResponse.json({ ...savedEstimate, version: 1, notes: 'First thoughts' }),
      ),
      http.get('*/api/gfe-estimate/9/versions/3', () => HttpResponse.json(savedEstimate)),
    );
    await openEstimate();
    const group = within(await screen.findByRole('group', { name: 'Compare any two versions' }));
    await user.selectOptions(group.getByLabelText('Compare'), '3');
    await user.selectOptions(group.getByLabelText('with'), '3');
    expect(group.getByRole('button', { name: 'Compare the two versions' })).toBeDisabled();
    await user.selectOptions(group.getByLabelText('with'), '1');
    await user.click(group.getByRole('button', { name: 'Compare the two versions' }));
    expect(await screen.findByRole('dialog', { name: 'Versions 1 and 3' })).toBeVisible();
    expect(
      await screen.findByRole('row', { name: 'Notes First thoughts Discussed by phone' }),
    ).toBeVisible();
  });
});
