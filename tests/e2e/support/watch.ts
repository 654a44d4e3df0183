import type { BrowserContext, Page } from '@playwright/test';

/**
 * Collects errors that no page may have: exceptions, warnings about hydration or the content security policy, broken
 * files.
 */
export interface Watch {
  /** Expects this problem from now on, for example `net::ERR_INTERNET_DISCONNECTED` when the test cuts the network. */
  allow(pattern: RegExp): void;
  problems(): readonly string[];
}

export function watchContext(context: BrowserContext): Watch {
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  const note = (problem: string) => void seen.push(problem);
  const follow = (page: Page) => {
    page.on('pageerror', (error) => note(`error on ${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      // A rejected call is part of the flows. The response itself is checked below.
      const isCall = text.startsWith('Failed to load resource: the server responded');
      const isLoud = message.type() === 'error' || /hydrat|Content Security Policy/i.test(text);
      if (isLoud && !isCall) note(`console on ${page.url()}: ${text}`);
    });
  };
  for (const page of context.pages()) follow(page);
  context.on('page', follow);
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isDocument = response.request().resourceType() === 'document';
    const isWrong =
      response.status() >= 500 || (response.status() >= 400 && !pathname.startsWith('/api/') && !isDocument);
    if (isWrong) note(`${response.status()} for ${pathname}`);
  });
  return {
    allow: (pattern) => void allowed.push(pattern),
    problems: () => seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
  };
}
