import type { Page, Route } from '@playwright/test';

/**
 * Answers a page's calls of an address as `how` does, until the function that it gives is called. The route itself stays:
 * Chromium loses what is under way when the last one goes.
 */
export async function spoil(page: Page, address: string, how: (route: Route) => Promise<void>): Promise<() => void> {
  let isSpoilt = true;
  await page.route(address, (route) => (isSpoilt ? how(route) : route.fallback()));
  return () => {
    isSpoilt = false;
  };
}
