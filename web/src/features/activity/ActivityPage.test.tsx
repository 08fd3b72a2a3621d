import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { ActivityEntry } from '@/api/generated';
import type { Permission } from '@/api/permissions';
import { refreshOnReturn } from '@/app/refresh';
import { Component as ActivityPage } from '@/features/activity/ActivityPage';
import { actorName } from '@/features/activity/actorName';
import { readFilter } from '@/features/activity/useActivityFilter';
import { allAnswered } from '@/testing/allAnswered';
import { linkHeader } from '@/testing/linkHeader';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const entry = (id: number, more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id,
  at: '2026-06-01T16:00:00Z',
  actor: 'member',
  member: { id: 7, name: 'Olive Owner' },
  role: 'Nurse',
  action: 'patient.read',
  group: 'patients',
  phrase: "Opened the client's record",
  outcome: 'done',
  patients: [{ id: 101, name: 'Nora Lindqvist' }],
  patient_count: 1,
  ip: '203.0.113.9',
  user_agent: 'a browser',
  changes: [],
  token: null,
  ...more,
});

const patient = {
  id: 101,
  first_name: 'Nora',
  last_name: 'Lindqvist',
  birth_date: '1985-03-14',
  email: null,
  phone: null,
};

let requested: URLSearchParams[] = [];
const answer = (entries: ActivityEntry[]) =>
  http.get('*/api/audit', ({ request }) => {
    requested.push(new URL(request.url).searchParams);
    return HttpResponse.json(entries);
  });

/** The Link of the first page, which ends at 51; the second is the last. */
const toNext = ({ url }: Request) => ({
  headers: linkHeader('/api/audit', url.includes('after=') ? undefined : 51),
});

function signedIn(...permissions: Permission[]) {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith(...permissions))),
    http.get('*/api/audit/people', () =>
      HttpResponse.json([
        { id: 7, name: 'Olive Owner', has_left: false },
        { id: 9, name: 'Pat Former', has_left: true },
      ]),
    ),
    http.get('*/api/patients', () => HttpResponse.json([patient])),
    http.get('*/api/clinic/undelivered-mails', () => HttpResponse.json([])),
  );
}

beforeEach(() => {
  requested = [];
  signedIn('audit.read');
});

const open = (url = '/activity') =>
  renderScreen({ path: '/activity', element: <ActivityPage /> }, url);

describe('the activity log', () => {
  test('says in words who did what with whose data, and what was refused', async () => {
    server.use(
      answer([
        entry(2),
        entry(1, {
          phrase: 'Approved a treatment',
          outcome: 'denied',
          patients: [],
          patient_count: 0,
        }),
        entry(0, { outcome: 'repeated' }),
      ]),
    );
    open();
    const rows = within(await screen.findByRole('table', { name: 'Activity' })).getAllByRole('row');
    expect(rows[1]).toHaveTextContent(
      /Opened the client's record.*Olive Owner.*Nurse.*Nora Lindqvist.*203\.0\.113\.9/,
    );
    expect(rows[2]).toHaveTextContent(/Approved a treatment.*Refused/);
    expect(rows[3]).toHaveTextContent(/Opened the client's record.*Sent again/);
  });

  test('says what changed on a member, from what to what', async () => {
    const changes = [
      { field: 'last_name', from: 'Berg', to: 'Married' },
      { field: 'license_number', from: null, to: 'RN-2' },
    ];
    server.use(
      answer([
        entry(1, { phrase: 'Changed a team member', patients: [], patient_count: 0, changes }),
      ]),
    );
    open();
    const list = within(await screen.findByRole('list', { name: 'What changed' }));
    expect(list.getByText('Last name: Berg → Married')).toBeVisible();
    expect(list.getByText('License number: nothing → RN-2')).toBeVisible();
  });

  test('shows the entries of a name that is pressed', async () => {
    server.use(answer([entry(1)]));
    const { router } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Only Nora Lindqvist' }));
    expect(router.state.location.search).toBe('?patient=101');
    await screen.findByRole('link', { name: 'Back to the record' });
    await userEvent.click(await screen.findByRole('button', { name: 'Only Olive Owner' }));
    await screen.findByRole('table');
    expect(requested.at(-1)?.get('patientId')).toBe('101');
    expect(requested.at(-1)?.get('memberId')).toBe('7');
  });

  test('finds a client by a few letters, and shows the name', async () => {
    server.use(answer([entry(1)]));
    const { router } = open();
    await userEvent.type(await screen.findByRole('combobox', { name: 'Client' }), 'lind');
    await userEvent.click(await screen.findByRole('option', { name: /Nora Lindqvist/ }));
    expect(router.state.location.search).toBe('?patient=101');
    expect(screen.getByRole('combobox', { name: 'Client' })).toHaveValue('Nora Lindqvist');
    await screen.findByRole('table');
    expect(requested.at(-1)?.get('patientId')).toBe('101');
    await userEvent.clear(screen.getByRole('combobox', { name: 'Client' }));
    expect(router.state.location.search).toBe('');
  });

  test('names the client of an address by the entries', async () => {
    server.use(answer([entry(1)]));
    open('/activity?patient=101');
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Client' })).toHaveValue('Nora Lindqvist'),
    );
  });

  test('fetches for a complete day, and not for each year while one is typed', async () => {
    server.use(answer([entry(1)]));
    const { router } = open();
    const from = await screen.findByLabelText('From day');
    // As a browser hands a year over, digit by digit.
    for (const value of ['0002-05-01', '0020-05-01', '0202-05-01', '2026-05-01']) {
      fireEvent.change(from, { target: { value } });
      expect(from).toHaveValue(value);
    }
    expect(router.state.location.search).toBe('?from=2026-05-01');
    await waitFor(() => expect(requested.at(-1)?.get('from')).toBe('2026-05-01'));
    expect(
      requested.map((query) => query.get('from')).filter((day) => day?.startsWith('0')),
    ).toEqual([]);
  });

  test('shows what somebody did who has left', async () => {
    server.use(answer([entry(1, { member: { id: 9, name: 'Pat Former' } })]));
    const { router } = open();
    await screen.findByRole('option', { name: 'Pat Former (has left)' });
    await userEvent.selectOptions(screen.getByLabelText('Person'), 'Pat Former (has left)');
    expect(router.state.location.search).toBe('?person=9');
  });

  test('fetches the next page after the last entry of the page before', async () => {
    const page = Array.from({ length: 50 }, (_, at) => entry(100 - at));
    server.use(
      http.get('*/api/audit', ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.get('after') === '51'
            ? [entry(50, { phrase: 'The oldest' })]
            : page,
          toNext(request),
        ),
      ),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show earlier entries' }));
    expect(await screen.findByText('The oldest')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show earlier entries' })).toBeNull();
  });

  test('has its own words for an empty log, an empty filter, days in the wrong order, a failure and a missing permission', async () => {
    server.use(answer([]));
    open('/activity?about=exams').unmount();
    const filtered = open('/activity?about=exams');
    await userEvent.click(await screen.findByRole('button', { name: 'Show everything' }));
    expect(await screen.findByText('Nothing yet')).toBeVisible();
    filtered.unmount();

    const backwards = open('/activity?from=2026-02-02&to=2026-02-01');
    expect(await screen.findByText('This is before the first day')).toBeVisible();
    backwards.unmount();

    server.use(http.get('*/api/audit', () => HttpResponse.json({}, { status: 500 })));
    const failed = open();
    expect(await screen.findByText('The activity log could not be loaded.')).toBeVisible();
    failed.unmount();

    signedIn('patient.list');
    open();
    expect(await screen.findByText('Your role does not open the activity log.')).toBeVisible();
  });

  test('exports a long log in one file, part by part, and says when a part fails', async () => {
    let last = () => HttpResponse.text('"b"\r\n');
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:file'),
        revokeObjectURL: () => undefined,
      }),
    );
    server.use(
      answer([entry(1)]),
      http.get('*/api/audit/export', ({ request }) =>
        new URL(request.url).searchParams.get('after') === '7'
          ? last()
          : HttpResponse.text('"entry"\r\n"a"\r\n', {
              headers: { Link: '</api/audit/export?after=7&group=patients>; rel="next"' },
            }),
      ),
    );
    open();
    const button = await screen.findByRole('button', { name: 'Export' });
    await userEvent.click(button);
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(await saved[0]?.text()).toContain('"entry"\r\n"a"\r\n"b"\r\n');
    last = () =>
      HttpResponse.json(
        { error: 'Celadon cannot be reached.', code: 'unavailable' },
        { status: 503 },
      ) as never;
    await userEvent.click(button);
    expect(await screen.findByText('Celadon cannot be reached.')).toBeVisible();
    expect(saved).toHaveLength(1);
  });
});

describe('an activity log that is longer than a page', () => {
  const page = Array.from({ length: 50 }, (_, at) => entry(100 - at));
  const serve = (fails: () => boolean) =>
    server.use(
      http.get('*/api/audit', ({ request }) => {
        const query = new URL(request.url).searchParams;
        requested.push(query);
        if (fails()) return HttpResponse.json({}, { status: 503 });
        return HttpResponse.json(
          query.has('after') ? [entry(50, { phrase: 'The oldest' })] : page,
          toNext(request),
        );
      }),
    );

  test('says which part could not be loaded, and fetches that part again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let broken = false;
    serve(() => broken);
    const { store } = open();
    const stop = refreshOnReturn(store.dispatch);
    await screen.findByRole('button', { name: 'Show earlier entries' });
    broken = true;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('The activity log could not be loaded.')).toBeVisible();
    expect(screen.queryByText('Earlier entries could not be loaded.')).not.toBeInTheDocument();
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(screen.queryByText('The activity log could not be loaded.')).not.toBeInTheDocument(),
    );
    expect(requested.some((query) => query.has('after'))).toBe(false);

    await allAnswered(store);
    broken = true;
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier entries' }));
    expect(await screen.findByText('Earlier entries could not be loaded.')).toBeVisible();
    expect(screen.queryByText('The activity log could not be loaded.')).not.toBeInTheDocument();
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The oldest')).toBeVisible();
    stop();
    vi.restoreAllMocks();
  });
});

describe('undelivered mails', () => {
  const mail = {
    id: 12,
    about: 'Invitation to the team',
    recipient: 'Nia Okafor',
    asked_at: '2026-05-28T16:00:00Z',
    given_up_at: '2026-05-31T16:00:00Z',
    reason: 'The mail server refused the mail.',
  };

  test('are listed with the reason and sent again', async () => {
    signedIn('audit.read', 'clinic.settings.write', 'message.read');
    let sent = 0;
    server.use(
      answer([entry(1)]),
      http.get('*/api/clinic/undelivered-mails', () => HttpResponse.json(sent === 2 ? [] : [mail])),
      http.post('*/api/clinic/undelivered-mails/12/send', () => {
        sent += 1;
        return sent === 1
          ? HttpResponse.json(
              { error: 'This mail is on its way again already.', code: 'under_way' },
              { status: 409 },
            )
          : new HttpResponse(null, { status: 204 });
      }),
    );
    open();
    const rows = within(
      await screen.findByRole('table', { name: 'Mails that were not delivered' }),
    ).getAllByRole('row');
    expect(rows[1]).toHaveTextContent(
      /Invitation to the team.*Nia Okafor.*The mail server refused the mail\./,
    );
    expect(screen.getByRole('link', { name: 'among the messages to patients' })).toHaveAttribute(
      'href',
      '/messages#not-delivered',
    );
    await userEvent.click(
      screen.getByRole('button', { name: 'Send again: Invitation to the team, for Nia Okafor' }),
    );
    expect(await screen.findByText('This mail is on its way again already.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Send again/ }));
    await expect
      .poll(() => screen.queryByRole('table', { name: 'Mails that were not delivered' }))
      .toBeNull();
  });

  test('cannot be sent again by whoever may only read, and a list that fails can be tried again', async () => {
    let fails = true;
    server.use(
      answer([entry(1)]),
      http.get('*/api/auth/session', () =>
        HttpResponse.json({ ...sessionWith(), permissions: ['audit.read'] }),
      ),
      http.get('*/api/clinic/undelivered-mails', () =>
        fails ? HttpResponse.json({}, { status: 500 }) : HttpResponse.json([mail]),
      ),
    );
    open();
    expect(
      await screen.findByText('The mails that were not delivered could not be loaded.'),
    ).toBeVisible();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('table', { name: 'Mails that were not delivered' });
    expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
  });
});

test('invalid parameters of the address filter nothing', () => {
  expect(
    readFilter(new URLSearchParams('patient=-1&person=x&about=gossip&from=soon&to=2026-1-1')),
  ).toEqual({});
  expect(readFilter(new URLSearchParams('from=0002-05-01&to=2201-05-01'))).toEqual({});
  expect(
    readFilter(new URLSearchParams('patient=5&person=6&about=exams&from=2026-01-01&to=2026-01-02')),
  ).toEqual({ patientId: 5, memberId: 6, group: 'exams', from: '2026-01-01', to: '2026-01-02' });
});

test('an actor without a name has the name of its kind', () => {
  expect(actorName({ actor: 'patient', member: null, token: null })).toBe('A client, by a link');
  expect(actorName({ actor: 'visitor', member: null, token: null })).toBe('Somebody not signed in');
  expect(actorName({ actor: 'token', member: null, token: 'Reporting' })).toBe(
    'Reporting (API token)',
  );
});
