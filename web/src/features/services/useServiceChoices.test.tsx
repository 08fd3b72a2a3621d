import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { useShowSessionQuery, type Service, type Session } from '@/api/generated';
import { specifiedServices, specifiedTreatments, useServiceChoices, withCurrent } from '@/features/services';
import { botox, consultation, microneedling, peel } from '@/testing/services';
import { ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

let requested = 0;

function Choices() {
  const { isSuccess } = useShowSessionQuery();
  const { services, treatments, failure } = useServiceChoices();
  return isSuccess && <p>{`${services.join(', ')}; ${treatments.join(', ')}; ${failure ?? 'no failure'}`}</p>;
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

test("while the module is off it is exactly the specification's list, and nothing is asked for", async () => {
  open([], () => HttpResponse.json([]));
  expect(await screen.findByText(`${specifiedServices.join(', ')}; ${specifiedTreatments.join(', ')}; no failure`)).toBeVisible();
  expect(requested).toBe(0);
});

test("while it is on it is the clinic's catalogue in its order, without what is retired; a treatment needs an exam", async () => {
  const all: Service[] = [microneedling, consultation, botox, peel];
  open(['services'], () => HttpResponse.json(all));
  expect(await screen.findByText('Microneedling, Consultation, Botox; Microneedling, Botox; no failure')).toBeVisible();
});

test('a catalogue that cannot be loaded is said so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  open(['services'], () => HttpResponse.error());
  expect(await screen.findByText(/The services could not be loaded\.$/)).toBeVisible();
  vi.mocked(console.error).mockRestore();
});

test('what was copied from a former record stays a choice, so that the server can say why it is refused', () => {
  expect(withCurrent(['Microneedling'], 'Chemical Peel')).toEqual(['Microneedling', 'Chemical Peel']);
  expect(withCurrent(['Microneedling'], 'Microneedling')).toEqual(['Microneedling']);
  expect(withCurrent(['Microneedling'], '')).toEqual(['Microneedling']);
});
