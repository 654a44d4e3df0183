import type { AnyStateMachine, EventFrom, EventObject, InputFrom, InspectionEvent, SnapshotFrom } from 'xstate';
import type { AnyModel, Model } from '../model/define.ts';
import { LiveActor } from '../model/live.ts';
import type { ActingDriver } from '../model/live.ts';
import { isFromActor } from '../model/steps.ts';
import { getEdgeIds } from '../model/structure.ts';
import { takePath } from '../model/ways.ts';
import type { FindStatePath } from '../model/ways.ts';
import type { Act as UsersAct } from '../view/act.ts';
import type { UserDriver } from '../view/user-driver.ts';
import { findCallEntry, isCall } from './calls.ts';
import type { TakenEdge } from './claims.ts';
import type { Flow, Row } from './flow.ts';
import { parseAnswer, parseFailures } from './language.ts';
import { LOOK, START } from './table.ts';
import type { Condition, Doing, Drive, Table } from './table.ts';
import { findWord, listWords, match } from './words.ts';
import type { Word, WordOf } from './words.ts';

/** Drives rows of tables on running actors. Loads neither a document nor a test runner (see run-row.ts). */

export interface Bench<Machine extends AnyStateMachine> {
  readonly model: Model<Machine>;
  readonly table: Table<Machine>;
  readonly flow: Flow;
  /** Paths of the unchanged machine, also when a mutant is judged. */
  readonly ways: FindStatePath;
}

export type Live<Machine extends AnyStateMachine> = LiveActor<Machine>;

/** The state in which a row begins. */
export interface Mark<Machine extends AnyStateMachine> {
  readonly snapshot: SnapshotFrom<Machine>;
  readonly calls: number;
  readonly effects: number;
}

function createMark<Machine extends AnyStateMachine>(live: Live<Machine>): Mark<Machine> {
  return { snapshot: live.snapshot, calls: live.calls.length, effects: live.effects.length };
}

/** How a row is run: the driver of the view, and the observer. */
export interface Run<Machine extends AnyStateMachine> {
  readonly hands: RowHands;
  readonly inspect?: (event: InspectionEvent) => void;
  readonly started?: (live: Live<Machine>) => void;
  /** Called in the row's `from`, just before its act. */
  readonly begins?: (live: Live<Machine>) => void;
  /** Called after the act has led to the row's `to`. */
  readonly ends: (live: Live<Machine>, mark: Mark<Machine>) => Promise<void> | void;
}

type RowHands = ActingDriver & Pick<UserDriver, 'isActive' | 'refusals'>;

/** Runs the first act of a row for an observer. */
export async function watchRow<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  row: Row,
  run: Run<Machine>,
): Promise<void> {
  const [act] = getActs(bench, row);
  if (act !== undefined) await driveRow(bench, row, act, run);
}

export async function driveRow<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  row: Row,
  act: Act<Machine>,
  run: Run<Machine>,
): Promise<void> {
  const { hands } = run;
  const conditions = findConditions(bench, row);
  const { live, input } = await begin(bench, row, conditions, run);
  try {
    const clock = stopwatch(bench, live);
    await reach(bench, live, row, input);
    for (const condition of conditions) await meet(bench, live, condition, row);
    expectState(bench, live, row.from, 'before');
    const isStart = findWrittenAction(bench, row)?.how === START;
    if (!isStart) await passAMoment(row, live);
    const mark = isStart ? { ...createMark(live), calls: 0, effects: 0 } : createMark(live);
    run.begins?.(live);
    hands.isActive = true;
    await act(live, clock);
    hands.isActive = false;
    expectState(bench, live, row.to, 'after');
    await run.ends(live, mark);
  } catch (error) {
    if (hands.refusals.length === 0) throw error;
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n  ${hands.refusals.join('\n  ')}`, {
      cause: error,
    });
  } finally {
    live.stop();
  }
}

/** Brings a fresh machine into the row's `from`: as the table defines, else on the shortest path. */
async function reach<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  live: Live<Machine>,
  row: Row,
  input: string,
): Promise<void> {
  const told = bench.table.reach?.[row.from] ?? bench.table.reach?.[getParentState(row.from)];
  if (told !== undefined) return drive(bench, live, told, row);
  if (isIn(bench, live, row.from)) return;
  const way = bench.ways(input, row.from);
  if (way === null) throw new Error(`nothing leads to '${row.from}': table.reach has to say how`);
  await takePath(live as never, way);
}

/** Returns the transitions that the actor has taken since this position of its list. */
export function edgesSince<Machine extends AnyStateMachine>(live: Live<Machine>, from: number): TakenEdge[] {
  const edgeIds = getEdgeIds(live.machine);
  return live.taken.slice(from).flatMap(({ definition, leaves }) => {
    const edge = edgeIds.get(definition);
    return edge === undefined ? [] : [{ edge, leaves }];
  });
}

/** Performs acts and sends events, each through its own source. */
async function performAction<Machine extends AnyStateMachine>(
  { model }: Bench<Machine>,
  live: Live<Machine>,
  what: Doing<Machine>,
): Promise<void> {
  if (what === LOOK || what === START) return;
  for (const one of Array.isArray(what) ? (what as readonly (UsersAct | EventFrom<Machine>)[]) : [what]) {
    if ('do' in one) await live.act(one);
    else {
      const entry = (model as unknown as AnyModel).events[(one as { type: string }).type];
      if (entry !== undefined && isFromActor(entry)) await live.emitOwn(entry.sentBy, one as EventFrom<Machine>);
      else await live.send(one as EventFrom<Machine>);
    }
  }
}

async function drive<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  live: Live<Machine>,
  how: Drive<Machine>,
  row: Row,
): Promise<void> {
  const what = typeof how === 'function' ? await how(live, row) : how;
  if (what !== undefined) await performAction(bench, live, what);
}

export async function meet<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  live: Live<Machine>,
  { holds, after }: Condition<Machine>,
  row: Row,
): Promise<void> {
  if (after !== undefined) await drive(bench, live, after, row);
  if (holds !== undefined && !holds(live, row)) throw new Error(`before: '${row.when}' does not hold`);
}

type Act<Machine extends AnyStateMachine> = (live: Live<Machine>, clock: Stopwatch) => Promise<void>;

/** Returns what happens in the row: one act, or one for each failure in `fails(a or b)`. */
export function getActs<Machine extends AnyStateMachine>(bench: Bench<Machine>, row: Row): Act<Machine>[] {
  const written = findWrittenAction(bench, row);
  if (written !== null) {
    const { how, words } = written;
    return [
      async (live) => {
        await drive(bench, live, typeof how === 'function' ? () => how(live, words, row) : how, row);
        await live.settle();
      },
    ];
  }
  if (row.on === 'timer') return [(live, clock) => letTimerFire(bench, row, live, clock)];
  const answer = parseAnswer(row.on);
  if (answer === null) throw new Error(`table.on has no entry for '${row.on}'`);
  const entry = findCallEntry(bench.table, answer.call);
  const settle =
    (value: unknown): Act<Machine> =>
    (live) =>
      value instanceof Error ? live.fail(entry.slot, value) : live.answer(entry.slot, value);
  const given = findWord((answer.kind === 'answers' ? entry.answers : entry.fails) ?? [], answer.words);
  if (given !== undefined) return [settle(given.how)];
  const errors = answer.kind === 'fails' ? parseFailures(bench.model.config, answer.words) : null;
  if (errors === null) throw new Error(`table.calls: ${entry.slot} does not know ${answer.kind}(${answer.words})`);
  return errors.map(settle);
}

/** Returns the table's definition of how the row happens; `null` when it runs automatically. */
export function findWrittenAction<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  { on }: Row,
): (WordOf<Table<Machine>['on']> & { readonly words: RegExpExecArray }) | null {
  for (const word of [...listWords(bench.table.on), ...sharedFacts(bench)]) {
    const words = match(word, on);
    if (words !== null) return { ...word, words };
  }
  return null;
}

/** Facts that many tables name in the same words. */
function sharedFacts<Machine extends AnyStateMachine>({
  model,
}: Bench<Machine>): Word<readonly EventFrom<Machine>[]>[] {
  return listWords(model.config.words?.on ?? [])
    .map(({ text, how }) => ({ text, how: (Array.isArray(how) ? how : [how]) as EventObject[] }))
    .filter(({ how }) => how.every(({ type }) => type in model.events)) as never[];
}

function findConditions<Machine extends AnyStateMachine>(
  { table }: Bench<Machine>,
  { when }: Row,
): Condition<Machine>[] {
  if (when === null) return [];
  const found = listWords(table.when ?? [])
    .filter((word) => match(word, when) !== null)
    .map(({ how }) => how);
  if (found.length === 0) throw new Error(`table.when has no entry for '${when}'`);
  if (found.some((condition) => Object.keys(condition).length === 0))
    throw new Error(`table.when: nothing makes or shows '${when}'; say 'holds' or 'because'`);
  return found;
}

export async function begin<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  row: Row,
  conditions: readonly Condition<Machine>[],
  { hands, inspect, started }: Omit<Run<Machine>, 'begins' | 'ends'>,
): Promise<{ readonly live: Live<Machine>; readonly input: string }> {
  const { model, table } = bench;
  const name =
    conditions.findLast(({ input }) => input !== undefined)?.input ??
    table.input?.(row) ??
    Object.keys(model.inputs)[0] ??
    '';
  if (!(name in model.inputs)) throw new Error(`the model has no input called '${name}'`);
  const live = new LiveActor(model.machine, { ...table, driver: hands, ...(inspect && { inspect }) });
  started?.(live);
  await live.start(model.inputs[name] as InputFrom<Machine>);
  for (const { before } of conditions) if (before !== undefined) await drive(bench, live, before, row);
  return { live, input: name };
}

interface Stopwatch {
  /** Returns when the state was entered, in milliseconds since the start. */
  since(state: string): number;
}

/** Records when each of the table's states is entered. */
function stopwatch<Machine extends AnyStateMachine>({ model }: Bench<Machine>, live: Live<Machine>): Stopwatch {
  const entered = new Map<string, number>();
  const note = () => {
    for (const [state, isIn] of Object.entries(model.states ?? {})) {
      if (!isIn(live.snapshot)) entered.delete(state);
      else if (!entered.has(state)) entered.set(state, live.now);
    }
  };
  note();
  live.onRest(note);
  return { since: (state) => entered.get(state) ?? live.now };
}

/** At its deadline and not 1 ms before. For a time-out of the API client (§7), the call rejects at that moment. */
async function letTimerFire<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  row: Row,
  live: Live<Machine>,
  clock: Stopwatch,
): Promise<void> {
  const { table, flow } = bench;
  const wait = (ms: number) => (table.wait === undefined ? live.advance(ms) : table.wait(live, ms));
  const left = clock.since(row.from) + (row.ms ?? 0) - live.now;
  const before = live.calls.length;
  await wait(left - 1);
  expectState(bench, live, row.from, '1 ms before the deadline');
  const early = live.calls
    .slice(before)
    .filter(({ slot }) => isCall(table, slot))
    .map(({ slot }) => slot);
  if (early.length > 0) throw new Error(`${early.join(', ')} called before the deadline`);
  await wait(1);
  const isClients = row.ms === flow.constants['requestTimeout'] && isIn(bench, live, row.from) && row.from !== row.to;
  const pending = isClients ? live.openCalls().findLast(({ slot }) => isCall(table, slot)) : undefined;
  if (pending !== undefined) await live.fail(pending.id, bench.model.config.failures['timeout']);
}

/** Without a lapse of time, a restarted timer looks like a continued one. */
async function passAMoment<Machine extends AnyStateMachine>(row: Row, live: Live<Machine>): Promise<void> {
  const [due] = live.clock.pending();
  if (row.restarts.length > 0 && row.on !== 'timer' && due !== undefined && due > live.now + 1) await live.advance(1);
}

export function isIn<Machine extends AnyStateMachine>(
  { model }: Bench<Machine>,
  live: Live<Machine>,
  state: string,
): boolean {
  const predicate = model.states?.[state];
  if (predicate === undefined) throw new Error(`model.states has nothing for '${state}'`);
  return predicate(live.snapshot);
}

export function expectState<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  live: Live<Machine>,
  state: string,
  when: string,
): void {
  if (isIn(bench, live, state)) return;
  throw new Error(
    `${when}: expected ${state}, the machine is in ${JSON.stringify((live.snapshot as { value: unknown }).value)}`,
  );
}

function getParentState(state: string): string {
  return state.split('.').slice(0, -1).join('.');
}
