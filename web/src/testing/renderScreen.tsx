import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router';

import { createStore } from '@/api/store';
import { Notices } from '@/app/Notices';
import { ReauthenticationProvider } from '@/components/ReauthenticationProvider';
import { generatedApi } from '@/testing/generatedApi';
import { theme } from '@/theme/theme';

// Styles are kept out of the document, where jsdom would match every rule of them against every element that a query considers: a third of a
// test's time. What depends on them is tested in theme/ and in the browser.
const cache = createCache({ key: 'css', container: document.createElement('div') });

/** Renders routes as the app does: with a new store, a router, the theme, notices and the reauthentication dialog. */
export function renderScreen(route: RouteObject | RouteObject[], url = '/', store = createStore()) {
  const children = Array.isArray(route) ? route : [route];
  const router = createMemoryRouter(
    [
      {
        element: (
          <ReauthenticationProvider>
            <Outlet />
            <Notices />
          </ReauthenticationProvider>
        ),
        children,
      },
    ],
    { initialEntries: [url] },
  );
  const view = render(
    <Provider store={store}>
      <CacheProvider value={cache}>
        <ThemeProvider theme={theme}>
          <RouterProvider router={router} />
        </ThemeProvider>
      </CacheProvider>
    </Provider>,
  );
  return { ...view, router, store };
}

/** The same once the session is there, as the staff's pages are drawn. */
export async function renderSignedIn(route: RouteObject | RouteObject[], url?: string) {
  const store = createStore();
  await store.dispatch(generatedApi.endpoints.showSession.initiate());
  return renderScreen(route, url, store);
}
