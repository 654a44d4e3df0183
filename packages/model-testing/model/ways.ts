import type { AnyModel } from './define.ts';
import { serialise } from './explore.ts';
import { takeStep } from './replay.ts';
import type { LiveActor } from './live.ts';
import { stepsFrom } from './steps.ts';
import { NOT_STARTED, timedLogic } from './timed.ts';
import type { Step, Timed } from './timed.ts';

interface Leg {
  readonly step: Step;
  readonly from: Timed;
  readonly to: Timed;
}

/** Steps from a fresh start that lead into a state. */
export type Way = readonly Leg[];

/** Returns the shortest path from the start with a named input into one of the table's states, or `null`. */
export type Ways = (input: string, state: string) => Way | null;

/** Searches lazily and caches what it has seen. */
export function waysOf(model: AnyModel): Ways {
  const searches = new Map<string, Search>();
  return (input, state) => {
    const isThere = model.states?.[state];
    if (isThere === undefined) return null;
    const search = searches.get(input) ?? { seen: [], next: waysFrom(model, input) };
    searches.set(input, search);
    const isEnd = (way: Way) => isThere(way.at(-1)?.to.snapshot as never);
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
  readonly seen: Way[];
  readonly next: Generator<Way, void>;
}

/** Yields the shortest path to every snapshot, short ones first. */
function* waysFrom(model: AnyModel, input: string): Generator<Way, void> {
  const { transition } = timedLogic(model.machine);
  const start = stepsFrom({ ...model, inputs: { [input]: model.inputs[input] } }, NOT_STARTED);
  const seen = new Set<string>();
  const queue: Way[] = start.map((step) => [{ step, from: NOT_STARTED, to: transition(NOT_STARTED, step) }]);
  for (let way = queue.shift(); way !== undefined; way = queue.shift()) {
    const at = (way.at(-1) as Leg).to;
    const key = serialise(model, at);
    if (seen.has(key)) continue;
    seen.add(key);
    yield way;
    for (const step of stepsFrom(model, at)) queue.push([...way, { step, from: at, to: transition(at, step) }]);
  }
}

/** Takes a freshly started machine along the rest of the path. */
export async function takeWay(live: LiveActor, [, ...legs]: Way): Promise<void> {
  for (const { step, from, to } of legs) await takeStep(live, step, { from, to });
}
