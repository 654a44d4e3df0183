import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import type { Config } from 'model-testing/config';
import type { Arc, Graph, Node } from 'model-testing/model/explore';
import { nameReferences, serialise } from 'model-testing/model/explore';
import { getEdges, getActiveValue } from 'model-testing/model/structure';
import { NOT_STARTED, timedLogic } from 'model-testing/model/timed';
import type { Step, Timed } from 'model-testing/model/timed';
import type { PureTable, Sentence } from 'model-testing/pure-machine';
import { getRowName } from 'model-testing/table/flow';
import type { Flow, Row } from 'model-testing/table/flow';
import { findShortestPaths } from 'model-testing/model/paths';
import { once } from './flow-subject.ts';
import { getHappenings } from 'model-testing/model/happening';
import type { Happening } from 'model-testing/model/happening';
import { NO_WORDS, SAME, UNLIKE } from './subject.ts';
import type { SubjectRow, SubjectWords, Subject } from './subject.ts';

export interface PureSubject<Facts extends object, Event extends EventObject> {
  readonly config: Config;
  readonly machine: AnyStateMachine;
  readonly flow: Flow;
  readonly table: PureTable<Facts, Event>;
  /** Returns whether the facts match a state of the table. */
  readonly isIn: (facts: Facts, state: string) => boolean;
  readonly words?: SubjectWords;
}

/** Creates the subject of a machine that never runs as an actor, with the sentences of its table and its rulings. */
export function createPureSubject<Facts extends object, Event extends EventObject>(
  it: PureSubject<Facts, Event>,
): Subject {
  const { config, machine, flow, table, isIn, words = NO_WORDS } = it;
  const inputs = Object.fromEntries(table.starts.map(({ input }) => [formatInput(input), input]));
  const graph = once(() => createPureGraph(it, inputs));
  return {
    ...words,
    flow: flow.name,
    id: machine.id,
    model: { machine, inputs, events: {}, done: {} },
    telling: config.descriptions,
    input: flow.input,
    graph,
    rows: once(() => Promise.resolve(toRows(it, graph()))),
    findStates: (snapshot) => {
      const facts = table.getFacts(snapshot);
      return Object.entries(flow.states)
        .filter(([state]) => isIn(facts, state))
        .map(([name, state]) => ({ name, ...state }));
    },
    states: Object.keys(flow.states),
    isOutside: () => false,
    findCall: () => null,
    look: () => null,
    findStart: (input) => input,
  };
}

/** Names a start by its input, e.g. `album day`. */
function formatInput(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  return Object.entries(input)
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** Builds a graph of everything that the table allows, as the source of paths. */
function createPureGraph<Facts extends object, Event extends EventObject>(
  { config, machine, flow, table }: PureSubject<Facts, Event>,
  inputs: Readonly<Record<string, unknown>>,
): Graph {
  const logic = timedLogic(machine);
  const edges = getEdges(machine);
  const edgeIds = new Map(edges.map(({ definition, id }) => [definition, id] as const));
  const model = { config, flow: flow.name, machine, inputs, events: {}, done: {}, delays: {} };
  const toKey = (state: Timed) => serialise(model, state);
  const startKey = toKey(NOT_STARTED);
  const nodes = new Map<string, Node>([[startKey, { key: startKey, value: '(not started)', state: NOT_STARTED }]]);
  const out = new Map<string, Arc[]>();
  for (const [key, { state }] of nodes) {
    const arcs = stepsFrom(table, inputs, state.snapshot).map((step): Arc => {
      const next = logic.transition(state, step);
      const to = toKey(next);
      const taken = next.taken.flatMap(({ definition }) => edgeIds.get(definition) ?? []);
      if (!nodes.has(to))
        nodes.set(to, { key: to, value: getActiveValue(next.snapshot as AnyMachineSnapshot), state: next });
      return { from: key, to, step, taken, changes: to !== key || taken.length > 0 };
    });
    out.set(key, arcs);
  }
  return {
    model,
    logic,
    edges,
    nodes,
    toKey,
    arcs: [...out.values()].flat(),
    startKey,
    arcsFrom: (key) => out.get(key) ?? [],
  };
}

function stepsFrom<Facts, Event extends EventObject>(
  { events, getFacts }: PureTable<Facts, Event>,
  inputs: Readonly<Record<string, unknown>>,
  snapshot: AnyMachineSnapshot | null,
): Step[] {
  if (snapshot === null) {
    return Object.entries(inputs).map(([name, input]) => ({
      kind: 'start',
      label: name === '' ? 'start' : `start(${name})`,
      input,
      event: { type: 'xstate.init' },
    }));
  }
  return events(getFacts(snapshot)).map(({ type, ...values }) => {
    const given = JSON.stringify(values, nameReferences);
    return {
      kind: 'user',
      label: given === '{}' ? type : `${type}(${given})`,
      event: { ...values, type },
    };
  });
}

/** Returns rows and rulings, each with the shortest path to a matching step. */
function toRows<Facts extends object, Event extends EventObject>(
  { flow, table }: PureSubject<Facts, Event>,
  graph: Graph,
): SubjectRow[] {
  const sentences = new Map(table.sentences.map((one) => [one.name, one] as const));
  const written = flow.rows.map((row) => knownRow(table, graph, flow.name, row, sentences.get(getRowName(row))));
  const names = new Set(written.map(({ name }) => name));
  const rulings = table.sentences
    .filter(({ name }) => !names.has(name))
    .map((sentence) => knownRow(table, graph, flow.name, toRow(sentence.name), sentence));
  return [...written, ...rulings];
}

function knownRow<Facts extends object, Event extends EventObject>(
  table: PureTable<Facts, Event>,
  graph: Graph,
  flow: string,
  row: Row,
  sentence: Sentence<Facts, Event> | undefined,
): SubjectRow {
  const name = sentence?.name ?? getRowName(row);
  const speaks = (before: AnyMachineSnapshot | null, event: EventObject) =>
    before !== null && (sentence?.says(table.getFacts(before), event as Event) ?? null) !== null;
  const isTold = ({ act, step, before }: Happening) => act === undefined && speaks(before, step.event);
  const known = { name, flow, row, likeness: (one: Happening) => (isTold(one) ? SAME : UNLIKE) };
  const ways = getPaths(graph);
  let way: readonly Arc[] | null = null;
  const taken = new Set<string>();
  const events = new Set<string>();
  for (const arc of graph.arcs) {
    const before = graph.nodes.get(arc.from)?.state.snapshot ?? null;
    if (!speaks(before, arc.step.event)) continue;
    for (const id of arc.taken) taken.add(id);
    events.add(arc.step.event.type);
    const found = [...(ways.get(arc.from) ?? []), arc];
    if (way === null || found.length < way.length) way = found;
  }
  if (way === null) return { ...known, happenings: null, from: 0, taken: [] };
  const steps = way.map(({ step }) => step);
  return {
    ...known,
    happenings: getHappenings(graph, steps),
    from: steps.length - 1,
    taken: [...taken],
    hasSeveralEvents: events.size > 1,
  };
}

const known = new WeakMap<Graph, Map<string, readonly Arc[]>>();

function getPaths(graph: Graph): Map<string, readonly Arc[]> {
  const ways = known.get(graph) ?? findShortestPaths(graph);
  known.set(graph, ways);
  return ways;
}

/** Converts a ruling without a row: `D7: a track is stored by its name`. */
function toRow(words: string): Row {
  const [, ref = '', does = words] = /^([^:]+): (.*)$/s.exec(words) ?? [];
  return {
    from: '',
    on: words,
    to: '',
    when: null,
    ms: null,
    says: undefined,
    calls: [],
    does: [does],
    restarts: [],
    ref,
  };
}
