import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Component as PaymentSuccessPage } from '@/features/billing/PaymentSuccessPage';
import { renderScreen } from '@/testing/renderScreen';

const open = (query: string) =>
  renderScreen(
    { path: '/payment/success', element: <PaymentSuccessPage /> },
    `/payment/success${query}`,
  );
const fact = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextElementSibling;

test('shows the plan also where its name stands in the address', () => {
  open('?plan=Plus&session_id=cs_1');
  expect(fact('Plan')).toHaveTextContent(/^Plus$/);
});

test('shows the plan, the first twelve characters of the session, and the ways on', () => {
  open('?plan=plus&session_id=cs_test_a1b2c3d4e5f6');
  expect(screen.getByRole('heading', { level: 1, name: 'Payment confirmation' })).toBeVisible();
  expect(fact('Plan')).toHaveTextContent(/^Plus$/);
  expect(fact('Session')).toHaveTextContent(/^cs_test_a1b2$/);
  expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: 'See subscriptions' })).toHaveAttribute(
    'href',
    '/subscriptions',
  );
});

test.each([
  '',
  '?plan=gold',
  '?plan=__proto__',
  '?plan=gold&plan=plus',
  '?plan=%3Cb%3Eplus%3C%2Fb%3E',
])('%j names no plan of ours', (query) => {
  open(query);
  expect(fact('Plan')).toBeUndefined();
  expect(screen.getByRole('link', { name: 'See subscriptions' })).toBeVisible();
});

test('markup is text', () => {
  const { container } = open(
    `?plan=pro&session_id=${encodeURIComponent('<b>x</b><img src=x onerror=alert(1)>')}`,
  );
  expect(fact('Session')).toHaveTextContent('<b>x</b><img');
  expect(container.querySelector('img, b')).toBeNull();
});

test('a very long id, and one with bidirectional characters, stay in their place', () => {
  open(`?session_id=${encodeURIComponent(`\u202E${'x'.repeat(50_000)}`)}`);
  const session = within(fact('Session') as HTMLElement);
  expect(session.getByText('x'.repeat(12), { selector: 'bdi' })).toBeVisible();
});

test('of repeated parameters the first counts', () => {
  open('?plan=basic&plan=pro&session_id=cs_first&session_id=cs_second');
  expect(fact('Plan')).toHaveTextContent('Basic');
  expect(fact('Session')).toHaveTextContent('cs_first');
});

test('a broken escape in the address breaks nothing', () => {
  open('?plan=%E0%A4%A&session_id=%');
  expect(fact('Plan')).toBeUndefined();
  expect(fact('Session')).toHaveTextContent('%');
});
