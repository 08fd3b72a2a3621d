import { http, HttpResponse } from 'msw';

import type { Service, Session } from '@/api/generated';
import { Component as ServicesPage } from '@/features/services/ServicesPage';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';
import { botox } from '@/testing/services';

export const signedIn = (session: Session) =>
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(session)));
export const manager: Session = {
  ...sessionWith('service.read', 'service.write', 'clinic.module.write', 'appointment.create'),
  modules: ['services'],
};

/** A mock server of the services that a test holds, for a manager; returns what it received. */
export function serveServices(kept: () => Service[], keep: (services: Service[]) => void) {
  const sent: { what: string; match: string | null; body: unknown }[] = [];
  signedIn(manager);
  const note = async (what: string, request: Request) => {
    const text = await request.text();
    sent.push({
      what,
      match: request.headers.get('if-match'),
      body: text ? (JSON.parse(text) as unknown) : null,
    });
  };
  const change = (id: unknown, by: Partial<Service>) => {
    keep(
      kept().map((one) =>
        String(one.id) === id ? { ...one, ...by, version: one.version + 1 } : one,
      ),
    );
    return HttpResponse.json(kept().find((one) => String(one.id) === id));
  };
  server.use(
    http.get('*/api/services', () => HttpResponse.json(kept())),
    http.get('*/api/appointments/providers', () =>
      HttpResponse.json([{ id: 7, name: 'Mia Lang' }]),
    ),
    http.get('*/api/consents/templates', () =>
      HttpResponse.json([
        {
          id: 9,
          name: 'Toxin consent',
          body: '<p>May we?</p>',
          version: 1,
          created_at: '2026-01-01T00:00:00Z',
          updated_at: '2026-01-01T00:00:00Z',
        },
      ]),
    ),
    http.post('*/api/services', async ({ request }) => {
      await note('add', request);
      return HttpResponse.json({ ...botox, id: 50, name: 'Dermaplaning' }, { status: 201 });
    }),
    http.patch('*/api/services/:id', async ({ request, params }) => {
      await note('change', request);
      return change(params['id'], { minutes: 45 });
    }),
    http.put('*/api/services/order', async ({ request }) => {
      const { ids } = (await request.clone().json()) as { ids: number[] };
      await note('order', request);
      keep([
        ...ids.flatMap((id) => kept().filter((one) => one.id === id)),
        ...kept().filter(({ retired_at }) => retired_at),
      ]);
      return HttpResponse.json(kept().filter(({ retired_at }) => !retired_at));
    }),
    http.post('*/api/services/:id/retire', async ({ request, params }) => {
      await note('retire', request);
      return change(params['id'], { retired_at: '2026-11-24T15:00:00Z' });
    }),
    http.post('*/api/services/:id/restore', async ({ request, params }) => {
      await note('restore', request);
      return change(params['id'], { retired_at: null });
    }),
  );
  return sent;
}

export const open = () => renderScreen({ path: '/', element: <ServicesPage /> });
