import ELK from 'elkjs/lib/elk.bundled.js';
import { computeLooks } from 'flow-atlas/atlas/looks';
import { computeProof } from 'flow-atlas/atlas/compute-proof';
import { computeSeen } from 'flow-atlas/live/flow-words';
import { selectStrips } from 'flow-atlas/strips/select';
import { createSubjectFinder, getSubject } from '../paths/machines.ts';
import { allCharts } from './charts.ts';
import { GOALS } from './goals.ts';
import { readMutants } from './mutants.ts';
import type { PreparedFlow } from './prepare.ts';

/**
 * A separate process for the slowest work: for each flow name that it receives, it sends what the tests prove, what
 * a shopper sees, and the layout of the chart.
 */

const layouter = new ELK();
const charts = new Map((await allCharts()).map((chart) => [chart.flow, chart] as const));
const [, , folder = ''] = process.argv;

process.on('message', (flow: string) => {
  void prepare(flow).then((prepared) => process.send?.(prepared));
});
process.send?.('ready');

async function prepare(flow: string): Promise<PreparedFlow> {
  const chart = charts.get(flow);
  if (chart === undefined) throw new Error(`There is no flow ${flow}`);
  const subject = await getSubject(flow);
  const proof = await computeProof(subject, folder === '' ? null : readMutants(folder, flow));
  const goal = GOALS[flow];
  if (goal === undefined) throw new Error(`tools/flows/goals.ts has no goal of ${flow}`);
  const strips = await selectStrips(subject, await createSubjectFinder(subject), goal);
  return { flow, proof, strips, seen: computeSeen(subject), looks: await computeLooks(chart, layouter) };
}
