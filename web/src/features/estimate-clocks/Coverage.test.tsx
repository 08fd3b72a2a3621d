import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import type { PatientCoverage } from '@/api/generated';
import type { Permission } from '@/api/permissions';
import { CoveragePanel } from '@/features/estimate-clocks/CoveragePanel';
import { clock, coverage } from '@/features/estimate-clocks/testing';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const user = userEvent.setup();

async function open(
  first: PatientCoverage,
  permissions: Permission[] = ['estimate.read', 'patient.update'],
) {
  const sent: { body: unknown; version: string | null }[] = [];
  let known = first;
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...sessionWith('estimate.read'), permissions }),
    ),
    http.get('*/api/patients/7/coverage', () => HttpResponse.json(known)),
    http.put('*/api/patients/7/coverage', async ({ request }) => {
      const body = (await request.json()) as Pick<PatientCoverage, 'coverage'>;
      sent.push({ body, version: request.headers.get('If-Match') });
      known = {
        ...known,
        ...body,
        version: known.version + 1,
        clocks: body.coverage === 'self_pay' ? [clock] : [],
      };
      return HttpResponse.json(known);
    }),
    http.post('*/api/patients/7/cost-questions', async ({ request }) => {
      sent.push({ body: await request.json(), version: null });
      known = {
        ...known,
        clocks: [
          {
            ...clock,
            appointment_id: null,
            service: null,
            cause: 'asked',
            asked_at: '2026-11-25T15:00:00Z',
            due_on: '2026-12-01',
          },
        ],
      };
      return HttpResponse.json(known, { status: 201 });
    }),
  );
  await renderSignedIn({ path: '/', element: <CoveragePanel patientId={7} /> });
  return sent;
}

test('coverage is chosen once, saved at once, and shows what is owed then', async () => {
  const sent = await open(coverage);
  await user.selectOptions(await screen.findByLabelText('Coverage'), 'self_pay');
  expect(await screen.findByText('Coverage: self-pay or uninsured.')).toBeVisible();
  expect(await screen.findByText('Due today')).toBeVisible();
  expect(screen.getByText('Estimate: visit scheduled, Botox')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Write the estimate' })).toHaveAttribute(
    'href',
    '/gfe-estimate/7',
  );
  expect(sent).toEqual([{ body: { coverage: 'self_pay' }, version: '0' }]);
});

test('a cost question is noted in one tap, once', async () => {
  const sent = await open(coverage);
  await user.click(await screen.findByRole('button', { name: 'Asked about the cost' }));
  expect(
    await screen.findByText('Noted. An estimate is due in three business days.'),
  ).toBeVisible();
  expect(await screen.findByText('Due Tue, Dec 1')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Asked about the cost' })).toBeDisabled();
  expect(sent).toEqual([{ body: { appointment_id: null }, version: null }]);
});

test('what somebody else has noted meanwhile is shown in place of it', async () => {
  await open(coverage);
  server.use(
    http.put('*/api/patients/7/coverage', () =>
      HttpResponse.json({ error: 'x', code: 'stale' }, { status: 412 }),
    ),
  );
  await user.selectOptions(await screen.findByLabelText('Coverage'), 'insured');
  expect(
    await screen.findByText(/^Not saved\. Somebody else has noted the coverage meanwhile/),
  ).toBeVisible();
  expect(screen.getByLabelText('Coverage')).toHaveValue('unknown');
});

test('a role that may not change clients reads it', async () => {
  await open({ ...coverage, coverage: 'insured', version: 1 }, ['estimate.read']);
  expect(await screen.findByLabelText('Coverage')).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Asked about the cost' })).not.toBeInTheDocument();
});
