import type { StepGraph } from './explore.ts';
import { getStateName } from './structure.ts';
import type { Edge } from './structure.ts';
import type { Step } from './timed.ts';

/** A transition that no path takes, and the reason. */
export interface Untaken {
  readonly transition: string;
  readonly why: string;
}

/** An error that the machine's own code threw in a step. */
interface Problem {
  readonly step: Step;
  readonly message: string;
}

/** The last problem by type of its event. */
export type Problems = Map<string, Problem>;

/** Explains the transitions that no path takes, with the option that may help. */
export function explainUntaken({ nodes, arcs, edges }: StepGraph, problems: Problems): Untaken[] {
  const taken = new Set(arcs.flatMap((arc) => arc.taken));
  const entered = new Set<unknown>([...nodes.values()].flatMap(({ state }) => state.snapshot?._nodes ?? []));
  const passed = edges.filter(({ id }) => taken.has(id)).flatMap(({ definition }) => definition.target ?? []);
  for (const node of passed) entered.add(node);
  const tried = new Set(arcs.map(({ step }) => step.event.type));

  const explain = (edge: Edge): string => {
    const { definition, source, guard } = edge;
    const problem = problems.get(definition.eventType);
    if (problem !== undefined) return explainProblem(problem, edge);
    if (!entered.has(source)) return `the state ${getStateName(source)} is never entered`;
    if (isFromActor(edge) && !tried.has(definition.eventType)) return 'no running actor sends it';
    if (guard !== null)
      return `${guard === 'inline' ? 'its guard' : `the guard ${guard}`} is never true: ${giveValue(edge)}`;
    if (edge.kind === 'after') return 'another timer always fires first';
    return tried.has(definition.eventType) ? 'another transition always comes first' : 'its event never happens';
  };
  return edges.filter(({ id }) => !taken.has(id)).map((edge) => ({ transition: edge.id, why: explain(edge) }));
}

function explainProblem({ step, message }: Problem, edge: Edge): string {
  const what = `${step.label} throws '${message}'`;
  // No value helps against a mistake in the machine.
  return /not implemented|Infinite loop|endlessly/.test(message) ? what : `${what}: ${giveValue(edge)}`;
}

function isFromActor({ definition: { eventType } }: Edge): boolean {
  return /^xstate\.(?:done\.actor|error\.actor|snapshot)\./.test(eventType);
}

function giveValue({ kind, on }: Edge): string {
  const give = (option: string, key: string) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`;
    return `pass { ${option}: { ${name}: { '': … } } }`;
  };
  if (kind === 'user') return give('events', on);
  if (on.endsWith(' answers')) return give('done', on.slice(0, -' answers'.length));
  if (on.endsWith(' fails')) return give('fail', on.slice(0, -' fails'.length));
  if (on.endsWith(' tells')) return give('childSnapshots', on.slice(0, -' tells'.length));
  return 'pass values of the events or answers that it depends on';
}
