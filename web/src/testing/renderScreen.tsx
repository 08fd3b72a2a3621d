import { ThemeProvider } from '@mui/material/styles';
import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router';

import { Notices } from '@/app/Notices';
import { ProofProvider } from '@/components/ProofProvider';
import { createStore } from '@/api/store';
import { theme } from '@/theme/theme';

/** Renders routes as the app would: a fresh store, a real router, the real theme, notices and the question for a proof. */
export function renderScreen(route: RouteObject | RouteObject[], url = '/') {
  const store = createStore();
  const children = Array.isArray(route) ? route : [route];
  const router = createMemoryRouter([{ element: <ProofProvider><Outlet /><Notices /></ProofProvider>, children }], { initialEntries: [url] });
  const view = render(
    <Provider store={store}>
      <ThemeProvider theme={theme}>
        <RouterProvider router={router} />
      </ThemeProvider>
    </Provider>,
  );
  return { ...view, router, store };
}
