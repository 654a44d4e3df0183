import ELK from 'elkjs/lib/elk.bundled.js';
import { looksOf } from 'flow-atlas/atlas/looks';
import { eventWordsOf, proofOf } from 'flow-atlas/atlas/prove';
import { subjectNamed } from '../paths/machines.ts';
import { allCharts } from './charts.ts';
import { mutantsOf } from './mutants.ts';
import type { Prepared } from './prepare.ts';

/**
 * A separate process for the slowest work: for each flow name that it receives, it sends what the tests prove and the
 * layout of the chart.
 */

const layouter = new ELK();
const charts = new Map((await allCharts()).map((chart) => [chart.flow, chart] as const));
const [, , folder = ''] = process.argv;

process.on('message', (flow: string) => {
  void prepare(flow).then((prepared) => process.send?.(prepared));
});
process.send?.('ready');

async function prepare(flow: string): Promise<Prepared> {
  const chart = charts.get(flow);
  if (chart === undefined) throw new Error(`There is no flow ${flow}`);
  const subject = await subjectNamed(flow);
  const events = eventWordsOf(subject);
  const proof = await proofOf(subject, folder === '' ? null : mutantsOf(folder, flow));
  return { flow, events, proof, looks: await looksOf(chart, layouter, events) };
}
