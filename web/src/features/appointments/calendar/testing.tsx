import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach } from 'vitest';
import type { Appointment } from '@/api/generated';
import { Component as AppointmentsPage } from '@/features/appointments/AppointmentsPage';
import type { Visit } from '@/features/appointments/calendar/visit';
import { clinicWith, notified, onPhone, visit } from '@/features/appointments/testing';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

export const desk = [
  'appointment.list',
  'appointment.create',
  'appointment.update',
  'patient.list',
  'patient.read',
  'patient.create',
];

export let sent: { call: string; body: unknown; version: string | null }[];

/** Opens the calendar of a clinic that answers changes by `change`. */
export async function open(
  appointments: Appointment[],
  { url = '/appointments?view=day', permissions = desk, limited = [] as string[] } = {},
) {
  const clinic = clinicWith(appointments, permissions, limited);
  const answer = (id: number, change: Partial<Visit>) => {
    clinic.appointments = clinic.appointments.map((each) =>
      each.id === id ? { ...each, ...change, version: each.version + 1 } : each,
    );
    return HttpResponse.json(clinic.appointments.find((each) => each.id === id));
  };
  const keep = async (request: Request) => {
    const body = (await request.json()) as Record<string, unknown>;
    sent.push({
      call: `${request.method} ${new URL(request.url).pathname}`,
      body,
      version: request.headers.get('If-Match'),
    });
    return body;
  };
  server.use(
    http.get('*/api/appointments/:id', ({ params }) => {
      const found = clinic.appointments.find(({ id }) => id === Number(params['id']));
      // No appointment, but a call that clinicWith answers.
      return found && HttpResponse.json({ ...found, events: [], outlook: notified });
    }),
    http.post('*/api/appointments/:id/status', async ({ request, params }) =>
      answer(Number(params['id']), { status: (await keep(request))['status'] as Visit['status'] }),
    ),
    http.patch('*/api/appointments/:id', async ({ request, params }) => {
      const { appointment_time: time, provider_id = visit.provider_id } = await keep(request);
      const starts = Date.parse(
        String(time).endsWith('Z') ? String(time) : `${String(time)}:00-05:00`,
      );
      return answer(Number(params['id']), {
        starts_at: new Date(starts).toISOString(),
        ends_at: new Date(starts + 1_800_000).toISOString(),
        provider_id: provider_id as number | null,
        provider_name: provider_id === 1 ? 'Elena Moreau' : 'Noah Kim',
      });
    }),
  );
  const view = await renderSignedIn({ path: '/appointments', element: <AppointmentsPage /> }, url);
  return { ...view, clinic };
}

export const card = (name: RegExp) => screen.findByRole('button', { name });

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

export const panel = async (name = 'Amelia Hart') =>
  within(await screen.findByRole('dialog', { name }));

export async function openMove() {
  await userEvent.click(await card(/^2:30 PM/));
  await userEvent.click((await panel()).getByRole('button', { name: 'Move to…' }));
  return within(await screen.findByRole('dialog', { name: 'Move Amelia Hart' }));
}

export const typeTime = async (dialog: Awaited<ReturnType<typeof openMove>>, time: string) => {
  await userEvent.clear(dialog.getByLabelText(/^Date and time/));
  await userEvent.type(dialog.getByLabelText(/^Date and time/), time);
};

/** For each test: on a phone, and nothing is sent yet. */
export function atTheDesk() {
  onPhone();
  beforeEach(() => void (sent = []));
}
