import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Records where a secret from an address could leak to: later requests, their referrers, the console and the page. */
export function watchSecret(page: Page): (secret: string) => Promise<void> {
  const told: string[] = [];
  page.on('request', (request) => {
    const { referer = '' } = request.headers();
    // The document's own request contains the address, and the shop's own call contains the token (§7).
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
