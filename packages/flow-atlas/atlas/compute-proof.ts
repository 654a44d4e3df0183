import type { AnyMachineSnapshot } from 'xstate';
import { capitalise } from '../cases/plain-words.ts';
import type { SubjectRow, Subject } from '../cases/subject.ts';
import { findIds } from '../cases/describe-step.ts';
import { measureCoverage } from 'model-testing/model/coverage';
import type { Graph } from 'model-testing/model/explore';
import { getNodes } from 'model-testing/model/structure';
import type { Act } from 'model-testing/view/act';
import { actsFor } from 'model-testing/view/acts-for';
import type { LabelMap } from './labels.ts';
import type { Proof, ProofCoverage, ProofMutants, ProofRow, ProofState } from './proof.ts';

/** Computes what the tests of a flow prove, from its model and its tables. */
export async function computeProof(subject: Subject, mutants: ProofMutants | null = null): Promise<Proof> {
  const graph = subject.graph();
  const rows = await subject.rows();
  const edges = graph.edges.map(({ id }) => id);
  return {
    coverage: toProofCoverage(graph),
    rows: rows.map((row) => toProofRow(subject, row)),
    beyond: (subject.model.beyond ?? []).map(({ what, why }) => ({ why, edges: edges.filter((id) => what.test(id)) })),
    shows: findShownStates(subject, graph),
    mutants,
  };
}

function toProofCoverage(graph: Graph): ProofCoverage {
  const { states, transitions, unreachedStates, untaken, neverRefused } = measureCoverage(graph);
  const excuses = Object.keys(graph.model.unreachable ?? {});
  const names = new Set(graph.edges.map(({ id }) => id));
  const guarded = graph.edges.filter(({ guard }) => guard !== null);
  const share = (all: number, missing: number, excused: number) => ({ all, covered: all - missing - excused, excused });
  const excusedEdges = excuses.filter((id) => names.has(id));
  const excusedGuards = excusedEdges.filter((id) => guarded.some((edge) => edge.id === id)).length;
  return {
    // Without the machine itself.
    states: share(states - 1, unreachedStates.length, excuses.length - excusedEdges.length),
    transitions: share(transitions, untaken.length, excusedEdges.length),
    guards: share(guarded.length, neverRefused.length, excusedGuards),
  };
}

function toProofRow(subject: Subject, { name, row, taken, flow: table }: SubjectRow): ProofRow {
  return {
    name,
    when: row.when,
    to: row.to,
    says: row.says ?? [],
    ref: row.ref,
    ids: findIds(subject, row.ref),
    edges: [...new Set(taken)],
    table: table === subject.flow ? null : table,
  };
}

/** Returns the table's states with the innermost machine states that all their snapshots share. */
function findShownStates(subject: Subject, { nodes, model }: Graph): ProofState[] {
  const shared = new Map<string, { readonly shown: Omit<ProofState, 'states'>; readonly ids: Set<string> }>();
  for (const { state } of nodes.values()) {
    const { snapshot } = state;
    if (snapshot === null) continue;
    const active = new Set((snapshot as AnyMachineSnapshot)._nodes.map(({ id }) => id));
    for (const { name, shows, says, ref } of subject.findStates(snapshot)) {
      const known = shared.get(name);
      if (known === undefined) shared.set(name, { shown: { name, shows, says, ref }, ids: active });
      else for (const id of known.ids) if (!active.has(id)) known.ids.delete(id);
    }
  }
  const ids = getNodes(model.machine);
  return [...shared.values()].map(({ shown, ids: all }) => ({ ...shown, states: innermost([...all], ids) }));
}

function innermost(
  all: readonly string[],
  nodes: readonly { id: string; parent?: { id: string } | undefined }[],
): string[] {
  const parents = new Set(
    nodes.flatMap(({ id, parent }) => (all.includes(id) && parent !== undefined ? parent.id : [])),
  );
  return all.filter((id) => !parents.has(id));
}

/** Returns labels of events for a project without its own: the act that sends the event. */
export function getEventLabels({ model, graph }: Pick<Subject, 'model' | 'graph'>): LabelMap {
  const acts = new Map<string, Act[]>();
  const types = new Set<string>();
  const { nodes, arcs } = graph();
  for (const { from, step, taken } of arcs) {
    const snapshot = nodes.get(from)?.state.snapshot ?? null;
    if (taken.length === 0 || snapshot === null) continue;
    types.add(step.event.type);
    const [act] = actsFor(model, step.event, snapshot) ?? [];
    if (act !== undefined) acts.set(step.event.type, [...(acts.get(step.event.type) ?? []), act]);
  }
  return Object.fromEntries(
    [...types].flatMap((type) => {
      const words = findCommonWords(acts.get(type) ?? []);
      return words === null ? [] : [[type, capitalise(words)]];
    }),
  );
}

const VERBS: Readonly<Record<Act['do'], string>> = {
  press: 'press',
  fill: 'type into',
  select: 'choose in',
  key: 'press',
};

/** Returns the words that all acts share, e.g. `press ‘Login’`, or `null`. */
function findCommonWords(acts: readonly Act[]): string | null {
  const words = new Set(acts.map(formatAct));
  const [only] = words;
  return words.size === 1 && only !== undefined ? only : null;
}

function formatAct({ do: what, name, value = '' }: Act): string {
  if (what === 'key') return `press the key ${value}`;
  const text = typeof name === 'string' ? name : name.source.replace(/^\^|\$$/g, '').replace(/\\(.)/g, '$1');
  return `${VERBS[what]} ‘${text}’`;
}
