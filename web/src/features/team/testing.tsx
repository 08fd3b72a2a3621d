import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';

import type { NewTeamMember, ProviderAhead, TeamMember } from '@/api/generated';
import { Component as TeamPage } from '@/features/team/TeamPage';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

/** A team for tests. */
export const elena: TeamMember = {
  id: 1,
  first_name: 'Elena',
  last_name: 'Moreau',
  email: 'elena@example.com',
  phone: '5550101000',
  role: 'Medical Director',
  department: 'Clinical',
  status: 'active',
  hire_date: '2020-03-01',
  credential: null,
  npi: null,
  license_number: 'MD-7',
  license_state: null,
  license_expires_on: null,
  specialties: null,
  notes: null,
  is_owner: true,
  has_signed_in: true,
  has_second_factor: false,
  invitation_cancelled: false,
  awaits_confirmation: false,
  takes_appointments: true,
  version: 1,
  updated_at: '2026-01-05T15:00:00Z',
  updated_by: null,
};
export const nora: TeamMember = {
  ...elena,
  id: 2,
  first_name: 'Nora',
  last_name: 'Vale',
  email: 'nora@example.com',
  phone: null,
  role: 'Nurse',
  status: 'inactive',
  is_owner: false,
};
export const omar: TeamMember = {
  ...elena,
  id: 3,
  first_name: 'Omar',
  last_name: 'Reyes',
  email: 'omar@example.com',
  role: 'Provider',
  is_owner: false,
  has_signed_in: false,
};
export const link = 'http://linden.localhost:8080/invite/abc';

export const refused = () =>
  HttpResponse.json({ error: 'Something broke.', code: 'internal' }, { status: 500 });
export const proofRequired = () =>
  HttpResponse.json({ error: 'Please confirm.', code: 'proof_required' }, { status: 403 });

/** A mock server that holds the team for one test; `sent` are the bodies it received. */
export function serveTeam() {
  const kept = {
    team: [elena, nora, omar],
    sent: [] as NewTeamMember[],
    seen: [] as (string | null)[],
  };
  const change = async (id: number, request: Request) => {
    const body = (await request.json()) as NewTeamMember;
    kept.sent.push(body);
    kept.seen.push(request.headers.get('If-Match'));
    const at = kept.team.findIndex((member) => member.id === id);
    const before = kept.team[at] ?? elena;
    if (request.headers.get('If-Match') !== String(before.version))
      return HttpResponse.json(
        { error: 'Somebody else changed this.', code: 'stale' },
        { status: 412 },
      );
    const changed = { ...before, ...body, version: (before.version ?? 0) + 1 } as TeamMember;
    kept.team = kept.team.with(at, changed);
    return HttpResponse.json(changed);
  };
  server.use(
    http.get('*/api/team', () => HttpResponse.json(kept.team)),
    http.post('*/api/team', async ({ request }) => {
      const body = (await request.json()) as NewTeamMember;
      kept.sent.push(body);
      const member = {
        ...elena,
        ...body,
        id: 4,
        is_owner: false,
        has_signed_in: false,
      } as TeamMember;
      kept.team = [...kept.team, member];
      return HttpResponse.json(
        { member, invite_url: body.status === 'active' ? link : null },
        { status: 201 },
      );
    }),
    http.put('*/api/team/:id', ({ request, params }) => change(Number(params['id']), request)),
    http.delete('*/api/team/:id', ({ params }) => {
      kept.team = kept.team.filter(({ id }) => id !== Number(params['id']));
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/team/3/invite', () =>
      HttpResponse.json({ invite_url: link, expires_at: '2026-01-13T15:00:00Z' }, { status: 201 }),
    ),
  );
  return kept;
}

export const openTeam = (url = '/') => renderScreen({ path: '/', element: <TeamPage /> }, url);

/** A clinic in which three appointments lie ahead of Omar, for somebody who may change them. */
export function serveUpcoming() {
  const upcoming: ProviderAhead = {
    provider_id: omar.id,
    provider_name: 'Omar Reyes',
    is_bookable: false,
    appointments: 3,
    first_starts_at: '2026-11-24T19:30:00Z',
  };
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json(
        sessionWith('appointment.list', 'appointment.update', 'appointment.create'),
      ),
    ),
    http.get('*/api/appointments/ahead', () => HttpResponse.json([upcoming])),
    http.get('*/api/appointments/providers', () => HttpResponse.json([])),
    http.get('*/api/appointments', () => HttpResponse.json([])),
  );
}
export const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
