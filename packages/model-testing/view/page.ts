import { within } from '@testing-library/dom';
import { createElement } from 'react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';

/** What a user sees of one snapshot: the queries of Testing Library, and the words. */
export interface Page extends ReturnType<typeof within> {
  readonly html: string;
  /** All words, white space folded. */
  readonly text: string;
  /** Texts of alerts and status messages that say something. */
  readonly says: readonly string[];
  readonly element: HTMLElement;
}

const DRAWN = 'data-drawn-page';

/** Takes the last page out of the document, where a running view would take its radio buttons for its own. */
export function clearPage(): void {
  // By its mark: a copy of this module that is loaded anew knows no page of the one before.
  for (const page of document.querySelectorAll(`body > [${DRAWN}]`)) page.remove();
}

/** Renders a view as the server does: no DOM, no effects. A warning of React is an error. */
export function renderPage(view: ReactElement): Page {
  const html = withoutWarnings(() => renderToStaticMarkup(createElement(StaticRouter, { location: '/' }, view)));
  const page = pageOf(html);
  // Names given by aria-labelledby are looked up in the document.
  clearPage();
  document.body.append(page.element);
  return page;
}

/** Many snapshots are drawn alike, one after another; a page is only looked at, so it can be looked at again. */
const drawn = new Map<string, Page>();
const MOST_DRAWN = 100;

function pageOf(html: string): Page {
  const known = drawn.get(html);
  // Each file of tests has a document of its own.
  if (known?.element.ownerDocument === document) return known;
  const element = document.createElement('div');
  element.innerHTML = html;
  element.setAttribute(DRAWN, '');
  const page = { ...within(element), element, html, text: words(element), says: saidIn(element) };
  if (drawn.size === MOST_DRAWN) drawn.clear();
  drawn.set(html, page);
  return page;
}

/** Busy texts ("Loading…") are no messages. */
function saidIn(element: HTMLElement): string[] {
  return [...element.querySelectorAll('[role="alert"], [role="status"], [aria-live="polite"], [aria-live="assertive"]')]
    .filter((live) => live.closest('[data-busy]') === null)
    .map((live) => words(live))
    .filter((said) => said !== '' && !/^(Loading|Please wait)\b/.test(said));
}

export function words({ textContent }: { textContent: string | null }): string {
  return (textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** A warning of React is an error. */
export function withoutWarnings<Result>(render: () => Result): Result {
  const { error } = console;
  const warnings: string[] = [];
  console.error = (...parts: unknown[]) => void warnings.push(parts.map(String).join(' '));
  try {
    const result = render();
    if (warnings.length > 0) throw new Error(`React warns: ${warnings[0]}`);
    return result;
  } finally {
    console.error = error;
  }
}
