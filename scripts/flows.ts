import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeAtlas, writeFrame } from '../model-testing/atlas/atlas.ts';
import { comparePage } from '../model-testing/atlas/compare-page.ts';
import { compared } from '../model-testing/atlas/compare.ts';
import { faultPage } from '../model-testing/atlas/fault-page.ts';
import { markdownOf } from '../model-testing/atlas/text.ts';
import { allCharts } from './flows/charts.ts';
import { faultMatrix } from './flows/faults.ts';
import { GROUPS, groupOf } from './flows/groups.ts';
import { prepareAll } from './flows/prepare.ts';
import { screenScripts, screensInto } from './flows/screens.ts';
import { writeForStately } from './flows/stately.ts';
import { TALKS } from './flows/talks.ts';
import { toldOf } from './flows/versions.ts';
import { readReport } from './texts/report.ts';

/**
 * `npm run flows` makes the atlas of all flows (docs/flows.md): dist/flows/index.html, which opens from a disk and which
 * the shop serves at /flows/. Each flow is also told in docs/machines/<machine>.md, which is kept, so that a review sees
 * what changes.
 */

const TEXTS = 'docs/machines';
const HELP = `npm run flows [-- options]

  --out <folder>      where the atlas goes (dist/flows)
  --words             the texts of ${TEXTS} alone
  --mutants <folder>  shows what npm run test:mutants -- --out <folder> found
  --stately           a file of each machine for Stately's editor instead, in <folder>/stately (docs/stately.md)
  --compare <version> a page of what has changed since a git revision, or against a folder of such texts
  --with <version>    compares that with another than the texts as they are
`;

const started = performance.now();

async function main(): Promise<string> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'dist/flows' },
      words: { type: 'boolean', default: false },
      mutants: { type: 'string', default: '' },
      stately: { type: 'boolean', default: false },
      compare: { type: 'string' },
      with: { type: 'string', default: TEXTS },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { out, compare } = values;
  if (values.help) return HELP;
  if (compare !== undefined) return writeComparison(compare, values.with, out);
  if (values.stately) {
    const folder = path.join(out, 'stately');
    return `${await writeForStately(folder)} machines for Stately's editor: ${folder} (docs/stately.md says how).`;
  }
  const charts = await allCharts();
  mkdirSync(TEXTS, { recursive: true });
  for (const chart of charts) writeFileSync(`${TEXTS}/${chart.flow}.md`, markdownOf(chart));
  if (values.words) return `${charts.length} flows told in ${TEXTS}.`;
  const names = charts.map(({ flow }) => flow);
  const prepared = await prepareAll(names, values.mutants);
  const order = Object.values(GROUPS).flat();
  const { shown } = readReport();
  const flows = charts
    .map((chart) => ({
      ...prepared.get(chart.flow),
      chart,
      group: groupOf(chart.flow),
      texts: shown.filter(({ flow }) => flow === chart.flow),
      scripts: screenScripts(chart.flow),
    }))
    .sort((a, b) => order.indexOf(a.chart.flow) - order.indexOf(b.chart.flow));
  await writeAtlas({ title: 'Flows of the shop', out, flows, talks: TALKS, further: [faultPage(faultMatrix())] });
  const screens = Object.values(await screensInto(out)).reduce((sum, count) => sum + count, 0);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  return `${charts.length} flows and ${screens} kinds of screens in ${seconds} s: open ${out}/index.html, or /flows/ of the running shop.`;
}

async function writeComparison(before: string, after: string, out: string): Promise<string> {
  const changes = compared(toldOf(before, TEXTS), toldOf(after, TEXTS));
  const now = after === TEXTS ? 'the texts as they are' : after;
  const file = path.join(out, 'compare.html');
  if (!existsSync(path.join(out, 'index.html'))) await writeFrame(out);
  writeFileSync(file, comparePage(changes, before, now));
  return `${changes.length} flows are different between ${before} and ${now}: open ${file}.`;
}

main().then(
  (text) => console.log(text),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
