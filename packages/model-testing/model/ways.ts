import type { AnyModel } from './define.ts';
import { serialise } from './explore.ts';
import { takeStep } from './replay.ts';
import type { LiveActor } from './live.ts';
import { getSteps } from './steps.ts';
import { NOT_STARTED, timedLogic } from './timed.ts';
import type { Step, Timed } from './timed.ts';

interface PathStep {
  readonly step: Step;
  readonly from: Timed;
  readonly to: Timed;
}

/** Steps from a fresh start that lead into a state. */
export type StatePath = readonly PathStep[];

/** Returns the shortest path from the start with a named input into one of the table's states, or `null`. */
export type FindStatePath = (input: string, state: string) => StatePath | null;

/** Searches lazily and caches what it has seen. */
export function createStatePathFinder(model: AnyModel): FindStatePath {
  const searches = new Map<string, Search>();
  return (input, state) => {
    const isThere = model.states?.[state];
    if (isThere === undefined) return null;
    const search = searches.get(input) ?? { seen: [], next: iteratePaths(model, input) };
    searches.set(input, search);
    const isEnd = (way: StatePath) => isThere(way.at(-1)?.to.snapshot as never);
    const known = search.seen.find(isEnd);
    if (known !== undefined) return known;
    for (let found = search.next.next(); found.done !== true; found = search.next.next()) {
      search.seen.push(found.value);
      if (isEnd(found.value)) return found.value;
    }
    return null;
  };
}

interface Search {
  readonly seen: StatePath[];
  readonly next: Generator<StatePath, void>;
}

/** Yields the shortest path to every snapshot, short ones first. */
function* iteratePaths(model: AnyModel, input: string): Generator<StatePath, void> {
  const { transition } = timedLogic(model.machine);
  const start = getSteps({ ...model, inputs: { [input]: model.inputs[input] } }, NOT_STARTED);
  const seen = new Set<string>();
  const queue: StatePath[] = start.map((step) => [{ step, from: NOT_STARTED, to: transition(NOT_STARTED, step) }]);
  for (let way = queue.shift(); way !== undefined; way = queue.shift()) {
    const at = (way.at(-1) as PathStep).to;
    const key = serialise(model, at);
    if (seen.has(key)) continue;
    seen.add(key);
    yield way;
    for (const step of getSteps(model, at)) queue.push([...way, { step, from: at, to: transition(at, step) }]);
  }
}

/** Takes a freshly started machine along the rest of the path. */
export async function takePath(live: LiveActor, [, ...legs]: StatePath): Promise<void> {
  for (const { step, from, to } of legs) await takeStep(live, step, { from, to });
}
