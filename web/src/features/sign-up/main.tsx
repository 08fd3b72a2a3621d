import '@fontsource-variable/figtree';
import '@fontsource/marcellus';
import '@/theme/ground.css';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { PlatformSite } from '@/features/sign-up/PlatformSite';
import { publicTheme } from '@/theme/publicTheme';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content;
const styles = createCache({ key: 'css', prepend: true, ...(nonce && { nonce }) });

// platform.html has the element.
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <CacheProvider value={styles}>
      <ThemeProvider theme={publicTheme} noSsr>
        <CssBaseline />
        <PlatformSite path={window.location.pathname} />
      </ThemeProvider>
    </CacheProvider>
  </StrictMode>,
);
