import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { machineFiles } from '../tests/support/machines.ts';
import { chartOf } from './flows/chart.ts';
import { indexPage, machinePage } from './flows/page.ts';
import { markdownOf } from './flows/text.ts';

/**
 * `npm run flows` draws every machine: docs/machines/index.html with one page each (not kept in git), and the
 * same in words as docs/machines/<machine>.md, which is kept, so that a review sees what changes in a flow.
 * `npm run flows -- --words` writes the words alone.
 */

const OUT = 'docs/machines';
const FOLDERS = ['src/machines', 'server/machines'];

const files = (await Promise.all(FOLDERS.filter((folder) => existsSync(folder)).map(machineFiles))).flat();
const charts = files.map(({ flow, machine }) => chartOf(flow, machine));
mkdirSync(OUT, { recursive: true });
for (const chart of charts) writeFileSync(`${OUT}/${chart.flow}.md`, markdownOf(chart));
if (!process.argv.includes('--words')) {
  for (const chart of charts) writeFileSync(`${OUT}/${chart.flow}.html`, await machinePage(chart));
  writeFileSync(`${OUT}/index.html`, indexPage(charts));
}
console.log(`${charts.length} flows in ${OUT}: ${charts.map(({ flow }) => flow).join(', ')}`);
