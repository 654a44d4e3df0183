import { defineConfig } from '@playwright/test';
import { findBrowser, FLAGS } from './tests/e2e/support/browser.ts';
import { isAll, isHard, workers } from './tests/support/size.ts';

const { executablePath, channel, env } = findBrowser();

/**
 * The journeys in Chromium against the built shop. Three workers, each with a shop of its own (data, ports, simulators):
 * much of a journey is waiting, for answers that a page asks for every 3 s and for dialogs that close by themselves.
 * Tests marked @phone run at the size of a phone; in `npm run test:all` at that of a desk, too.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/global-setup.ts',
  fullyParallel: true,
  // What is measured under load is measured alone.
  workers: isHard ? 1 : workers(3),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    screenshot: 'only-on-failure',
    // Recording costs a fifth of the time; `npx playwright test --trace on` shows what went wrong.
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
