import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Where a secret of an address could get to: later requests and their referrers, from now on. */
export function watchSecret(page: Page): (secret: string) => Promise<void> {
  const told: string[] = [];
  page.on('request', (request) => {
    const { referer = '' } = request.headers();
    // The document itself is asked for by its address, and the shop's own call names its token (§7).
    const isOwn = request.isNavigationRequest() || new URL(request.url()).pathname.startsWith('/api/auth/');
    told.push(`${isOwn ? '' : request.url()} ${referer}`);
  });
  page.on('console', (message) => told.push(message.text()));
  return async (secret) => {
    const kept = await page.evaluate(() =>
      JSON.stringify([
        location.href,
        history.state,
        document.referrer,
        document.documentElement.outerHTML,
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
      ]),
    );
    expect(kept).not.toContain(secret);
    expect(told.join('\n')).not.toContain(secret);
  };
}
