import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { StaffArea } from '@/app/StaffArea';
import { useOpenSearch } from '@/features/search';
import { renderScreen } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

beforeEach(() => server.use(http.get('*/api/search', () => HttpResponse.json({ patients: [] }))));

function FindPatient() {
  return (
    <button type="button" onClick={useOpenSearch()}>
      Find a patient
    </button>
  );
}

function open() {
  return renderScreen({
    Component: StaffArea,
    children: [
      {
        path: '/',
        element: (
          <>
            <h1>Page</h1>
            <input aria-label="Note" />
            <FindPatient />
          </>
        ),
      },
      { path: '*', element: <h1>Other page</h1> },
    ],
  });
}
const search = () => screen.findByRole('dialog', { name: 'Search' });

test.each([
  ['desktop', 1440],
  ['tablet', 834],
])('on a %s the button in the frame opens the search', async (_device, width) => {
  screenOfWidth(width);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
  expect(within(await search()).getByRole('combobox')).toHaveFocus();
});

test('a page opens it too, and gets the focus back', async () => {
  screenOfWidth(1440);
  open();
  const button = await screen.findByRole('button', { name: 'Find a patient' });
  await userEvent.click(button);
  expect(within(await search()).getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
});

test('on a phone the menu has it, and closes for it', async () => {
  screenOfWidth(412);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Menu' })).getByRole('button', {
      name: 'Search',
    }),
  );
  expect(await search()).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument();
});

test('a slash opens it, and what is chosen is opened in place of the page', async () => {
  screenOfWidth(1440);
  const { router } = open();
  await screen.findByRole('heading', { name: 'Page' });
  await userEvent.keyboard('/');
  await search();
  await userEvent.keyboard('pric{Enter}');
  expect(await screen.findByRole('heading', { name: 'Other page' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/pricing');
});

test('a slash in a field is typed', async () => {
  screenOfWidth(1440);
  open();
  await userEvent.type(await screen.findByLabelText('Note'), '1/2');
  expect(screen.getByLabelText('Note')).toHaveValue('1/2');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
