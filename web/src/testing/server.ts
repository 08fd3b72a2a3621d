import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

import { settings as messageSettings } from '@/features/messages/testing';
import { noPlan } from '@/testing/plans';
import { ownerSession } from '@/testing/records';

/**
 * The mock server: the owner is signed in, at a clinic without a plan and without support access; nobody looks like a
 * patient already, there are no adverse events and no copies, no chart waits for review, the clinic sends messages, and texts
 * are stored as they are. Each test adds its calls with `server.use`.
 */
export const server = setupServer(
  http.get('*/api/auth/session', () => HttpResponse.json(ownerSession)),
  http.get('*/api/clinic/plan', () => HttpResponse.json(noPlan)),
  http.get('*/api/clinic/support-access', () => HttpResponse.json([])),
  http.post('*/api/patients/duplicates', () => HttpResponse.json([])),
  http.post('*/api/consents/templates/preview', async ({ request }) =>
    HttpResponse.json(await request.json()),
  ),
  http.get('*/api/patients/:id/adverse-events', () => HttpResponse.json([])),
  http.get('*/api/treatments/:id/copies', () => HttpResponse.json([])),
  http.get('*/api/gfe/exams/:id/copies', () => HttpResponse.json([])),
  http.get('*/api/gfe-estimate/:id/copies', () => HttpResponse.json([])),
  http.get('*/api/messages/settings', () => HttpResponse.json(messageSettings)),
  http.get('*/api/review/states', () => HttpResponse.json([])),
  http.get('*/api/review/counts', () =>
    HttpResponse.json({
      all: 0,
      ready: 0,
      late: 0,
      returned: 0,
      chart_due_hours: 72,
      covering: [],
      away: [],
    }),
  ),
);
