// The page of a patient's estimate, before a mock server that keeps what is sent to it.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { vi } from 'vitest';

import type { Estimate, EstimateVersion, NewEstimate } from '@/api/generated';
import { coverage } from '@/features/estimate-clocks/testing';
import { Component as GfeEstimatePage } from '@/features/estimates/GfeEstimatePage';
import { draftOfEstimate } from '@/features/estimates/issuing/testing';
import { savedEstimate } from '@/features/estimates/testing';
import { generatedApi } from '@/testing/generatedApi';
import { amelia, ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';
import { stubCanvas } from '@/testing/stubCanvas';

interface Sent {
  method: string;
  version: string | null;
  body: NewEstimate;
}

/** What the mock server has of the patient's estimate, and what it received. */
export const kept: { onRecord: Estimate | null; sent: Sent[] } = { onRecord: null, sent: [] };

const keep = async (method: string, request: Request) => {
  const body = (await request.json()) as NewEstimate;
  const { onRecord } = kept;
  kept.sent.push({ method, version: request.headers.get('If-Match'), body });
  const [pt_sig, prov_sig] = [
    body.pt_sig ?? onRecord?.pt_sig ?? null,
    body.prov_sig ?? onRecord?.prov_sig ?? null,
  ];
  kept.onRecord = {
    ...savedEstimate,
    ...onRecord,
    ...body,
    version: (onRecord?.version ?? 0) + 1,
    pt_sig,
    prov_sig,
    pt_is_signed: pt_sig !== null,
    prov_is_signed: prov_sig !== null,
  } as Estimate;
  return kept.onRecord;
};
export const versions: EstimateVersion[] = [
  {
    version: 3,
    written_at: '2026-11-18T15:00:00Z',
    written_by: 'Robin Desk',
    grand_total: 4212.5,
    pt_is_signed: false,
    prov_is_signed: false,
    changed: ['face_unit_cost', 'notes'],
  },
  {
    version: 2,
    written_at: '2026-11-17T15:00:00Z',
    written_by: null,
    grand_total: 480,
    pt_is_signed: true,
    prov_is_signed: true,
    changed: [],
  },
];
export const signedInWith = (permissions: string[], limited: string[] = []) =>
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({
        ...ownerSession,
        permissions: ['patient.read', ...permissions],
        limited_permissions: limited,
      }),
    ),
  );

/** A patient without an estimate, on a Friday morning, and an owner who may write one. */
export function serveEstimate() {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] });
  stubCanvas();
  kept.onRecord = null;
  kept.sent = [];
  signedInWith(['estimate.read', 'estimate.copy.read', 'estimate.write']);
  server.use(
    http.get('*/api/patients/101', () => HttpResponse.json(amelia)),
    http.get('*/api/gfe-estimate/101', () => HttpResponse.json(kept.onRecord)),
    http.get('*/api/gfe-estimate/9/content', () => HttpResponse.json(draftOfEstimate)),
    http.get('*/api/gfe-estimate/9/versions', () => HttpResponse.json(versions)),
    http.get('*/api/gfe-estimate/9/copies', () =>
      HttpResponse.json([{ version: 2, sha256: 'ab' }]),
    ),
    http.get('*/api/patients/101/coverage', () => HttpResponse.json(coverage)),
    http.post('*/api/gfe-estimate', async ({ request }) =>
      HttpResponse.json(await keep('POST', request), { status: 201 }),
    ),
    http.put('*/api/gfe-estimate/9', async ({ request }) =>
      HttpResponse.json(await keep('PUT', request)),
    ),
  );
}

/** Undoes what `serveEstimate` and the test stubbed. */
export function restoreStubs() {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}

export const user = userEvent.setup();

/** Opens the page of the patient's estimate. */
export async function openEstimate() {
  const view = renderScreen(
    { path: '/gfe-estimate/:patientId', element: <GfeEstimatePage /> },
    '/gfe-estimate/101',
  );
  await view.store.dispatch(generatedApi.endpoints.showSession.initiate());
  return view;
}

export const area = async (name: string) => within(await screen.findByRole('region', { name }));
export const field = (name: RegExp | string) => screen.getByLabelText(name);
export const save = async () =>
  user.click(await screen.findByRole('button', { name: 'Save estimate' }));
/** Saves a change of what was signed, after the question. */
export const saveWithoutSignatures = async () => {
  await save();
  await user.click(await screen.findByRole('button', { name: /^Save without the signature/ }));
};
