import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeAtlas } from '../model-testing/atlas/atlas.ts';
import { markdownOf } from '../model-testing/atlas/text.ts';
import { allCharts } from './flows/charts.ts';
import { GROUPS } from './flows/groups.ts';
import { prepareAll } from './flows/prepare.ts';

/**
 * `npm run flows` makes the atlas of all flows (docs/flows.md): dist/flows/index.html, which opens from a disk and which
 * the shop serves at /flows/. Each flow is also told in docs/machines/<machine>.md, which is kept, so that a review sees
 * what changes. `npm run flows -- --words` writes those texts alone; `--mutants <folder>` shows what
 * `npm run test:mutants -- --out <folder>` found.
 */

const TEXTS = 'docs/machines';
const OUT = 'dist/flows';

const started = performance.now();
const { values } = parseArgs({ options: { words: { type: 'boolean' }, mutants: { type: 'string' } } });
const charts = await allCharts();
mkdirSync(TEXTS, { recursive: true });
for (const chart of charts) writeFileSync(`${TEXTS}/${chart.flow}.md`, markdownOf(chart));
if (values.words === true) {
  console.log(`${charts.length} flows told in ${TEXTS}.`);
} else {
  const groupOf = (flow: string) => Object.entries(GROUPS).find(([, flows]) => flows.includes(flow))?.[0] ?? 'Others';
  const order = Object.values(GROUPS).flat();
  const prepared = await prepareAll(
    charts.map(({ flow }) => flow),
    values.mutants,
  );
  const flows = charts
    .map((chart) => ({ ...prepared.get(chart.flow), chart, group: groupOf(chart.flow) }))
    .sort((a, b) => order.indexOf(a.chart.flow) - order.indexOf(b.chart.flow));
  await writeAtlas({ title: 'Flows of the shop', out: OUT, flows });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${charts.length} flows in ${seconds} s: open ${OUT}/index.html, or /flows/ of the running shop.`);
}
