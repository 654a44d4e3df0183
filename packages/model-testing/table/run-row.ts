import type { AnyStateMachine, EventFrom, EventObject, InputFrom, InspectionEvent } from 'xstate';
import type { AnyModel, Model } from '../model/define.ts';
import { LiveActor } from '../model/live.ts';
import type { ActingDriver } from '../model/live.ts';
import { isFromActor } from '../model/steps.ts';
import { getEdgeIds } from '../model/structure.ts';
import { takePath } from '../model/ways.ts';
import type { FindStatePath } from '../model/ways.ts';
import type { Act as UsersAct } from '../view/act.ts';
import { UserDriver } from '../view/user-driver.ts';
import { renderPage } from '../view/page.ts';
import type { Page } from '../view/page.ts';
import { findCallEntry, isCall } from './calls.ts';
import type { TakenEdge } from './claims.ts';
import type { Flow, Row, Start } from './flow.ts';
import { judgeRow } from './judge-row.ts';
import { parseAnswer, parseFailures } from './language.ts';
import { createMark, Outcome } from './outcome.ts';
import type { Mark } from './outcome.ts';
import { LOOK, START } from './table.ts';
import type { Condition, Doing, Drive, Table } from './table.ts';
import { findWord, listWords, match } from './words.ts';
import type { Word, WordOf } from './words.ts';

export interface Bench<Machine extends AnyStateMachine> {
  readonly model: Model<Machine>;
  readonly table: Table<Machine>;
  readonly flow: Flow;
  /** Paths of the unchanged machine, also when a mutant is judged. */
  readonly ways: FindStatePath;
}

type Live<Machine extends AnyStateMachine> = LiveActor<Machine>;

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

/**
 * Runs one row on a running actor, once for each failure that its words allow. Throws when the machine differs. Returns
 * the transitions that the row takes.
 */
export async function runRow<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  row: Row,
): Promise<readonly TakenEdge[]> {
  const { model, table } = bench;
  const taken: TakenEdge[] = [];
  for (const act of getActs(bench, row)) {
    let before = 0;
    await driveRow(bench, row, act, {
      hands: new UserDriver(model as unknown as AnyModel, (table.view ?? noView) as never),
      begins: (live) => {
        before = findWrittenAction(bench, row)?.how === START ? 0 : live.taken.length;
      },
      ends: async (live, mark) => {
        taken.push(...edgesSince(live, before));
        judgeRow(bench, row, new Outcome(live, mark, () => renderLivePage(bench, live)));
        await expectRestarts(bench, row, live);
      },
    });
  }
  return taken;
}

/** Runs the first act of a row for an observer. */
export async function watchRow<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  row: Row,
  run: Run<Machine>,
): Promise<void> {
  const [act] = getActs(bench, row);
  if (act !== undefined) await driveRow(bench, row, act, run);
}

async function driveRow<Machine extends AnyStateMachine>(
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

async function meet<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  live: Live<Machine>,
  { holds, after }: Condition<Machine>,
  row: Row,
): Promise<void> {
  if (after !== undefined) await drive(bench, live, after, row);
  if (holds !== undefined && !holds(live, row)) throw new Error(`before: '${row.when}' does not hold`);
}

/** Starts the flow under a condition and checks the initial state. */
export async function runStart<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  { when, state }: Start,
): Promise<readonly TakenEdge[]> {
  const entry = bench.table.start[when];
  if (entry === undefined) throw new Error(`table.start has nothing for '${when}'`);
  const condition = typeof entry === 'string' ? { input: entry } : entry;
  const row: Row = {
    from: state,
    on: 'start',
    to: state,
    when: null,
    ms: null,
    says: undefined,
    calls: [],
    does: [],
    restarts: [],
    ref: '',
  };
  const hands = new UserDriver(bench.model as unknown as AnyModel, (bench.table.view ?? noView) as never);
  const { live } = await begin(bench, row, [condition], { hands });
  try {
    await meet(bench, live, condition, row);
    expectState(bench, live, state, 'at the start');
    return edgesSince(live, 0);
  } finally {
    live.stop();
  }
}

type Act<Machine extends AnyStateMachine> = (live: Live<Machine>, clock: Stopwatch) => Promise<void>;

/** Returns what happens in the row: one act, or one for each failure in `fails(a or b)`. */
function getActs<Machine extends AnyStateMachine>(bench: Bench<Machine>, row: Row): Act<Machine>[] {
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
function findWrittenAction<Machine extends AnyStateMachine>(
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

async function begin<Machine extends AnyStateMachine>(
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
  const mark = createMark(live);
  await wait(left - 1);
  expectState(bench, live, row.from, '1 ms before the deadline');
  const { started } = new Outcome(live, mark, () => renderLivePage(bench, live));
  const early = started.filter(({ slot }) => isCall(table, slot)).map(({ slot }) => slot);
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

/** Checks that timers which the row restarts run their full time from now. */
async function expectRestarts<Machine extends AnyStateMachine>(
  bench: Bench<Machine>,
  row: Row,
  live: Live<Machine>,
): Promise<void> {
  const { table, flow, model } = bench;
  const within = (state: string) => row.restarts.some((one) => state === one || state.startsWith(`${one}.`));
  const timers = flow.rows.filter(({ on, from }) => on === 'timer' && within(from) && isIn(bench, live, from));
  const began = live.now;
  // If a timer leads back to its own state, only its deadline shows the restart.
  const own = timers.filter(({ from, to, ms }) => from === to && Object.values(model.delays).includes(ms));
  const missing = own.filter(({ ms }) => !live.clock.pending().includes(began + (ms ?? 0)));
  if (missing.length > 0) throw new Error(`restarted, no timer of ${missing[0]?.ms} ms runs from now`);
  for (const { from, to, ms } of timers.sort((a, b) => (a.ms ?? 0) - (b.ms ?? 0))) {
    const wait = (time: number) => (table.wait === undefined ? live.advance(time) : table.wait(live, time));
    await wait(began + (ms ?? 0) - 1 - live.now);
    expectState(bench, live, from, `restarted, 1 ms before ${ms} ms`);
    await wait(1);
    expectState(bench, live, to, `restarted, after ${ms} ms`);
  }
}

function isIn<Machine extends AnyStateMachine>({ model }: Bench<Machine>, live: Live<Machine>, state: string): boolean {
  const predicate = model.states?.[state];
  if (predicate === undefined) throw new Error(`model.states has nothing for '${state}'`);
  return predicate(live.snapshot);
}

function expectState<Machine extends AnyStateMachine>(
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

function noView(): never {
  throw new Error('the table has no view');
}

function renderLivePage<Machine extends AnyStateMachine>({ table }: Bench<Machine>, live: Live<Machine>): Page {
  if (table.view !== undefined) return renderPage(table.view(live.snapshot, () => undefined));
  if (table.texts === undefined) throw new Error('the table needs a view or texts to look for words');
  return textPage(table.texts(live.snapshot));
}

function textPage(texts: readonly (string | null)[]): Page {
  const says = texts.filter((text) => text !== null);
  return { says, text: says.join(' ') } as unknown as Page;
}

function getParentState(state: string): string {
  return state.split('.').slice(0, -1).join('.');
}
