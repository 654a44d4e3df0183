import type { Browser, Page } from '@playwright/test';
import { escape } from '../atlas/draw.ts';
import type { Case } from '../cases/case.ts';
import { isTestData } from '../cases/formats/text.ts';
import { REPORT_STYLE } from './report-style.ts';

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
  /** Rejects when the tester closes the window. */
  readonly ask: (request: GuideRequest) => Promise<GuideAnswer>;
  readonly close: () => Promise<void>;
}

const SIZE = { width: 480, height: 800 };
/** Pixels from the left edge of the screen: beside the window of the product. */
const LEFT = 1_300;

/** Opens the window of the guide. */
export async function openGuide(browser: Browser): Promise<Guide> {
  const context = await browser.newContext({ viewport: SIZE });
  const page = await context.newPage();
  await moveBeside(page);
  return {
    ask: async (request) => {
      await page.setContent(formatGuide(request));
      return page.evaluate(readAnswer);
    },
    close: () => context.close(),
  };
}

/** A browser without windows has none to move. */
async function moveBeside(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const found = await session.send('Browser.getWindowForTarget').catch(() => null);
  if (found === null) return;
  await session
    .send('Browser.setWindowBounds', { windowId: found.windowId, bounds: { left: LEFT, top: 0 } })
    .catch(() => undefined);
}

const STYLE = `${REPORT_STYLE}
body{max-width:40rem}
h1{font-size:1.125rem}
h1:focus{outline:0}
form{display:block}
form label{display:block}
textarea{display:block;width:100%;min-height:5rem;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:.25rem;padding:.5rem}
button{min-height:2.75rem;margin:.5rem .5rem 0 0}
.now{font-weight:600;font-size:1.125rem}
[role=alert]{color:var(--failed)}
`;

/** Formats the page of one request. */
export function formatGuide({ case: told, step, ask, isOwn, findings }: GuideRequest): string {
  const { title, id, preconditions, steps } = told;
  const { action = '', data = [], expected = [] } = steps[step] ?? {};
  const named = [...new Set(steps.flatMap((one) => one.data))].filter(isTestData);
  const values = data.filter((one) => !isTestData(one));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Step ${step + 1} of ${steps.length}: ${escape(title)}</title>
<style>${STYLE}</style>
<main>
<h1 tabindex="-1">${escape(title)}</h1>
<p><small>Step ${step + 1} of ${steps.length} · ${escape(id)}</small></p>
<h2>${isOwn ? (ask === 'act' ? 'Do this' : 'You did this') : 'Done for you'}</h2>
<p class="now">${escape(action)}</p>
${formatList(values.map((one) => `with ${one}`))}
${
  ask === 'act'
    ? '<form><button>Done</button></form>'
    : formatQuestion(
        expected.map(({ words }) => words),
        findings,
      )
}
<details${step === 0 ? ' open' : ''}><summary>Start and test data</summary>${formatList([...preconditions, ...named])}</details>
</main>
</html>`;
}

function formatQuestion(lines: readonly string[], findings: readonly string[] | null): string {
  return `<h2>Check</h2>
${lines.length === 0 ? '<p>Nothing new can be seen.</p>' : formatList(lines)}
${formatFindings(findings)}
<form>
<label for="note">What you see instead</label>
<textarea id="note" name="note"></textarea>
<p role="alert"></p>
<button name="is" value="described">As described</button><button name="is" value="different">Different</button>
</form>`;
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
    const form = document.querySelector('form');
    form?.addEventListener('submit', (event) => {
      event.preventDefault();
      const note = form.querySelector('textarea');
      const isDifferent = event.submitter?.getAttribute('value') === 'different';
      const seen = note?.value.trim() ?? '';
      const problem = isDifferent && seen === '' ? 'Please say what you see instead.' : '';
      const alert = form.querySelector('[role="alert"]');
      if (alert !== null) alert.textContent = problem;
      if (problem === '') resolve(isDifferent ? seen : null);
      else note?.focus();
    });
  });
}
