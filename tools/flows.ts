import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeAtlas, writeAssets } from 'flow-atlas/atlas/atlas';
import { compareFlows } from 'flow-atlas/atlas/compare';
import { formatChanges, renderChanges } from 'flow-atlas/changes/report';
import { renderFaultPage } from 'flow-atlas/atlas/fault-page';
import { formatMarkdown } from 'flow-atlas/atlas/text';
import { EXTENSIONS } from 'flow-atlas/cases/formats';
import { listLostNotes, readNotes } from 'flow-atlas/notes/files';
import { createUnknownNameError } from 'flow-atlas/cases/nearest';
import { toWalk } from 'flow-atlas/strips/strip';
import { version } from '../package.json';
import { NOTES } from '../scripts/dev/note-keeper.ts';
import { assertFolder, parseArguments } from './arguments.ts';
import { allCharts } from './flows/charts.ts';
import { faultMatrix } from './flows/faults.ts';
import { createFingerprints } from './flows/fingerprints.ts';
import { GROUPS, findGroup } from './flows/groups.ts';
import { prepareAll } from './flows/prepare.ts';
import { screenScripts, screensInto, stripScripts } from './flows/screens.ts';
import { writeStatelyFiles } from './flows/stately.ts';
import { FLOW_LINKS } from './flows/flow-links.ts';
import { flowsAt } from './flows/versions.ts';
import { findChangesSince } from './paths/since.ts';
import { readReport } from './texts/report.ts';

/**
 * `npm run flows` builds the atlas of all flows (docs/flows.md): dist/flows/index.html, which opens from disk and which
 * the shop serves at /flows/. It also writes each flow to docs/machines/<machine>.md, which is checked in, so that
 * reviews show its changes.
 */

const TEXTS = 'docs/machines';
const HELP = `npm run flows [-- options]

  --out <folder>       output folder of the atlas (default: dist/flows)
  --only <flow>        writes only the page of one flow and keeps the others
  --no-screens         writes only charts and texts, which takes half the time
  --words              writes only the texts in ${TEXTS}
  --mutants <folder>   shows the result of npm run test:mutants -- --out <folder>
  --stately            writes a file of each machine for Stately's editor instead, in <folder>/stately (docs/stately.md)
  --compare <revision> writes a page of the changes in the machines since a git revision, built from both versions
  --with <revision>    compares with this revision instead of the current sources
`;

const NO_SCREENS: Readonly<Record<string, number>> = {};
const started = performance.now();

async function main(): Promise<string> {
  const { values, positionals } = parseArguments(process.argv.slice(2), {
    out: { type: 'string', default: 'dist/flows' },
    words: { type: 'boolean', default: false },
    mutants: { type: 'string', default: '' },
    stately: { type: 'boolean', default: false },
    compare: { type: 'string' },
    with: { type: 'string' },
    only: { type: 'string' },
    'no-screens': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  });
  const { out, compare } = values;
  if (values.help) return HELP;
  if (positionals.length > 0)
    throw new Error(`'${positionals[0]}' is not an option. To build one flow: --only ${positionals[0]}`);
  if (values.with !== undefined && compare === undefined) throw new Error('--with needs --compare.');
  assertFolder('out', out);
  if (compare !== undefined) return writeComparison(compare, values.with ?? null, out);
  if (values.stately) {
    const folder = path.join(out, 'stately');
    return `${await writeStatelyFiles(folder)} machines written to ${folder} for Stately's editor. See docs/stately.md.`;
  }
  const charts = await allCharts();
  mkdirSync(TEXTS, { recursive: true });
  for (const chart of charts) writeFileSync(`${TEXTS}/${chart.flow}.md`, formatMarkdown(chart));
  const lost = listLostNotes(NOTES, charts);
  if (lost.length > 0) console.error(['Notes on a place that is gone:', ...lost, ''].join('\n'));
  if (values.words) return `${charts.length} flows written to ${TEXTS}.`;
  const { only } = values;
  const names = charts.map(({ flow }) => flow);
  if (only !== undefined && !names.includes(only)) throw createUnknownNameError('flow called', only, names);
  const fingerprintOf = createFingerprints();
  const order = Object.values(GROUPS).flat();
  const { shown } = readReport();
  // The scripts of the pages are built while the flows are prepared.
  const preparing = prepareAll(only === undefined ? names : [only], fingerprintOf, values.mutants);
  const flows = preparing.then((prepared) =>
    charts
      .map((chart) => ({
        ...prepared.get(chart.flow),
        chart,
        group: findGroup(chart.flow),
        texts: shown.filter(({ flow }) => flow === chart.flow),
        scripts: values['no-screens'] ? [] : screenScripts(chart.flow),
        stripScripts: values['no-screens'] ? [] : stripScripts(chart.flow),
        // A strip without screens shows nothing.
        ...(values['no-screens'] && { strips: [] }),
        notes: readNotes(NOTES, chart.flow),
      }))
      .sort((a, b) => order.indexOf(a.chart.flow) - order.indexOf(b.chart.flow)),
  );
  const requests = preparing.then((prepared) =>
    [...prepared.values()].map(({ flow, strips }) => ({
      flow,
      version: fingerprintOf(flow),
      walks: strips.map(toWalk),
    })),
  );
  const [, drawn] = await Promise.all([
    writeAtlas({
      title: 'Flows of the shop',
      out,
      flows,
      flowLinks: FLOW_LINKS,
      project: {
        version,
        tests: { command: 'npm run paths -- --from-run', formats: { ...EXTENSIONS, playwright: 'spec.ts' } },
      },
      further: [renderFaultPage(faultMatrix())],
      notesFolder: NOTES,
      only,
    }),
    values['no-screens'] ? NO_SCREENS : screensInto(out, requests),
  ]);
  const screens = Object.values(drawn).reduce((sum, count) => sum + count, 0);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const what = only ?? `${charts.length} flows`;
  const page = `${out}/${only ?? 'index'}.html`;
  return `${what}${values['no-screens'] ? '' : ` and ${screens} kinds of screens`} written in ${seconds} s. Open ${page}, or /flows/ of the running shop.`;
}

async function writeComparison(before: string, after: string | null, out: string): Promise<string> {
  const structure = compareFlows(await flowsAt(before), await flowsAt(after));
  const changed = await findChangesSince(before, { until: after, withScreens: true });
  const now = after ?? 'the current sources';
  const file = path.join(out, 'compare.html');
  if (!existsSync(path.join(out, 'index.html'))) await writeAssets(out);
  writeFileSync(file, renderChanges(changed, before, now, structure));
  return `${formatChanges(changed, before)}\nOpen ${file}.`;
}

main().then(
  (text) => console.log(text),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
