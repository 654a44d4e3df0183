import { measureCoverage, findGaps, staleExcuses } from './coverage.ts';
import type { AnyModel } from './define.ts';
import type { Graph, Node } from './explore.ts';
import type { Moment } from './live.ts';
import { renderPage } from '../view/page.ts';
import type { Page } from '../view/page.ts';
import type { View } from '../view/screen.ts';
import { judgeShows } from '../view/shows.ts';
import type { Shows } from '../view/shows.ts';
import { areInDifferentRegions, getEdges, getStateName, getNodes, getSlots } from './structure.ts';

/** The machine must leave `state` within `ms` after entering it. */
export interface Deadline {
  readonly state: string;
  readonly ms: number;
  readonly ref: string;
}

/** Words that the table promises in one of its states. */
export interface PromisedWords {
  readonly state: string;
  /** The visible words; `{name}` matches anything. */
  readonly words: string;
}

/** Returns mistakes in how the machine is written, in words. */
export function findFaults({ machine, delays }: AnyModel): string[] {
  const kinds = getSlots(machine);
  const calls = getNodes(machine).flatMap((node) =>
    node.invoke.map(({ id, src }) => ({ node, id, kind: typeof src === 'string' ? kinds.get(src) : undefined })),
  );
  const actual = machine.implementations.delays as Readonly<Record<string, unknown>>;
  return [
    ...calls
      .filter(({ node, id, kind }) => kind === 'promise' && !node.transitions.get(`xstate.error.actor.${id}`)?.length)
      .map(({ node, id }) => `${getStateName(node)}: ${id} may fail, but has no onError`),
    ...getEdges(machine)
      .filter(({ guard }) => guard === 'inline')
      .map(({ id }) => `${id}: name the guard in setup`),
    // The transition would restart the other regions.
    ...getEdges(machine)
      .filter(({ source, definition }) => definition.target?.some((target) => areInDifferentRegions(source, target)))
      .map(({ id }) => `${id}: leads into another region`),
    ...Object.entries(delays)
      .filter(
        ([name, promised]) =>
          typeof promised === 'number' && typeof actual[name] === 'number' && actual[name] !== promised,
      )
      .map(([name, promised]) => `${name} is promised as ${String(promised)} ms, but is ${String(actual[name])} ms`),
    ...Object.keys(delays)
      .filter((name) => !(name in actual))
      .map((name) => `no delay is called ${name}`),
  ];
}

/** Returns what the model does not cover of the machine, in words; empty when it is complete. */
export function findCoverageProblems(graph: Graph): string[] {
  return [
    ...findGaps(measureCoverage(graph)),
    ...staleExcuses(graph).map((id) => `the model excuses what does not exist: ${id}`),
    ...findUntriedFailures(graph).map((gap) => `failure never tried: ${gap}`),
  ];
}

/** Returns slots that can fail and did not receive every kind of failure in some state. */
function findUntriedFailures({ arcs, edges, model }: Graph): string[] {
  const labels = new Set(arcs.map(({ step }) => step.label));
  const fallible = new Set(edges.filter(({ kind }) => kind === 'error').map(({ on }) => on));
  return [...fallible]
    .flatMap((on) => Object.keys(model.config.failures).map((kind) => `${on}(${kind})`))
    .filter((label) => !labels.has(label));
}

interface PromisedDelay {
  readonly model: Pick<AnyModel, 'states'>;
  readonly told: readonly PromisedWords[];
}

const NOTHING: PromisedDelay = { model: {}, told: [] };

/** Renders one reached snapshot and checks what is visible. Returns the table's words that it shows. */
export function checkView(
  { state, value }: Node,
  view: View,
  shows: Shows = {},
  { model, told }: PromisedDelay = NOTHING,
): PromisedWords[] {
  const { snapshot } = state;
  if (snapshot === null) return [];
  const page = renderPage(view(snapshot, () => undefined));
  judgeShows(shows, value, page, snapshot);
  return told.filter((one) => model.states?.[one.state]?.(snapshot as never) === true && isSeen(page, one.words));
}

function isSeen({ text, element }: Page, words: string): boolean {
  const named = [...element.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label') ?? '');
  const pattern = new RegExp(
    words
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+'),
    'i',
  );
  return [text, ...named].some((one) => pattern.test(one));
}

/** Checks each moment of one path: no repeated effect, the model's invariants, and the table's deadlines. */
export function createMomentChecks(model: AnyModel, deadlines: readonly Deadline[] = []): (moment: Moment) => void {
  const since = new Map<string, number>();
  return (moment) => {
    const done = moment.effects.map(({ type, params }) => `${type} ${JSON.stringify(params)}`);
    const twice = done.find((effect, index) => done.indexOf(effect) < index);
    if (twice !== undefined) throw new Error(`done twice in one step: ${twice}`);
    for (const [says, holds] of Object.entries(model.invariants ?? {})) {
      if (!holds(moment as never)) throw new Error(`broken: ${says}`);
    }
    for (const { state, ms, ref } of deadlines) {
      const isInside = model.states?.[state]?.(moment.snapshot as never) === true;
      const wasInside = moment.before !== null && model.states?.[state]?.(moment.before as never) === true;
      if (!isInside) since.delete(state);
      else if (!wasInside || !since.has(state)) since.set(state, moment.at);
      const passed = moment.at - (since.get(state) ?? moment.at);
      if (passed > ms) throw new Error(`${ref}: ${state} must end after ${ms} ms and lasts ${passed} ms`);
    }
  };
}
