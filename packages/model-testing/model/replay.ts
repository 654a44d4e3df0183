import type { AnyMachineSnapshot } from 'xstate';
import { nameReferences } from './explore.ts';
import type { Graph } from './explore.ts';
import { LiveActor } from './live.ts';
import type { Call, Moment } from './live.ts';
import { predictSnapshots } from './paths.ts';
import type { Path } from './paths.ts';
import { parseDelayName, getEdgeIds, getActiveValue } from './structure.ts';
import type { Step, Timed } from './timed.ts';

export interface ReplayOptions {
  /** Called after every step. Throws on a failure. */
  readonly check?: (moment: Moment) => void;
}

/**
 * Walks a path on a running actor. After each step value, projected context, deadlines, open requests and effects must
 * match the prediction; a timer must fire at its deadline and not 1 ms before. Returns the ids of the transitions that
 * were really taken.
 */
export async function replay(graph: Graph, path: Path, { check }: ReplayOptions = {}): Promise<string[]> {
  const predictions = predictSnapshots(graph, path.steps);
  const live = new LiveActor(graph.model.machine);
  const edgeIds = getEdgeIds(live.machine);
  const walked: string[] = [];
  try {
    let state: Timed | null = null;
    for (const [index, step] of path.steps.entries()) {
      walked.push(step.label);
      const predicted = predictions[index];
      if (predicted === undefined) throw new Error('the path ends early');
      await oneStep(graph, live, step, { from: state, to: predicted }, check);
      state = predicted;
    }
  } catch (cause) {
    // Does not modify the caught error, which may be an object that a case shares with all paths.
    throw new Error(`${getMessage(cause)}\n  on the path ${walked.join(' → ')}`, { cause });
  } finally {
    live.stop();
  }
  return live.taken.flatMap(({ definition }) => edgeIds.get(definition) ?? []);
}

interface Stretch {
  readonly from: Timed | null;
  readonly to: Timed;
}

async function oneStep(
  graph: Graph,
  live: LiveActor,
  step: Step,
  { from, to }: Stretch,
  check: ReplayOptions['check'],
) {
  const before = from === null ? null : (live.snapshot as AnyMachineSnapshot);
  const [effectsBefore, callsBefore] = [live.effects.length, live.calls.length];
  await takeStep(live, step, { from, to });
  compare(graph, live, to, live.effects.slice(effectsBefore), step);
  comparePromisedDelays(graph, to, from);
  check?.({
    step,
    before,
    snapshot: live.snapshot,
    at: live.now,
    effects: live.effects.slice(effectsBefore),
    started: live.calls.slice(callsBefore),
    allEffects: live.effects,
    calls: live.calls,
    deadlines: live.clock.pending(),
    predicted: to,
  });
}

/** Performs a step on a running machine; a timer at its deadline, and not 1 ms before. */
export async function takeStep(live: LiveActor, step: Step, { from, to }: Stretch): Promise<void> {
  if (step.kind === 'start') return live.start(step.input as never);
  if (step.kind === 'after') return fireOnTime(live, to.now, from);
  if (step.late === true) await live.advanceTo(to.now);
  const call = (): Call => live.open(step.actorId ?? '');
  if (step.kind === 'done') call().answer(step.event['output']);
  else if (step.kind === 'error') call().fail(step.event['error']);
  else if (step.kind === 'sent') call().emit(step.event);
  else await live.send(step.event as never);
  return live.settle();
}

/** Stops 1 ms before the deadline to check that nothing has happened yet. */
async function fireOnTime(live: LiveActor, deadline: number, from: Timed | null): Promise<void> {
  const before = live.snapshot;
  const effects = live.effects.length;
  if (deadline - 1 > live.now) {
    await live.advanceTo(deadline - 1);
    const fired = live.snapshot !== before || live.effects.length !== effects;
    if (fired) throw new Error(`a timer fired before its deadline of ${deadline} ms`);
  }
  if (from !== null && live.clock.pending()[0] !== deadline) throw new Error(`no timer is due at ${deadline} ms`);
  await live.advanceTo(deadline);
}

function compare(
  graph: Graph,
  live: LiveActor,
  predicted: Timed,
  effects: readonly { type: string; params: unknown }[],
  step: Step,
) {
  const snapshot = live.snapshot as AnyMachineSnapshot;
  const project = graph.model.project ?? ((context: unknown) => context);
  const shown = (one: AnyMachineSnapshot | null) =>
    one === null ? '' : text([getActiveValue(one), one.status, project(one.context as never, one as never)]);
  expectSame('state', shown(snapshot), shown(predicted.snapshot));
  // A step that fires several timers may run effects in between, so their order within the step matters too.
  expectSame(
    'effects',
    text(effects.map(({ type, params }) => [type, params])),
    text(predicted.effects.map(({ type, params }) => [type, params])),
  );
  if (snapshot.status !== 'active') {
    const left = live.openCalls().filter(({ kind }) => kind !== 'callback');
    if (left.length > 0)
      throw new Error(`the machine has ended and leaves ${left.map(({ id }) => id).join(', ')} open`);
    return;
  }
  expectSame(`deadlines after ${step.label}`, text(live.clock.pending()), text(predicted.timers.map(({ due }) => due)));
  expectSame(
    'open calls',
    text(
      live
        .openCalls()
        .map(({ id }) => id)
        .sort(),
    ),
    text(predicted.flights.map(({ id }) => id).sort()),
  );
}

/** Compares delays with the product's promise instead of the machine's value. */
function comparePromisedDelays({ model }: Graph, { snapshot, timers }: Timed, before: Timed | null): void {
  const known = new Set(before?.timers);
  for (const timer of timers) {
    if (known.has(timer) || !timer.id.startsWith('xstate.after.')) continue;
    const node = snapshot?._nodes.find(({ id }) => timer.id.endsWith(`.${id}`));
    const name = node === undefined ? timer.id : parseDelayName(timer.id, node);
    const promise = model.delays[name];
    const promised = typeof promise === 'function' ? promise(snapshot?.context as never) : promise;
    if (promised === undefined) throw new Error(`the model promises nothing for the delay ${name}`);
    if (promised !== timer.delay)
      throw new Error(`${name} is promised as ${promised} ms, but was armed for ${timer.delay} ms`);
  }
}

function expectSame(what: string, actual: string, expected: string): void {
  if (actual !== expected) throw new Error(`${what}: the running machine has ${actual}, the path predicts ${expected}`);
}

function text(value: unknown): string {
  return JSON.stringify(value, nameReferences);
}

function getMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
