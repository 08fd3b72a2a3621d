import { defineConfig } from '@playwright/test';

import { signedInFiles, signedOut, workers } from './e2e/clinics';

/** Nothing of the browser's own goes out while the tests look for requests that should not be there. */
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const tablet = { viewport: { width: 1180, height: 820 }, deviceScaleFactor: 2, hasTouch: true };
const laptop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

/** In a real Chromium against the real server: scripts/test starts one, or use the one that scripts/run has started. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e/output',
  reporter: 'list',
  workers,
  // Each test once: what fails now and then is a fault.
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: quiet },
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
    { name: 'tablet', testMatch: ['story.spec.ts', 'screens.spec.ts', 'keyboard.spec.ts', 'front-desk.spec.ts', 'booking.spec.ts', 'merge.spec.ts', 'import.spec.ts', 'record-life.spec.ts', 'print.spec.ts', 'desk.spec.ts', 'day.spec.ts', 'corrections.spec.ts', 'billing.spec.ts', 'settings.spec.ts', 'checkout.spec.ts', 'second-factor.spec.ts', 'activity.spec.ts', 'keyboard-forms.spec.ts', 'platform.spec.ts', 'navigation.spec.ts', 'offline.spec.ts', 'refresh.spec.ts', 'forced-colors.spec.ts', 'dark-scheme.spec.ts', 'receptionist-day.spec.ts', 'needed-consents.spec.ts', 'evidence.spec.ts', 'kiosk.spec.ts', 'clearance.spec.ts', 'protocols.spec.ts', 'review.spec.ts', 'emergency.spec.ts', 'adverse-events.spec.ts', 'estimate-clocks.spec.ts', 'late-answers.spec.ts'], dependencies: ['sign-in'], use: tablet },
    { name: 'laptop', testMatch: ['security.spec.ts', 'injection.spec.ts', 'budget.spec.ts', 'texts-*.spec.ts', 'specified-*.spec.ts', 'review.spec.ts'], dependencies: ['sign-in'], use: laptop },
    { name: 'phone', testMatch: ['story.spec.ts', 'screens.spec.ts', 'corrections.spec.ts', 'protocols.spec.ts', 'review.spec.ts', 'emergency.spec.ts', 'adverse-events.spec.ts'], dependencies: ['sign-in'], use: phone },
  ],
});
