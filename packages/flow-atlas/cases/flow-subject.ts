import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { AnyModel, Model } from 'model-testing/model/define';
import { explore, nameReferences } from 'model-testing/model/explore';
import { createStatePathFinder } from 'model-testing/model/ways';
import type { Bench } from 'model-testing/table/drive-row';
import { loadFlow, getRowName } from 'model-testing/table/flow';
import type { Flow, Row } from 'model-testing/table/flow';
import type { Table } from 'model-testing/table/table';
import { traceRow } from 'model-testing/table/trace-row';
import type { View } from 'model-testing/view/screen';
import type { Happening } from 'model-testing/model/happening';
import { createRenderer } from './rendered-view.ts';
import { NO_WORDS, SAME, SAME_EVENT, SAME_KIND, SAME_SIGHT, UNLIKE } from './subject.ts';
import type { SubjectRow, SubjectWords, NamedState, Subject } from './subject.ts';

/** The map of another flow's table that has rows about this machine. */
export interface AlsoHere<Machine extends AnyStateMachine> {
  readonly flow: string;
  readonly table: Table<Machine>;
  readonly states?: Model<Machine>['states'];
}

/** Creates the subject of a browser flow: its model, its table and the tables of others that mention it. */
export function flowSubject<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  table: Table<Machine>,
  {
    also = [],
    flow = loadFlow(model.config, model.flow),
    view,
    words = NO_WORDS,
  }: {
    readonly also?: readonly AlsoHere<Machine>[];
    readonly flow?: Flow;
    readonly view?: View | undefined;
    readonly words?: SubjectWords;
  } = {},
): Subject {
  const known = model as unknown as AnyModel;
  const benches = [
    { model, table, flow, ways: createStatePathFinder(known) },
    ...also.map(({ flow: name, table: other, states }) => {
      const mine = { ...model, flow: name, ...(states && { states }) };
      return {
        model: mine,
        table: other,
        flow: loadFlow(model.config, name),
        ways: createStatePathFinder(mine as unknown as AnyModel),
      };
    }),
  ];
  return {
    ...words,
    flow: model.flow,
    id: model.machine.id,
    model: known,
    telling: model.config.descriptions,
    input: flow.input,
    graph: once(() => explore(known)),
    rows: once(() => runRows(benches)),
    findStates: (snapshot) => findStates(model, flow, snapshot),
    states: Object.keys(flow.states),
    isOutside: (state) =>
      ![...flow.rows.map(({ from }) => from), ...flow.start.map((start) => start.state)].some(
        (one) => one === state || one.startsWith(`${state}.`),
      ),
    findCall: (slot) => findCallName(table, slot),
    look: createRenderer(view),
    findStart: (input, snapshot) => findStart(model, table, flow, input, snapshot),
  };
}

/** Returns a function that computes its value on the first call. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

async function runRows<Machine extends AnyStateMachine>(benches: readonly Bench<Machine>[]): Promise<SubjectRow[]> {
  const rows: SubjectRow[] = [];
  for (const [index, bench] of benches.entries()) {
    for (const row of bench.flow.rows) {
      const name = getRowName(row);
      const isElsewhere = bench.table.elsewhere?.some((other) => other.rows.test(name)) === true;
      // Rows of another flow's table about other machines do not concern this one.
      if (isElsewhere && index > 0) continue;
      rows.push(isElsewhere ? toUnrunRow(bench, row) : await toKnownRow(bench, row));
    }
  }
  return rows;
}

function toUnrunRow<Machine extends AnyStateMachine>({ flow }: Bench<Machine>, row: Row): SubjectRow {
  return { name: getRowName(row), flow: flow.name, row, happenings: null, from: 0, taken: [], likeness: () => UNLIKE };
}

async function toKnownRow<Machine extends AnyStateMachine>(bench: Bench<Machine>, row: Row): Promise<SubjectRow> {
  try {
    const { happenings, from, taken } = await traceRow(bench, row);
    const decisive = happenings.slice(from).findLast(({ inside, act }) => inside.length === 0 && act === undefined);
    const likeness = (one: Happening) => (decisive === undefined ? UNLIKE : alike(bench, row, decisive, one));
    return { ...toUnrunRow(bench, row), happenings, from, taken, likeness };
  } catch {
    // A row that needs a real page, e.g. because a link leads away, uses its own words.
    return toUnrunRow(bench, row);
  }
}

function alike<Machine extends AnyStateMachine>(
  { model }: Bench<Machine>,
  { from, to }: Row,
  row: Happening,
  one: Happening,
): number {
  if (one.act !== undefined || one.step.kind !== row.step.kind || one.step.event.type !== row.step.event.type)
    return UNLIKE;
  const isIn = (state: string, snapshot: AnyMachineSnapshot | null) =>
    snapshot === null || model.states?.[state]?.(snapshot as never) === true;
  // For a row with several acts, the last one counts.
  const isThere = isIn(to, one.after) && (row.before === null || !isIn(from, row.before) || isIn(from, one.before));
  if (!isThere) return UNLIKE;
  // Only one of two starts may have its input in the event too.
  const [mine, its] = [row, one].map(({ step }) =>
    JSON.stringify(step.kind === 'start' ? (step.input ?? null) : step.event, nameReferences),
  );
  const isSameEvent = mine === its;
  if (!looksAlike(row.after, one.after)) return isSameEvent ? SAME_EVENT : SAME_KIND;
  return isSameEvent && looksAlike(row.before, one.before) ? SAME : SAME_SIGHT;
}

function looksAlike(a: AnyMachineSnapshot | null, b: AnyMachineSnapshot | null): boolean {
  return a === b || (a !== null && b !== null && serialise(a) === serialise(b));
}

/** A snapshot is compared with many rows, so its text is cached. */
const texts = new WeakMap<AnyMachineSnapshot, string>();

function serialise(snapshot: AnyMachineSnapshot): string {
  const text = texts.get(snapshot) ?? JSON.stringify([snapshot.value, snapshot.context], nameReferences);
  texts.set(snapshot, text);
  return text;
}

function findStates<Machine extends AnyStateMachine>(
  { states = {} }: Model<Machine>,
  flow: Flow,
  snapshot: AnyMachineSnapshot,
): NamedState[] {
  const found = Object.entries(flow.states).filter(([name]) => states[name]?.(snapshot as never) === true);
  return found.map(([name, state]) => ({ name, ...state })).sort((a, b) => depth(a.name) - depth(b.name));
}

function depth(state: string): number {
  return state.split('.').length;
}

function findCallName<Machine extends AnyStateMachine>({ calls, inside }: Table<Machine>, slot: string): string | null {
  const entry = calls.find((one) => one.slot === slot);
  if (entry === undefined || inside?.[slot] !== undefined) return null;
  return typeof entry.call === 'string' ? entry.call : plain(entry.call);
}

/** Returns the plain part of a call pattern: `^GET (?:\/v2\/)?albums\/(?!all)` -> `GET albums/{id}`. */
function plain({ source }: RegExp): string {
  return source
    .replace(/\(\?:[^)]*\)\?/g, '')
    .replace(/\(\?![^)]*\)/g, '{id}')
    .replace(/\[(\w)\w*\]/g, '$1')
    .replace(/\\(.)/g, '$1')
    .replace(/[\^$]/g, '');
}

function findStart<Machine extends AnyStateMachine>(
  { states = {} }: Model<Machine>,
  { start }: Table<Machine>,
  flow: Flow,
  input: string,
  snapshot: AnyMachineSnapshot,
): string | null {
  const found = flow.start.find(({ when, state }) => {
    const how = start[when];
    const name = typeof how === 'string' ? how : how?.after === undefined ? how?.input : undefined;
    return name === input && states[state]?.(snapshot as never) === true;
  });
  return found?.when ?? null;
}
