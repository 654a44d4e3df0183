import { within } from '@testing-library/dom';
import { createElement } from 'react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { withoutOwnerStacks } from './owner-stacks.ts';

withoutOwnerStacks();

/** The visible page of one snapshot: the queries of Testing Library, and the words. */
export interface Page extends ReturnType<typeof within> {
  readonly html: string;
  /** All words, with collapsed white space. */
  readonly text: string;
  /** Texts of alerts and status messages that are not empty. */
  readonly says: readonly string[];
  readonly element: HTMLElement;
}

const DRAWN = 'data-drawn-page';

/** Removes the last page from the document, where a running view would treat its radio buttons as its own. */
export function clearPage(): void {
  // Found by its mark, because a reloaded copy of this module does not know the previous page.
  for (const page of document.querySelectorAll(`body > [${DRAWN}]`)) page.remove();
}

/** Renders a view as the server does, without DOM and effects. Throws on a React warning. */
export function renderPage(view: ReactElement): Page {
  const html = withoutWarnings(() => renderToStaticMarkup(createElement(StaticRouter, { location: '/' }, view)));
  const page = parsePage(html);
  // aria-labelledby references are resolved in the document.
  clearPage();
  document.body.append(page.element);
  return page;
}

/** Cache of rendered pages: many snapshots look alike, and pages are read-only. */
const drawn = new Map<string, Page>();
const MOST_DRAWN = 100;

function parsePage(html: string): Page {
  const known = drawn.get(html);
  // Each test file has its own document.
  if (known?.element.ownerDocument === document) return known;
  const element = document.createElement('div');
  element.innerHTML = html;
  element.setAttribute(DRAWN, '');
  const page = { ...within(element), element, html, text: words(element), says: getMessages(element) };
  if (drawn.size === MOST_DRAWN) drawn.clear();
  drawn.set(html, page);
  return page;
}

/** Busy texts ("Loading…") are no messages. */
function getMessages(element: HTMLElement): string[] {
  return [...element.querySelectorAll('[role="alert"], [role="status"], [aria-live="polite"], [aria-live="assertive"]')]
    .filter((live) => live.closest('[data-busy]') === null)
    .map((live) => words(live))
    .filter((said) => said !== '' && !/^(Loading|Please wait)\b/.test(said));
}

export function words({ textContent }: { textContent: string | null }): string {
  return (textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** Throws when React warns. */
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
