import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { type Appointment } from '@/api/generated';
import { Component as AppointmentsPage } from '@/features/appointments/AppointmentsPage';
import { clinicWith, refusal, freezeDate, visit } from '@/features/appointments/testing';
import { renderSignedIn } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

beforeEach(() => {
  freezeDate();
  screenOfWidth(1280);
});
afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(url = '/appointments') {
  return renderSignedIn({ path: '/appointments', element: <AppointmentsPage /> }, url);
}

const day = async (name: string) => within(await screen.findByRole('region', { name }));
const rows = (panel: Awaited<ReturnType<typeof day>>) =>
  panel.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('the list', () => {
  test('has days ascending and starts ascending within them, with who, what and with whom', async () => {
    const at = (
      id: number,
      starts_at: string,
      ends_at: string,
      change: Partial<Appointment> = {},
    ): Appointment => ({ ...visit, id, starts_at, ends_at, ...change });
    clinicWith([
      at(3, '2026-11-22T02:00:00Z', '2026-11-22T02:30:00Z', {
        notes: null,
        provider_name: null,
        service: 'Follow-up',
      }),
      at(2, '2026-11-20T14:00:00Z', '2026-11-20T15:00:00Z', {
        first_name: null,
        last_name: null,
        notes: null,
        service: 'Microneedling',
      }),
      at(1, '2026-11-20T19:30:00Z', '2026-11-20T20:00:00Z', { status: 'Arrived' }),
    ]);
    await open();
    expect(rows(await day('Today, Friday, November 20, 2026'))).toEqual([
      '9:00 AM – 10:00 AMPatient #101Microneedling with Noah KimBooked',
      '2:30 PM – 3:00 PMAmelia HartBotox with Noah KimSecond visitArrived',
    ]);
    expect(rows(await day('Saturday, November 21, 2026'))).toEqual([
      '9:00 PM – 9:30 PMAmelia HartFollow-upBooked',
    ]);
    expect(
      screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
    ).toEqual([
      'Book an appointment',
      'Today, Friday, November 20, 2026',
      'Saturday, November 21, 2026',
    ]);
    expect(screen.getAllByRole('link', { name: 'Amelia Hart' })[0]).toHaveAttribute(
      'href',
      '/patients/101',
    );
  });

  test('fetches today and fourteen more days, then the days of the address', async () => {
    const clinic = clinicWith([visit]);
    const { router } = await open();
    await day('Today, Friday, November 20, 2026');
    expect(screen.getByText('Nov 20, 2026 – Dec 4, 2026')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Later' }));
    expect(router.state.location.search).toBe('?from=2026-12-05&to=2026-12-19');
    await userEvent.click(screen.getByRole('link', { name: 'Earlier' }));
    await userEvent.click(screen.getByRole('link', { name: 'Earlier' }));
    expect(router.state.location.search).toBe('?from=2026-11-05&to=2026-11-19');
    await userEvent.click(screen.getByRole('link', { name: 'Today' }));
    expect(router.state.location.search).toBe('');
    await waitFor(() =>
      expect(clinic.requested).toContain('?from=2026-11-05&to=2026-11-19&limit=100'),
    );
    expect(clinic.requested).toContain('?from=2026-11-20&to=2026-12-04&limit=100');
    expect(clinic.requested).toContain('?from=2026-12-05&to=2026-12-19&limit=100');
  });

  test('has its rows drawn while it loads', async () => {
    clinicWith([]);
    server.use(http.get('*/api/appointments', () => delay('infinite')));
    await open();
    expect((await screen.findByRole('status', { name: 'Loading' })).children).toHaveLength(8);
  });

  test('is exported with the days on the screen, by who may', async () => {
    clinicWith([visit], ['appointment.list', 'list.export']);
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }),
    );
    let requested = '';
    server.use(
      http.get('*/api/appointments/export', ({ request }) => {
        requested = new URL(request.url).search;
        return HttpResponse.text('"number"\r\n');
      }),
    );
    await open('/appointments?from=2026-11-05&to=2026-11-19');
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(requested).toBe('?from=2026-11-05&to=2026-11-19'));
  });

  test('opens on the days of the address, and on another first day that is typed', async () => {
    const clinic = clinicWith([]);
    const { router } = await open('/appointments?from=2027-03-01&to=2027-03-07');
    expect(await screen.findByText('No appointments in these days')).toBeVisible();
    expect(clinic.requested).toEqual(['?from=2027-03-01&to=2027-03-07&limit=100']);
    await userEvent.clear(screen.getByLabelText('From'));
    expect(router.state.location.search).toBe('?from=2027-03-01&to=2027-03-07');
    await userEvent.type(screen.getByLabelText('From'), '2027-05-10');
    expect(router.state.location.search).toBe('?from=2027-05-10&to=2027-05-16');
  });

  test('too long for one answer is continued on request, and says so when that fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    clinicWith([visit]);
    let down = true;
    server.use(
      http.get('*/api/appointments', ({ request }) => {
        if (new URL(request.url).searchParams.get('after') !== '31')
          return HttpResponse.json([visit], {
            headers: { Link: '</api/appointments?after=31&from=2026-11-20>; rel="next"' },
          });
        return down
          ? refusal(403, 'forbidden', 'No.')
          : HttpResponse.json([{ ...visit, id: 32, notes: 'The last one' }]);
      }),
    );
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show later appointments' }));
    expect(await screen.findByText('The later appointments could not be loaded.')).toBeVisible();
    expect(screen.getByText('Second visit')).toBeVisible();
    down = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The last one')).toBeVisible();
    expect(screen.getByText('Second visit')).toBeVisible();
    expect(
      screen.queryByRole('button', { name: 'Show later appointments' }),
    ).not.toBeInTheDocument();
  });

  test('that fails to load says so, logs it to the console, and can be tried again', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    clinicWith([visit]);
    server.use(
      http.get('*/api/appointments', () => refusal(500, 'internal', 'No.'), { once: true }),
    );
    await open();
    expect(await screen.findByText('Appointments could not be loaded.')).toBeVisible();
    expect(logged).toHaveBeenCalledWith('Appointments could not be loaded.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Second visit')).toBeVisible();
  });
});

describe('roles', () => {
  test('a role that sees times and services only is shown the reason and cannot book', async () => {
    const requested: string[] = [];
    server.events.on('request:start', ({ request }) =>
      requested.push(new URL(request.url).pathname),
    );
    clinicWith(
      [{ ...visit, patient_id: null, first_name: null, last_name: null, notes: null }],
      [],
      ['appointment.list', 'patient.read'],
    );
    await open();
    expect(await screen.findByText('Patient')).toBeVisible();
    expect(screen.getByText('Your role sees times and services only.')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Patient/ })).not.toBeInTheDocument();
    expect(screen.queryByText('Book an appointment')).not.toBeInTheDocument();
    expect(requested).not.toContain('/api/appointments/providers');
    server.events.removeAllListeners();
  });

  test('a role without permission is shown the reason', async () => {
    const clinic = clinicWith([visit], []);
    await open();
    expect(await screen.findByText('Your role does not open the appointments.')).toBeVisible();
    expect(clinic.requested).toEqual([]);
  });
});

test('on a narrow screen the form unfolds, and folding it keeps what was typed', async () => {
  screenOfWidth(820);
  clinicWith([visit]);
  await open();
  const unfold = await screen.findByRole('button', { name: 'Book an appointment' });
  expect(screen.queryByRole('form', { name: 'Book an appointment' })).not.toBeInTheDocument();
  await userEvent.click(unfold);
  await userEvent.type(await screen.findByLabelText('Notes'), 'Bring photos');
  await userEvent.click(screen.getByRole('button', { name: 'Close the form' }));
  expect(screen.getByLabelText('Notes')).not.toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Book an appointment' }));
  expect(screen.getByLabelText('Notes')).toHaveValue('Bring photos');
});

test('another view does not take what was typed in the form without asking', async () => {
  clinicWith([visit]);
  const { router } = await open();
  await userEvent.type(await screen.findByLabelText('Notes'), 'Bring photos');
  await userEvent.click(screen.getByRole('link', { name: 'Day' }));
  expect(await screen.findByText('Leave without saving?')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Stay on this page' }));
  expect(screen.getByLabelText('Notes')).toHaveValue('Bring photos');
  expect(router.state.location.search).toBe('');
  await userEvent.click(screen.getByRole('link', { name: 'Day' }));
  // A day on a phone is drawn without the calendar's library.
  screenOfWidth(390);
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(router.state.location.search).toBe('?view=day');
});

test.each([
  ['a desktop', 1280],
  ['a phone', 400],
])('a link that asks for a new appointment leads into the form, on %s', async (_device, width) => {
  screenOfWidth(width);
  clinicWith([]);
  const { router } = await open('/appointments?from=2026-11-05&new');
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Patient/ })).toHaveFocus());
  expect(router.state.location.search).toBe('?from=2026-11-05');
});
