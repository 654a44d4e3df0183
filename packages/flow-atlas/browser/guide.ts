import type { Browser, Page } from '@playwright/test';
import { escape } from '../atlas/draw.ts';
import type { Case } from '../cases/case.ts';
import { isTestData } from '../cases/formats/text.ts';
import { REPORT_STYLE } from './report-style.ts';
import { findArrangement, moveWindow } from './windows.ts';
import type { Size } from './windows.ts';

/** The window beside the product in which a tester reads each step of a case and says what came of it. */

/** What the guide asks about a step. */
export interface GuideRequest {
  readonly case: Case;
  /** Index of the step. */
  readonly step: number;
  /** `act`: the step has to be done. `judge`: it was done. */
  readonly ask: 'act' | 'judge';
  /** The tester does this step, and not the player. */
  readonly isOwn: boolean;
  /** Differences that the browser found; `null` when it could check nothing. */
  readonly findings: readonly string[] | null;
}

/** `null` when everything is as described, otherwise what the tester saw instead. */
export type GuideAnswer = string | null;

export interface Guide {
  /** Size of the product's page; `null` in a browser without windows. */
  readonly pageSize: Size | null;
  /** Moves the window of the product to its place. */
  readonly placeProduct: (page: Page) => Promise<void>;
  /** Rejects when the tester closes the window. */
  readonly ask: (request: GuideRequest) => Promise<GuideAnswer>;
  readonly close: () => Promise<void>;
}

/** Size in a browser without windows. */
const SIZE: Size = { width: 480, height: 800 };

/** Opens the window of the guide through this number of cases. */
export async function openGuide(browser: Browser, cases: number): Promise<Guide> {
  // A page without a size of its own has that of its window, also when the tester changes it.
  const context = await browser.newContext({ viewport: null });
  const page = await context.newPage();
  const arrangement = await findArrangement(browser, page);
  if (arrangement === null) await page.setViewportSize(SIZE);
  else await moveWindow(page, arrangement.guide);
  await page.setContent(formatPage('Guide', '<p role="status">The first case is being prepared.</p>'));
  const asked = new Set<string>();
  return {
    pageSize: arrangement?.page ?? null,
    placeProduct: async (product) => {
      if (arrangement !== null) await moveWindow(product, { left: 0, top: 0 });
    },
    ask: async (request) => {
      asked.add(request.case.id);
      await page.setContent(formatGuide(request, `Case ${asked.size} of ${cases}`));
      // The product's window has opened in front of it.
      if (arrangement !== null) await page.bringToFront();
      return page.evaluate<string | null>(READ);
    },
    close: () => context.close(),
  };
}

const STYLE = `${REPORT_STYLE}
body{max-width:40rem;padding-bottom:0}
h1{font-size:1.125rem}
h1:focus{outline:0}
form{display:block;position:sticky;bottom:0;margin:1rem -1rem;padding:0 1rem .75rem;border-radius:0}
details{border:0}
form label{display:block;padding-top:.5rem}
textarea{display:block;width:100%;min-height:5rem;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:.25rem;padding:.5rem}
button{min-height:2.75rem;margin:.75rem .5rem 0 0}
.now{font-weight:600;font-size:1.125rem}
[role=alert]{color:var(--failed);margin:0}
`;

function formatPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<style>${STYLE}</style>
<main>
${content}
</main>
</html>`;
}

/** Formats the page of one request. `count` says which case it is. */
export function formatGuide({ case: told, step, ask, isOwn, findings }: GuideRequest, count: string): string {
  const { title, id, preconditions, steps } = told;
  const { action = '', data = [], expected = [] } = steps[step] ?? {};
  const named = [...new Set(steps.flatMap((one) => one.data))].filter(isTestData);
  // The fields of calls. Nobody can do them, and the browser compares them.
  const fields = data.filter((one) => !isTestData(one)).map((one) => `with ${one}`);
  const place = `step ${step + 1} of ${steps.length}`;
  const question = ask === 'act' ? '' : formatCheck([...expected.map(({ words }) => words), ...fields], findings);
  return formatPage(
    `${count}, ${place}: ${title}`,
    `<h1 tabindex="-1">${escape(title)}</h1>
<p><small>${count}, ${place} · ${escape(id)}</small></p>
<h2>${isOwn ? (ask === 'act' ? 'Do this' : 'You did this') : 'Done for you'}</h2>
<p class="now">${escape(action)}</p>
${question}
${ask === 'act' ? '<form><button>Done</button></form>' : JUDGEMENT}
<details${step === 0 ? ' open' : ''}><summary>Start and test data</summary>${formatList([...preconditions, ...named])}</details>`,
  );
}

/**
 * The forms are before the test data, so that the first button is the first stop of the keyboard. The second form
 * replaces the first one after Different.
 */
const JUDGEMENT = `<form>
<button>As described</button><button value="different">Different</button>
</form>
<form hidden>
<label for="note">What you see instead</label>
<textarea id="note" name="note" aria-describedby="end"></textarea>
<p role="alert"></p>
<small id="end">The case ends with this step, and the report quotes what you write.</small><br>
<button>End the case</button><button value="back">Back</button>
</form>`;

function formatCheck(lines: readonly string[], findings: readonly string[] | null): string {
  return `<h2>Check</h2>
${lines.length === 0 ? '<p>Nothing new can be seen.</p>' : formatList(lines)}
${formatFindings(findings)}`;
}

function formatFindings(findings: readonly string[] | null): string {
  if (findings === null) return '';
  if (findings.length === 0) return '<p><small>The browser found no difference.</small></p>';
  return `<div class="wrong"><strong>The browser found a difference</strong>${formatList(findings)}</div>`;
}

function formatList(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ul>`;
}

/** Waits for a button. Runs in the page of the guide, and uses nothing from outside. */
function readAnswer(): Promise<string | null> {
  return new Promise((resolve) => {
    document.querySelector('h1')?.focus();
    const [question, report] = document.querySelectorAll('form');
    const note = report?.querySelector('textarea');
    const show = (isReport: boolean) => {
      if (question !== undefined) question.hidden = isReport;
      if (report !== undefined) report.hidden = !isReport;
    };
    const end = (seen: string | null) => {
      for (const form of [question, report]) form?.remove();
      // The next step may take a while.
      document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p role="status">One moment…</p>');
      resolve(seen);
    };
    question?.addEventListener('submit', (event) => {
      event.preventDefault();
      if (event.submitter?.getAttribute('value') !== 'different') return end(null);
      show(true);
      note?.focus();
    });
    report?.addEventListener('submit', (event) => {
      event.preventDefault();
      if (event.submitter?.getAttribute('value') === 'back') {
        show(false);
        question?.querySelector('button')?.focus();
        return;
      }
      const seen = note?.value.trim() ?? '';
      if (seen !== '') return end(seen);
      const alert = report.querySelector('[role="alert"]');
      if (alert !== null) alert.textContent = 'Please say what you see instead.';
      note?.focus();
    });
  });
}

/** A compiler may wrap inner functions in `__name`. */
const READ = `(() => { const __name = (made) => made; return (${String(readAnswer)})(); })()`;
