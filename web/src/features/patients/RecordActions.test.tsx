import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openRecord } from '@/testing/openRecord';
import { sessionWith } from '@/testing/plans';
import { ownerSession } from '@/testing/records';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { stubCanvas } from '@/testing/stubCanvas';

const everything = sessionWith(
  'patient.read',
  'treatment.create',
  'gfe.create',
  'gfe.read',
  'consent.issue',
  'consent.list',
  'estimate.write',
  'estimate.read',
  'appointment.create',
);
const ways = (links: HTMLElement[]) =>
  links.map((link) => [link.textContent, link.getAttribute('href')]);
const bar = () => screen.findByRole('navigation', { name: 'Begin something for this patient' });

beforeEach(() => stubCanvas());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([390, 820, 1180])(
  'at %i pixels one thumb reaches what is begun most, at the foot of the screen',
  async (width) => {
    screenOfWidth(width);
    openRecord({ session: everything });
    expect(ways(within(await bar()).getAllByRole('link'))).toEqual([
      ['New treatment', '#new-treatment'],
      ['Exam', '/gfe/7?new'],
      ['Consent', '#consents'],
      ['Estimate', '/gfe-estimate/7'],
      ['Book', '/appointments?patient=7'],
    ]);
  },
);

test('on a wide screen they stand in the head, beside the exam and the estimate', async () => {
  screenOfWidth(1440);
  openRecord({ session: everything });
  expect(await screen.findByRole('link', { name: 'New treatment' })).toHaveAttribute(
    'href',
    '#new-treatment',
  );
  expect(screen.getByRole('link', { name: 'Book' })).toHaveAttribute(
    'href',
    '/appointments?patient=7',
  );
  expect(screen.getByRole('link', { name: 'GFE Exam' })).toBeVisible();
  expect(
    screen.queryByRole('navigation', { name: 'Begin something for this patient' }),
  ).not.toBeInTheDocument();
});

test('a role has what it may begin, and without anything there is no bar', async () => {
  screenOfWidth(390);
  const view = openRecord({
    session: { ...ownerSession, permissions: ['patient.read', 'appointment.create'] },
  });
  expect(ways(within(await bar()).getAllByRole('link'))).toEqual([
    ['Book', '/appointments?patient=7'],
  ]);
  view.unmount();
  openRecord({ session: { ...ownerSession, permissions: ['patient.read'] } });
  await screen.findByRole('heading', { level: 1 });
  expect(
    screen.queryByRole('navigation', { name: 'Begin something for this patient' }),
  ).not.toBeInTheDocument();
});
