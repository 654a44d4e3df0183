import type { Page, Route } from '@playwright/test';

/**
 * Handles a page's calls of an address with `how` until the returned function is called. The route stays registered:
 * Chromium loses pending requests when the last route is removed.
 */
export async function spoil(page: Page, address: string, how: (route: Route) => Promise<void>): Promise<() => void> {
  let isSpoilt = true;
  await page.route(address, (route) => (isSpoilt ? how(route) : route.fallback()));
  return () => {
    isSpoilt = false;
  };
}
