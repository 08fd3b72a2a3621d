import { defineConfig } from '@playwright/test';

import { signedInFiles, signedOut, workers } from './e2e/clinics';

/** Nothing of the browser's own goes out while the tests look for requests that should not be there. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const tablet = { viewport: { width: 1180, height: 820 }, deviceScaleFactor: 2, hasTouch: true };
const laptop = { viewport: { width: 1440, height: 900 } };
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
};

const specs = (...names: string[]) => names.map((name) => `${name}.spec.ts`);

/** The parts of the browser tests by ring (scripts/checks/rings.mjs): the stories and each screen once, each form, and the rest. */
const parts: Record<string, Partial<Record<'tablet' | 'laptop' | 'phone', string[]>>> = {
  inner: {
    tablet: specs('story', 'screens', 'day', 'receptionist-day', 'record-life'),
    laptop: specs('security', 'injection', 'budget', 'specified-calls'),
  },
  forms: { tablet: specs('offline') },
  screens: {
    tablet: specs(
      'activity',
      'adverse-events',
      'billing',
      'booking',
      'checkout',
      'clearance',
      'corrections',
      'dark-scheme',
      'desk',
      'emergency',
      'estimate-clocks',
      'evidence',
      'forced-colors',
      'front-desk',
      'import',
      'keyboard',
      'keyboard-forms',
      'kiosk',
      'late-answers',
      'merge',
      'navigation',
      'needed-consents',
      'platform',
      'print',
      'protocols',
      'refresh',
      'review',
      'second-factor',
      'settings',
      'today',
    ),
    laptop: specs(
      'review',
      'specified-answers',
      'specified-clinic',
      'specified-records',
      'texts-*',
    ),
    phone: specs(
      'adverse-events',
      'corrections',
      'emergency',
      'protocols',
      'review',
      'screens',
      'story',
    ),
  },
};
const names = process.env['CELADON_BROWSER_PARTS']?.split(',') ?? Object.keys(parts);
const chosen = (size: 'tablet' | 'laptop' | 'phone') =>
  names.flatMap((name) => parts[name]?.[size] ?? []);

/** In a real Chromium against the real server: scripts/test starts one, or use the one that scripts/run has started. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e/output',
  reporter: 'list',
  workers,
  // Each test once here: what fails is tried again at the end of the whole run, alone, and named (scripts/checks/tests.mjs).
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: quiet,
    },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // A trace of each step takes longer than most steps: set CELADON_TRACE=1 for it.
    trace: process.env['CELADON_TRACE'] ? 'retain-on-failure' : 'off',
    storageState: signedInFiles.owner,
  },
  projects: [
    { name: 'sign-in', testMatch: 'sign-in.setup.ts', use: { ...laptop, storageState: signedOut } },
    { name: 'tablet', testMatch: chosen('tablet'), dependencies: ['sign-in'], use: tablet },
    { name: 'laptop', testMatch: chosen('laptop'), dependencies: ['sign-in'], use: laptop },
    { name: 'phone', testMatch: chosen('phone'), dependencies: ['sign-in'], use: phone },
  ],
});
