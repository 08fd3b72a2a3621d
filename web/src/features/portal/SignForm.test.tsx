import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { answerOpeningWith, consent, open, serveConsent } from '@/features/portal/testing';
import { offlineWords } from '@/lib/useOnline';
import { server } from '@/testing/server';
import { stubCanvas } from '@/testing/stubCanvas';

const shown = { electronic_consent: true, notice_version: 3, act_version: 2 };

let sent: unknown[];

afterEach(() => vi.unstubAllGlobals());

beforeEach(() => {
  sent = serveConsent();
});

test('one press signs, without any other entry', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Hello Amelia' })).toBeVisible();
  expect(screen.getByText('Linden Aesthetics')).toBeVisible();
  expect(screen.getByText('I agree to the treatment.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Signing electronically' })).toBeVisible();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.getByText('You may ask Linden Aesthetics for a paper form.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Sign consent' })).toHaveAccessibleDescription(
    'By pressing “Sign consent” I sign this form.',
  );

  await userEvent.click(await screen.findByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible();
  // On the clinic's clock, wherever the patient is.
  expect(
    screen.getByText(/^Your consent was signed on January 10, 2026 at 9:00\sAM PST\.$/),
  ).toBeVisible();
  expect(sent).toEqual([shown]);
  expect(screen.queryByRole('button', { name: 'Sign consent' })).not.toBeInTheDocument();
});

test('a typed name goes along and stands on the copy, after a reload too', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const { unmount } = open();
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Your full name (optional)' }),
    '  Amelia Hart ',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByText('Signed electronically by Amelia Hart')).toBeVisible();
  expect(sent).toEqual([{ ...shown, typed_name: 'Amelia Hart' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Save or print a copy' }));
  expect(print).toHaveBeenCalledOnce();
  const copy = screen.getByRole('article', { name: 'Your copy' });
  const words = copy.textContent;
  expect(words).toMatch(
    /^Botox consentAmelia HartBotoxI agree to the treatment\.Signed electronically by Amelia HartSigned on January 10, 2026 at 9:00\sAM PST$/,
  );
  unmount();
  open();
  expect(await screen.findByRole('article', { name: 'Your copy' })).toHaveTextContent(words);
});

test("a name that is not the patient's is reported at its field, and what was entered stays", async () => {
  const problem = 'Type your first and last name as the clinic has them, or leave this empty.';
  server.use(
    http.post(
      '*/api/portal/consent/secret/sign',
      () =>
        HttpResponse.json(
          {
            error: 'Some fields need attention.',
            code: 'invalid',
            fields: { typed_name: problem },
          },
          { status: 422 },
        ),
      { once: true },
    ),
  );
  open();
  const name = await screen.findByRole('textbox', { name: 'Your full name (optional)' });
  expect(name).toBeValid();
  await userEvent.click(screen.getByRole('button', { name: 'Add a drawn signature' }));
  await userEvent.type(name, 'Amelia Heart');
  await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Error signing consent\. Please try again\.$/,
  );
  expect(name).toBeInvalid();
  expect(name).toHaveAccessibleDescription(problem);
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveValue('Amelia Heart');
  expect(screen.getByRole('group', { name: 'Your signature (optional)' })).toBeVisible();

  await userEvent.clear(name);
  expect(name).toBeValid();
  expect(screen.queryByText(problem)).not.toBeInTheDocument();
  await userEvent.type(name, 'amelia hart');
  await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByText('Signed electronically by amelia hart')).toBeVisible();
});

test('the same wrong name again brings the focus back to its field', async () => {
  server.use(
    http.post('*/api/portal/consent/secret/sign', () =>
      HttpResponse.json(
        { error: 'No.', code: 'invalid', fields: { typed_name: 'Not this one.' } },
        { status: 422 },
      ),
    ),
  );
  open();
  const name = await screen.findByRole('textbox', { name: 'Your full name (optional)' });
  await userEvent.type(name, 'X');
  for (const _ of [1, 2]) {
    await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
    await waitFor(() => expect(name).toHaveFocus());
    expect(name).toHaveAccessibleDescription('Not this one.');
  }
});

test('without a network a message says so, and what was typed stays', async () => {
  open();
  const name = await screen.findByRole('textbox', { name: 'Your full name (optional)' });
  await userEvent.type(name, 'Amelia Hart');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText(offlineWords)).toBeVisible();
  expect(name).toHaveValue('Amelia Hart');
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText(offlineWords)).not.toBeInTheDocument();
});

test('the drawing pad opens and closes on request', async () => {
  stubCanvas();
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a drawn signature' }));
  expect(await screen.findByRole('group', { name: 'Your signature (optional)' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo stroke' })).toBeVisible();
  // A typed signature is the name in its own field, which the clinic's record decides about.
  expect(screen.queryByRole('button', { name: 'Type instead' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Leave out the drawn signature' }));
  expect(
    screen.queryByRole('group', { name: 'Your signature (optional)' }),
  ).not.toBeInTheDocument();
});

test('a failed signing says so, keeps what was typed and can be tried again', async () => {
  server.use(
    http.post(
      '*/api/portal/consent/secret/sign',
      () => HttpResponse.json({ error: 'Try later.', code: 'down' }, { status: 503 }),
      { once: true },
    ),
  );
  open();
  await userEvent.type(await screen.findByRole('textbox'), 'Amelia Hart');
  await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error signing consent. Please try again.',
  );
  expect(screen.getByRole('textbox')).toHaveValue('Amelia Hart');

  await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(sent).toEqual([{ ...shown, typed_name: 'Amelia Hart' }]);
});

test('an answer with the text alone can be signed as well', async () => {
  const { electronic_records, ...bareConsent } = consent;
  expect(electronic_records).not.toBeNull();
  answerOpeningWith(HttpResponse.json(bareConsent));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(sent).toEqual([{ electronic_consent: true }]);
});

test('for a patient under age a parent signs, with their own name and how they are related', async () => {
  server.use(
    http.get('*/api/portal/consent/secret', () =>
      HttpResponse.json({ ...consent, needs_representative: true }),
    ),
    http.post(
      '*/api/portal/consent/secret/sign',
      async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(
          {
            error: 'No.',
            code: 'invalid',
            fields: { signer_relation: 'Enter how you are related.' },
          },
          { status: 422 },
        );
      },
      { once: true },
    ),
  );
  open();
  expect(
    await screen.findByText(
      'Amelia is under age: a parent or guardian signs, with their own name.',
    ),
  ).toBeVisible();
  await userEvent.type(screen.getByLabelText('Your full name'), 'Greta Hart');
  await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
  const relation = screen.getByLabelText('Your relation to Amelia, such as mother');
  await waitFor(() => expect(relation).toHaveFocus());
  expect(relation).toHaveAccessibleDescription('Enter how you are related.');
  expect(screen.getByLabelText('Your full name')).toHaveValue('Greta Hart');
  await userEvent.type(relation, 'Mother');
  await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
  await screen.findByRole('heading', { name: 'Thank you' });
  expect(sent.at(-1)).toEqual({ ...shown, typed_name: 'Greta Hart', signer_relation: 'Mother' });
});
