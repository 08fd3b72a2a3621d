import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { useShowSessionQuery, type Service, type Session } from '@/api/generated';
import {
  serviceFacts,
  specifiedServices,
  specifiedTreatments,
  useServiceChoices,
  withCurrent,
} from '@/features/services';
import { SelectInput } from '@/components/SelectInput';
import { botox, consultation, microneedling, peel } from '@/testing/services';
import { ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

let requested = 0;

function Groups() {
  const { services, inGroups } = useServiceChoices();
  return (
    <SelectInput label="Service" options={inGroups(services)} value="Botox" onChange={() => {}} />
  );
}

function Choices() {
  const { isSuccess } = useShowSessionQuery();
  const { services, treatments, failure } = useServiceChoices();
  return (
    isSuccess && (
      <p>{`${services.join(', ')}; ${treatments.join(', ')}; ${failure ?? 'no failure'}`}</p>
    )
  );
}

const open = (modules: Session['modules'], services: () => Response) => {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, modules })),
    http.get('*/api/services', () => {
      requested += 1;
      return services();
    }),
  );
  renderScreen({ path: '/', element: <Choices /> });
};

beforeEach(() => {
  requested = 0;
});

test("while the module is off it is exactly the specification's list, and nothing is fetched", async () => {
  open([], () => HttpResponse.json([]));
  expect(
    await screen.findByText(
      `${specifiedServices.join(', ')}; ${specifiedTreatments.join(', ')}; no failure`,
    ),
  ).toBeVisible();
  expect(requested).toBe(0);
});

test("while it is on it is the clinic's catalogue in its order, without what is retired; a treatment needs an exam", async () => {
  const all: Service[] = [microneedling, consultation, botox, peel];
  open(['services'], () => HttpResponse.json(all));
  expect(
    await screen.findByText('Microneedling, Consultation, Botox; Microneedling, Botox; no failure'),
  ).toBeVisible();
});

test('a catalogue that cannot be loaded is reported', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  open(['services'], () => HttpResponse.error());
  expect(await screen.findByText(/The services could not be loaded\.$/)).toBeVisible();
  vi.mocked(console.error).mockRestore();
});

test('what was copied from a former record stays a choice, so that the server can say why it is refused', () => {
  expect(withCurrent(['Microneedling'], 'Chemical Peel')).toEqual([
    'Microneedling',
    'Chemical Peel',
  ]);
  expect(withCurrent(['Microneedling'], 'Microneedling')).toEqual(['Microneedling']);
  expect(withCurrent(['Microneedling'], '')).toEqual(['Microneedling']);
});

test('where a clinic has categories, names are offered under them', async () => {
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...ownerSession, modules: ['services'] }),
    ),
    http.get('*/api/services', () =>
      HttpResponse.json([botox, consultation, { ...microneedling, category: null }]),
    ),
  );
  renderScreen({ path: '/', element: <Groups /> });
  const group = await screen.findByRole('group', { name: 'Treatments' });
  expect(group).toHaveTextContent(/^Botox$/);
  expect(screen.getByRole('group', { name: 'Visits' })).toHaveTextContent(/^Consultation$/);
  expect(screen.getByRole('group', { name: 'Other' })).toHaveTextContent(/^Microneedling$/);
});

test('a service says what to know about it where it is booked', () => {
  expect(
    serviceFacts(
      [{ ...peel, name: 'Peel', minutes: 30, price: 120, price_unit: 'area', needs_exam: true }],
      'Peel',
    ),
  ).toBe('30 minutes, $120.00 per area, needs a Good Faith Exam.');
  expect(
    serviceFacts(
      [{ ...peel, name: 'Visit', minutes: 15, price: null, needs_exam: false }],
      'Visit',
    ),
  ).toBe('15 minutes.');
  expect(serviceFacts([], 'Peel')).toBeUndefined();
});
