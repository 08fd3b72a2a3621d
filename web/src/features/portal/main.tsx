import '@fontsource-variable/figtree';
import '@fontsource/marcellus';
import '@/features/portal/portal.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { PortalSite } from '@/features/portal/PortalSite';
import { putTokens } from '@/theme/variables';

putTokens(document.documentElement.style);

// portal.html has the element.
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <PortalSite path={window.location.pathname} />
  </StrictMode>,
);
