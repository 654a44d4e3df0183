import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical findings of axe on the page as it is, in words; empty where it is fine. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // A colour half way between two others has no contrast to judge; spinners never end and are left alone.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => (one instanceof CSSTransition ? one.finished.catch(() => null) : null))),
  );
  // Evaluated by the debugger, so that the page's policy stays as strict as it is.
  await page.evaluate(source);
  const results = await page.evaluate(
    () => (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).slice(0, 5).join(', ')})`);
}
