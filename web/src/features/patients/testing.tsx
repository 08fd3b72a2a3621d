import { http, HttpResponse } from 'msw';

import type { Patient } from '@/api/generated';
import { Component as PatientsPage } from '@/features/patients/PatientsPage';
import { linkHeader } from '@/testing/linkHeader';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

/** A mock server of the list of patients, as the server would: search, order, keyset, count. */
export function servePatients(
  records: () => Patient[],
  requested: (query: URLSearchParams) => void = () => {},
) {
  server.use(
    http.get('*/api/patients', ({ request }) => {
      const query = new URL(request.url).searchParams;
      requested(query);
      const wanted = (query.get('search') ?? '').toLowerCase();
      const matches = records().filter(({ first_name, last_name, email }) =>
        `${first_name} ${last_name} ${email}`.toLowerCase().includes(wanted),
      );
      const from = query.has('after')
        ? matches.findIndex(({ id }) => id === Number(query.get('after'))) + 1
        : 0;
      const page = matches.slice(from, from + Number(query.get('limit')));
      const last = matches.length > from + page.length ? page.at(-1)?.id : undefined;
      return HttpResponse.json(page, {
        headers: { 'X-Total-Count': String(matches.length), ...linkHeader('/api/patients', last) },
      });
    }),
  );
}

export async function open(url = '/') {
  return renderSignedIn({ path: '/', element: <PatientsPage /> }, url);
}
