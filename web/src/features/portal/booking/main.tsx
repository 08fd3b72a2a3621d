import '@fontsource-variable/figtree';
import '@fontsource/marcellus';
import '@/features/portal/portal.css';
import '@/features/portal/booking/booking.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { BookingSite } from '@/features/portal/booking/BookingSite';
import { putTokens } from '@/theme/variables';

putTokens(document.documentElement.style);

// book.html has the element.
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <BookingSite />
  </StrictMode>,
);
