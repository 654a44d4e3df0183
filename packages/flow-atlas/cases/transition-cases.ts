import type { ChosenPath } from 'model-testing/model/choose';
import type { Graph } from 'model-testing/model/explore';
import { selectGuardCases } from './guard-cases.ts';
import { selectValueCases } from './value-cases.ts';
import type { PathsAndRows, Subject } from './subject.ts';

/** Adds to the paths of the transitions what shows their guards and their data (TST-Q5). */
export async function addDataCases(
  subject: Subject,
  graph: Graph,
  chosen: readonly ChosenPath[],
): Promise<PathsAndRows> {
  const { paths, rows } = await selectGuardCases(subject, graph, chosen);
  const shown = [...chosen, ...paths];
  return { paths: [...shown, ...(await selectValueCases(subject, graph, shown))], rows };
}
