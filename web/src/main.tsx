import '@fontsource-variable/figtree';
import '@fontsource/marcellus';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from '@/app/App';
import { putTokens } from '@/theme/variables';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content;
const styles = createCache({ key: 'css', prepend: true, ...(nonce && { nonce }) });

putTokens(document.documentElement.style);

// index.html has the element.
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <CacheProvider value={styles}>
      <App />
    </CacheProvider>
  </StrictMode>,
);
