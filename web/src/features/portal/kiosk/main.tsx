import '@fontsource-variable/figtree';
import '@fontsource/marcellus';
import '@/features/portal/portal.css';
import '@/features/portal/kiosk/kiosk.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { ErrorBoundary } from '@/features/portal/ErrorBoundary';
import { KioskSite } from '@/features/portal/kiosk/KioskSite';
import { putTokens } from '@/theme/variables';

putTokens(document.documentElement.style);

// tablet.html has the element.
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <main>
      <ErrorBoundary>
        <KioskSite />
      </ErrorBoundary>
    </main>
  </StrictMode>,
);
