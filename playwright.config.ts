import { defineConfig } from '@playwright/test';
import { findBrowser, FLAGS } from './tests/e2e/support/browser.ts';
import { isAll, isHard, workers } from './tests/support/size.ts';

const { executablePath, channel, env } = findBrowser();

/**
 * Journeys in Chromium against the built shop. Each of three workers has its own shop (data, ports, simulators),
 * because a journey mostly waits: for polling every 3 s and for dialogs that close automatically. Tests marked @phone
 * run at phone size. In `npm run test:all` they run at desktop size too.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/global-setup.ts',
  fullyParallel: true,
  // Performance measurements must run alone.
  workers: isHard ? 1 : workers(3),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    screenshot: 'only-on-failure',
    // Tracing takes a fifth of the time. Use `npx playwright test --trace on` to debug.
    trace: 'off',
    launchOptions: {
      args: FLAGS,
      ...(executablePath && { executablePath }),
      ...(channel && { channel }),
      ...(env && { env }),
    },
  },
  projects: [
    { name: 'desktop', ...(!isAll && { grepInvert: /@phone/ }), use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
});
