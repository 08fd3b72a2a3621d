import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { Provider } from 'react-redux';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

import { store } from '@/api/store';
import { prefetchOnIntent } from '@/app/prefetch';
import { refreshOnReturn } from '@/app/refresh';
import { routes } from '@/app/routes';
import { theme } from '@/theme/theme';

const router = createBrowserRouter(routes);
prefetchOnIntent(routes);
refreshOnReturn(store.dispatch);

export function App() {
  return (
    <Provider store={store}>
      <ThemeProvider theme={theme} noSsr>
        <CssBaseline />
        {/* No transitions: React would render the next page in slices of 5 ms, with a frame between every two on a slow tablet. */}
        <RouterProvider router={router} useTransitions={false} />
      </ThemeProvider>
    </Provider>
  );
}
