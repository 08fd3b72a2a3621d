import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

import { preloadPatientSearch } from '@/components/PatientSearch';
import { server } from '@/testing/server';
import { slowAnswers } from '@/testing/slowAnswers';

// Long, for small machines that build something else at the same time.
configure({ asyncUtilTimeout: 10_000 });

// jsdom lays nothing out, so that nothing changes its size.
const nothing = () => {};
globalThis.ResizeObserver ??= class {
  observe = nothing;
  unobserve = nothing;
  disconnect = nothing;
};

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  if (process.env['SLOW_ANSWERS']) slowAnswers();
});
// A page fetches this apart and then replaces the line that it was drawn with. A test that has found that line would type into nothing.
beforeAll(preloadPatientSearch);
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  server.resetHandlers();
});
// Vitest breaks off what a file still imports when it ends, and no later file of the worker could import that again.
afterAll(() => vi.dynamicImportSettled());
afterAll(() => server.close());
