import { ThemeProvider } from '@mui/material/styles';
import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router';

import { createStore } from '@/api/store';
import { Notices } from '@/app/Notices';
import { ReauthenticationProvider } from '@/components/ReauthenticationProvider';
import { theme } from '@/theme/theme';

/** Renders routes as the app does: with a new store, a router, the theme, notices and the reauthentication dialog. */
export function renderScreen(route: RouteObject | RouteObject[], url = '/') {
  const store = createStore();
  const children = Array.isArray(route) ? route : [route];
  const router = createMemoryRouter([{ element: <ReauthenticationProvider><Outlet /><Notices /></ReauthenticationProvider>, children }], { initialEntries: [url] });
  const view = render(
    <Provider store={store}>
      <ThemeProvider theme={theme}>
        <RouterProvider router={router} />
      </ThemeProvider>
    </Provider>,
  );
  return { ...view, router, store };
}
