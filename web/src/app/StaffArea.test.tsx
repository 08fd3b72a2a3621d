import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { useListPatientsPageQuery } from '@/api/generated';
import { Root } from '@/app/Root';
import { StaffArea } from '@/app/StaffArea';
import { TextInput } from '@/components/TextInput';
import { noPlan } from '@/testing/plans';
import { amelia, ownerSession, staffSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

const unknown = () =>
  HttpResponse.json({ error: 'Sign in to go on.', code: 'signed_out' }, { status: 401 });

function Page() {
  const [note, setNote] = useState('');
  const { data, refetch } = useListPatientsPageQuery({});
  return (
    <>
      <h1>Clients</h1>
      <TextInput label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <button type="button" onClick={() => void refetch()}>
        Refresh
      </button>
      <p>{data ? `${data.length} patients` : 'not known'}</p>
    </>
  );
}

function open(url = '/patients?search=hart') {
  return renderScreen(
    {
      Component: Root,
      children: [
        { path: 'sign-in', element: <h1>Sign in</h1> },
        { path: 'sign-out', element: <h1>Signing out</h1> },
        {
          Component: StaffArea,
          children: [
            { path: 'patients', handle: { title: 'Clients' }, element: <Page /> },
            { path: '*', element: <h1>Other page</h1> },
          ],
        },
      ],
    },
    url,
  );
}

afterEach(() => vi.unstubAllGlobals());

describe('access without a session', () => {
  test('leads to the sign-in page, and from there to the page that was opened', async () => {
    server.use(http.get('*/api/auth/session', unknown));
    const { router } = open('/patients?search=hart#coverage');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(new URLSearchParams(router.state.location.search).get('next')).toBe(
      '/patients?search=hart#coverage',
    );
  });

  test('offers to try again when the server cannot be reached', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(
      http.get('*/api/auth/session', () => HttpResponse.error(), { once: true }),
      http.get('*/api/patients', () => HttpResponse.json([amelia])),
    );
    open();
    expect(await screen.findByText('Celadon could not be reached.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 patients')).toBeVisible();
    vi.mocked(console.error).mockRestore();
  });
});

describe('the banners above a page', () => {
  test('are there before the page, which they would move under a finger', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      http.get('*/api/patients', () => HttpResponse.json([amelia])),
      http.get('*/api/clinic/plan', async () => {
        await answered;
        return HttpResponse.json({ ...noPlan, notice: 'Your trial ends today.' });
      }),
    );
    const requested = new Promise((resolve) =>
      server.events.on(
        'request:start',
        ({ request }) => request.url.endsWith('/api/clinic/plan') && resolve(request),
      ),
    );
    open();
    await requested;
    expect(screen.queryByRole('heading', { name: 'Clients' })).not.toBeInTheDocument();
    answer();
    expect(await screen.findByRole('heading', { name: 'Clients' })).toBeVisible();
    expect(screen.getByText('Your trial ends today.')).toBeVisible();
  });

  test('are not waited for when they cannot be fetched', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(
      http.get('*/api/patients', () => HttpResponse.json([amelia])),
      http.get('*/api/clinic/plan', () => HttpResponse.error()),
    );
    open();
    expect(await screen.findByRole('heading', { name: 'Clients' })).toBeVisible();
    vi.mocked(console.error).mockRestore();
  });
});

describe('a session that ends while a page is open', () => {
  test('covers the page with a sign-in; afterwards the form is as it was and the lists are fetched again', async () => {
    let signedIn = true;
    server.use(
      http.get('*/api/patients', () => (signedIn ? HttpResponse.json([amelia]) : unknown())),
      http.post('*/api/auth/login', async ({ request }) => {
        const { email, password } = (await request.json()) as { email: string; password: string };
        signedIn = email === ownerSession.member.email && password === 'right horse battery';
        return signedIn
          ? HttpResponse.json(ownerSession)
          : HttpResponse.json(
              {
                error: 'The e-mail address or the password is not right.',
                code: 'wrong_credentials',
              },
              { status: 401 },
            );
      }),
    );
    open();
    await screen.findByText('1 patients');
    await userEvent.type(screen.getByLabelText('Note'), 'a long exam');
    signedIn = false;
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your session ended' }));
    expect(dialog.getByText('Your session ended. Sign in to go on.')).toBeVisible();
    expect(dialog.getByText('elena@example.com')).toBeVisible();

    await userEvent.type(dialog.getByLabelText(/^Password/), 'wrong');
    await userEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
    expect(
      await dialog.findByText('The e-mail address or the password is not right.'),
    ).toBeVisible();

    await userEvent.clear(dialog.getByLabelText(/^Password/));
    await userEvent.type(dialog.getByLabelText(/^Password/), 'right horse battery{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Note')).toHaveValue('a long exam');
  });

  test('can be left for the sign-in page', async () => {
    server.use(http.get('*/api/patients', unknown));
    open();
    await userEvent.click(await screen.findByRole('link', { name: 'Leave this page' }));
    expect(await screen.findByRole('heading', { name: 'Signing out' })).toBeVisible();
  });
});

describe('the shell', () => {
  const list = () => server.use(http.get('*/api/patients', () => HttpResponse.json([])));

  test('has the specified entries in their order, Review among them for a director, and four that cannot be pressed', async () => {
    list();
    open();
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(
      nav.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Dashboard', '/'],
      ['Clients', '/patients'],
      ['Loyalty Program', '/loyalty'],
      ['Appointments', '/appointments'],
      ['Forms', '/digital-consents'],
      ['Clinical Records', '/gfe-templates'],
      ['Review', '/review'],
      ['Team', '/team'],
      ['Subscriptions', '/subscriptions'],
      ['Pricing Plans', '/pricing'],
    ]);
    expect(
      nav
        .getAllByRole('listitem')
        .filter((item) => !within(item).queryByRole('link'))
        .map(({ textContent }) => textContent),
    ).toEqual(['Import Clients', 'Services', 'Photos', 'Reports']);
    expect(nav.getByRole('link', { name: 'Clients' })).toHaveAttribute('aria-current', 'page');
    expect(nav.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current');
  });

  test('marks the one entry that is closest to the page', async () => {
    server.use(
      http.get('*/api/auth/session', () =>
        HttpResponse.json({ ...ownerSession, modules: ['import_clients'] }),
      ),
    );
    open('/patients/import');
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(nav.getByRole('link', { name: 'Import Clients' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    expect(nav.getByRole('link', { name: 'Clients' })).not.toHaveAttribute('aria-current');
  });

  test('has a module that is on as a link below the others, and the rest as before', async () => {
    list();
    server.use(
      http.get('*/api/auth/session', () =>
        HttpResponse.json({ ...ownerSession, modules: ['services'] }),
      ),
    );
    open();
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(
      nav
        .getAllByRole('link')
        .slice(-2)
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Pricing Plans', '/pricing'],
      ['Services', '/services'],
    ]);
    expect(
      within(nav.getByRole('list', { name: 'Coming soon' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Import Clients', 'Photos', 'Reports']);
  });

  test('has the page in the title, and no name of a patient', async () => {
    list();
    open();
    await screen.findByRole('heading', { name: 'Clients' });
    expect(document.title).toBe('Clients · Celadon');
  });

  test("moves the focus to the new page's content", async () => {
    list();
    open();
    await userEvent.click(await screen.findByRole('link', { name: 'Team' }));
    await screen.findByRole('heading', { name: 'Other page' });
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  test('says who is signed in, and leads to signing out', async () => {
    list();
    server.use(http.get('*/api/auth/session', () => HttpResponse.json(staffSession)));
    open();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Account: Sam Okafor, Staff' }),
    );
    const account = within(await screen.findByRole('dialog', { name: 'Your account' }));
    expect(account.getByText('sam@example.com')).toBeVisible();
    await userEvent.click(account.getByRole('link', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { name: 'Signing out' })).toBeVisible();
  });

  test.each([
    ['tablet', 834],
    ['phone', 412],
  ])('on a %s opens the same entries from More, the disabled ones too', async (_device, width) => {
    list();
    screenOfWidth(width);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    expect(
      within(menu.getByRole('list', { name: 'Coming soon' })).getAllByRole('listitem'),
    ).toHaveLength(4);
    await userEvent.click(menu.getByRole('link', { name: 'Pricing Plans' }));
    expect(await screen.findByRole('heading', { name: 'Other page' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('a clinic with online booking has beside its appointments how many requests wait', async () => {
    list();
    const count = vi.fn(() => HttpResponse.json({ open: 2 }));
    const session = {
      ...ownerSession,
      permissions: [...ownerSession.permissions, 'appointment.update'],
    };
    server.use(
      http.get('*/api/appointments/requests/count', count),
      http.get('*/api/auth/session', () => HttpResponse.json(session)),
    );
    const { unmount } = open();
    expect(await screen.findByRole('link', { name: 'Appointments' })).toBeVisible();
    expect(count).not.toHaveBeenCalled();
    unmount();
    server.use(
      http.get('*/api/auth/session', () =>
        HttpResponse.json({ ...session, modules: ['online_booking'] }),
      ),
    );
    open();
    expect(
      await screen.findByRole('link', { name: /^Appointments ?, ?2 ?waiting$/ }),
    ).toHaveAttribute('href', '/appointments');
  });

  test('only those who may approve have the review in the navigation, with how many charts wait', async () => {
    list();
    server.use(
      http.get('*/api/review/counts', () =>
        HttpResponse.json({
          all: 6,
          ready: 3,
          late: 1,
          returned: 2,
          chart_due_hours: 72,
          covering: [],
          away: [],
        }),
      ),
    );
    const { unmount } = open();
    expect(await screen.findByRole('link', { name: /^Review ?, ?6 ?waiting$/ })).toHaveAttribute(
      'href',
      '/review',
    );
    unmount();
    server.use(
      http.get('*/api/auth/session', () =>
        HttpResponse.json({
          ...ownerSession,
          permissions: ownerSession.permissions.filter((one) => one !== 'treatment.approve'),
        }),
      ),
    );
    open();
    expect(await screen.findByRole('link', { name: 'Clients' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Review/ })).toBeNull();
  });

  test('on a tablet the rail has a word below each icon, and the whole label as its name', async () => {
    list();
    screenOfWidth(834);
    open();
    const rail = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(rail.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Dashboard',
      'Clients',
      'Loyalty',
      'Appointments',
      'Forms',
      'Records',
      'Review',
      'Team',
      'Subscriptions',
      'Pricing',
    ]);
    for (const name of ['Loyalty Program', 'Clinical Records', 'Pricing Plans'])
      expect(rail.getByRole('link', { name })).toBeVisible();
  });

  test('on a phone four places and More stand at the foot, each with its word', async () => {
    list();
    screenOfWidth(412);
    open();
    const bar = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Dashboard',
      'Clients',
      'Appointments',
      'Forms',
    ]);
    expect(bar.getByRole('button')).toHaveTextContent('More');
    expect(bar.getByRole('link', { name: 'Clients' })).toHaveAttribute('aria-current', 'page');
  });

  test('has its colours switched in the account menu, and keeps the choice', async () => {
    list();
    open();
    const page = document.documentElement;
    await userEvent.click(await screen.findByRole('button', { name: /^Account: / }));
    const colors = within(await screen.findByRole('group', { name: 'Colors' }));
    expect(colors.getByRole('button', { name: 'System', pressed: true })).toBeVisible();
    await userEvent.click(colors.getByRole('button', { name: 'Dark' }));
    expect(page).toHaveAttribute('data-color-scheme', 'dark');
    expect(localStorage.getItem('mui-mode')).toBe('dark');
    await userEvent.click(colors.getByRole('button', { name: 'Light' }));
    expect(page).toHaveAttribute('data-color-scheme', 'light');
    localStorage.clear();
  });
});
