import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatAllure } from './allure.ts';
import { formatJunit } from './junit.ts';
import { PICTURES } from './picture.ts';
import { formatReport } from './report.ts';
import type { Run } from './result.ts';
import { formatResults, RESULTS_FILE } from './results.ts';

/** Writes the page of a run, and its results for other tools. Returns the file of the page. */
export function writeRun(folder: string, run: Run): string {
  mkdirSync(path.join(folder, PICTURES), { recursive: true });
  const files = new Map([
    ['index.html', formatReport(run)],
    [RESULTS_FILE, formatResults(run)],
    ['junit.xml', formatJunit(run)],
    ...formatAllure(run),
  ]);
  for (const [file, text] of files) writeFileSync(path.join(folder, file), text);
  return path.join(folder, 'index.html');
}
