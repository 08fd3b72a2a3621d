import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { Component as SignUpPage } from '@/features/sign-up/SignUpPage';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

/** Fills in everything but the role; resolves to what is sent. The clinic is refused, so that the page stays. */
async function filledIn() {
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.get('*/api/clinics/availability', () =>
      HttpResponse.json({
        available: true,
        sentence: null,
        url: 'https://lindqvist-aesthetics.clinics.example',
      }),
    ),
    http.post('*/api/clinics', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json(
        { error: 'Please try again later.', code: 'too_many_requests' },
        { status: 429 },
      );
    }),
  );
  renderScreen({ path: '/', element: <SignUpPage /> });
  const typed = {
    'Clinic name': 'Lindqvist Aesthetics',
    'First name': 'Nora',
    'Last name': 'Lindqvist',
    Email: 'nora@clinic.example',
  };
  for (const [label, text] of Object.entries(typed))
    await enter(screen.getByRole('textbox', { name: new RegExp(`^${label}`) }), text);
  await enter(screen.getByLabelText(/^Password/, { selector: 'input' }), 'plum orchard at seven');
  return sent;
}

/** Enters a text at once: key by key the form is drawn a hundred times, which takes a loaded machine most of a test's time. */
async function enter(field: HTMLElement, text: string) {
  await userEvent.click(field);
  await userEvent.paste(text);
}

const role = () => screen.getByRole('combobox', { name: /^Your role/ });
const start = () => userEvent.click(screen.getByRole('button', { name: 'Start the trial' }));

test('the owner has a role of their own: Practice Manager, unless another is chosen', async () => {
  const sent = await filledIn();
  expect(role()).toHaveValue('Practice Manager');
  expect([...role().querySelectorAll('option')].map(({ value }) => value)).toEqual([
    'Practice Manager',
    'Provider',
    'Nurse',
    'Medical Director',
  ]);
  expect(screen.queryByRole('textbox', { name: /^License number/ })).not.toBeInTheDocument();
  await start();
  expect(await screen.findByText('Please try again later.')).toBeVisible();
  expect(sent).toEqual([
    expect.objectContaining({ role: 'Practice Manager', license_number: null }),
  ]);
});

test.each(['Provider', 'Nurse', 'Medical Director'])(
  'an owner who is a %s gives a license, and is sent as one',
  async (chosen) => {
    const sent = await filledIn();
    await userEvent.selectOptions(role(), chosen);
    await start();
    expect(screen.getByRole('textbox', { name: /^License number/ })).toHaveAccessibleDescription(
      /License number is required/,
    );
    expect(sent).toEqual([]);
    await enter(screen.getByRole('textbox', { name: /^License number/ }), 'NY-1');
    await start();
    expect(await screen.findByText('Please try again later.')).toBeVisible();
    expect(sent).toEqual([expect.objectContaining({ role: chosen, license_number: 'NY-1' })]);
  },
);
