import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { draftOfEstimate } from '@/features/estimates/issuing/testing';
import { EstimateSite } from '@/features/portal/EstimateSite';
import { server } from '@/testing/server';

const user = userEvent.setup();
const found = {
  clinic_name: 'Linden Aesthetics',
  time_zone: 'America/New_York',
  version: 2,
  issued_at: '2026-11-18T15:00:00Z',
  document: draftOfEstimate.document,
  has_file: true,
  needs_representative: false,
  receipt_act: 'I received this estimate. This accepts no charges and no treatment.',
  received_at: null,
  open_questions: 0,
  expires_at: '2026-12-18T15:00:00Z',
};
/** Late in the evening of the clinic, when the day of UTC is the next one already. */
const saidReceived =
  'You said that you received this estimate on November 19, 2026 at 10:30 PM EST.';
let question: unknown;
let receipts: unknown[];

beforeEach(() => {
  question = undefined;
  receipts = [];
  server.use(
    http.get('*/api/portal/estimate/abc', () => HttpResponse.json(found)),
    http.post('*/api/portal/estimate/abc/receive', async ({ request }) => {
      receipts.push(await request.json());
      return HttpResponse.json({ received_at: '2026-11-20T03:30:00Z' });
    }),
    http.post('*/api/portal/estimate/abc/ask', async ({ request }) => {
      question = await request.json();
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

test('the patient reads it, says that it was received, and asks', async () => {
  render(<EstimateSite token="abc" />);
  expect(await screen.findByRole('heading', { name: 'Your Good Faith Estimate' })).toBeVisible();
  expect(screen.getAllByText('$960.00')).toHaveLength(2);
  expect(screen.getByText('Not a contract.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Save as PDF' })).toHaveAttribute(
    'href',
    '/api/portal/estimate/abc/file',
  );
  await user.click(screen.getByRole('button', { name: 'I received it' }));
  expect(await screen.findByText(saidReceived)).toBeVisible();
  expect(receipts).toEqual([{}]);
  await user.click(screen.getByRole('button', { name: 'Ask a question' }));
  await user.click(screen.getByRole('button', { name: 'Send the question' }));
  expect(await screen.findByText('Please write your question first.')).toBeVisible();
  await user.type(screen.getByRole('textbox'), 'Is the cream in it?');
  await user.click(screen.getByRole('button', { name: 'Send the question' }));
  expect(
    await screen.findByText('Linden Aesthetics has your question and will contact you.'),
  ).toBeVisible();
  expect(question).toEqual({ question: 'Is the cream in it?' });
});

test('of a superseded version the page says that there is a newer one', async () => {
  const reason =
    'There is a newer version of this estimate. Please open the newest link from the clinic, or ask for it.';
  server.use(
    http.get('*/api/portal/estimate/abc', () =>
      HttpResponse.json({ error: reason, code: 'superseded' }, { status: 409 }),
    ),
  );
  render(<EstimateSite token="abc" />);
  expect(await screen.findByText(reason)).toBeVisible();
});

test('an unknown link is invalid', async () => {
  server.use(
    http.get('*/api/portal/estimate/abc', () =>
      HttpResponse.json({ error: 'no', code: 'link_invalid' }, { status: 404 }),
    ),
  );
  render(<EstimateSite token="abc" />);
  expect(
    await screen.findByText(
      'This estimate link is invalid or has expired. Please contact the clinic for a new link.',
    ),
  ).toBeVisible();
});

test('the receipt may be signed with the name, and a wrong one stays to be corrected', async () => {
  const words = 'Please type your name as the clinic has it.';
  server.use(
    http.post(
      '*/api/portal/estimate/abc/receive',
      () =>
        HttpResponse.json(
          { error: words, code: 'invalid', fields: { typed_name: words } },
          { status: 422 },
        ),
      { once: true },
    ),
  );
  render(<EstimateSite token="abc" />);
  const name = await screen.findByLabelText('Your full name (optional)');
  await user.type(name, 'Nora L');
  await user.click(screen.getByRole('button', { name: 'I received it' }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(name).toHaveFocus();
  expect(name).toHaveValue('Nora L');
  await user.type(name, 'indqvist');
  await user.click(screen.getByRole('button', { name: 'I received it' }));
  expect(await screen.findByText(saidReceived)).toBeVisible();
  expect(receipts).toEqual([{ typed_name: 'Nora Lindqvist' }]);
});

test('a receipt that does not arrive says so beside its button, which sends it again', async () => {
  server.use(
    http.post('*/api/portal/estimate/abc/receive', () => HttpResponse.error(), { once: true }),
  );
  render(<EstimateSite token="abc" />);
  await user.type(await screen.findByLabelText('Your full name (optional)'), 'Nora Lindqvist');
  const button = screen.getByRole('button', { name: 'I received it' });
  expect(button).toHaveAccessibleDescription(found.receipt_act);
  await user.click(button);
  expect(await screen.findByText('This was not sent. Please try again.')).toBeVisible();
  await user.click(button);
  expect(await screen.findByText(saidReceived)).toBeVisible();
  expect(receipts).toEqual([{ typed_name: 'Nora Lindqvist' }]);
  expect(screen.getByRole('button', { name: 'Print' })).toBeVisible();
});

test('what was typed as a question is there again after it was closed, and the focus follows', async () => {
  render(<EstimateSite token="abc" />);
  await user.click(await screen.findByRole('button', { name: 'Ask a question' }));
  const field = screen.getByLabelText('What would you like to know?');
  expect(field).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Send the question' }));
  expect(field).toHaveFocus();
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(/Please write your question first\./);
  await user.type(field, 'Is the cream in it?');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('button', { name: 'Ask a question' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Ask a question' }));
  expect(screen.getByLabelText('What would you like to know?')).toHaveValue('Is the cream in it?');
});

test('the clinic, and who answers about disputes, are a press away', async () => {
  const texts = {
    ...found.document.texts,
    dispute_right: 'How to do that is told at www.cms.gov/nosurprises and at 1-800-985-3059.',
  };
  server.use(
    http.get('*/api/portal/estimate/abc', () =>
      HttpResponse.json({
        ...found,
        document: { ...found.document, texts, separate_items: ['A blood count'] },
      }),
    ),
  );
  render(<EstimateSite token="abc" />);
  expect(await screen.findByRole('link', { name: 'Call us' })).toHaveAttribute(
    'href',
    'tel:2125550100',
  );
  expect(screen.getByRole('link', { name: '1-800-985-3059' })).toHaveAttribute(
    'href',
    'tel:18009853059',
  );
  expect(screen.getByRole('link', { name: 'www.cms.gov/nosurprises' })).toHaveAttribute(
    'href',
    'https://www.cms.gov/nosurprises',
  );
  expect(screen.getByText('A blood count')).toBeVisible();
});

test('the day of the service is there also without a primary service', async () => {
  server.use(
    http.get('*/api/portal/estimate/abc', () =>
      HttpResponse.json({ ...found, document: { ...found.document, service_date: '2026-12-14' } }),
    ),
  );
  render(<EstimateSite token="abc" />);
  expect((await screen.findByText('Date of service:')).parentElement).toHaveTextContent(
    'Date of service: Dec 14, 2026',
  );
});
