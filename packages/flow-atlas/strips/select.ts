import { getHappenings } from 'model-testing/model/happening';
import type { Happening } from 'model-testing/model/happening';
import type { Arc, Graph } from 'model-testing/model/explore';
import type { Step } from 'model-testing/model/timed';
import { actsFor } from 'model-testing/view/acts-for';
import { isTriggered } from 'model-testing/view/triggered';
import { getPlaceLabel } from '../atlas/labels.ts';
import { describeCase } from '../cases/describe-case.ts';
import type { DescribedStep } from '../cases/describe-case.ts';
import type { FindSubject } from '../cases/describe-step.ts';
import { getStateName } from '../cases/expected-line.ts';
import { createPlaceTest } from '../cases/select.ts';
import type { Subject } from '../cases/subject.ts';
import { findErrorTexts } from './error-texts.ts';
import type { Goal, Strip, StripFrame } from './strip.ts';

const MOST_UNHAPPY = 3;
/** Cost of an event outside the flow, e.g. in another tab, or without a control: such a path is rare. */
const AROUND = 20;

/**
 * Returns the happy path and the three commonest unhappy ones of a flow. The happy path is the shortest one to the goal
 * on which no call fails and no error is shown. Nothing counts how often a path is taken, so an unhappy path is common
 * when little has to go wrong: the shortest paths to three error texts, each by another cause if there are three, then
 * to the unhappy states of the goal.
 */
export async function selectStrips(subject: Subject, subjectOf: FindSubject, goal: Goal): Promise<Strip[]> {
  const graph = subject.graph();
  const errors = createErrorReader(subject, graph);
  const begin = goal.start ?? graph.arcsFrom(graph.startKey)[0]?.step.label;
  const isPossible = (arc: Arc) => arc.from !== graph.startKey || arc.step.label === begin;
  const cost = (arc: Arc) => (arc.step.kind === 'sent' || !isTriggered(subject.model, graph, arc) ? AROUND : 1);
  const isSmooth = ({ step, to }: Arc) =>
    step.kind !== 'error' && goal.without?.includes(step.event.type) !== true && errors(to).length === 0;
  const possible = () => findCheapestPaths(graph, isPossible, cost);
  const smooth = findCheapestPaths(graph, (arc) => isPossible(arc) && isSmooth(arc), cost);
  const happy = findStatePath(subject, smooth, goal.state) ?? findStatePath(subject, possible(), goal.state);
  if (happy === null) throw new Error(`No path of ${subject.flow} leads from '${begin}' to its goal '${goal.state}'.`);
  const strips = [
    { kind: 'happy', problem: '', steps: happy.steps } as const,
    ...[
      ...findErrorPaths(possible(), errors),
      ...(goal.unhappy ?? []).flatMap((state) => findStatePath(subject, possible(), state) ?? []),
    ]
      .filter(isFirst)
      .slice(0, MOST_UNHAPPY)
      .map((path) => ({ kind: 'unhappy', ...path }) as const),
  ];
  return Promise.all(strips.map((strip) => describeStrip(subject, subjectOf, graph, strip)));
}

/** Whether no path before takes the same steps. A state and its error text may end the same path. */
function isFirst({ steps }: UnhappyPath, index: number, paths: readonly UnhappyPath[]): boolean {
  const toKey = (own: readonly Step[]) => own.map(({ label }) => label).join(' → ');
  return paths.findIndex((other) => toKey(other.steps) === toKey(steps)) === index;
}

type ReadErrors = (key: string) => readonly string[];

function createErrorReader(subject: Subject, { nodes }: Graph): ReadErrors {
  const known = new Map<string, readonly string[]>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const texts = findErrorTexts(subject.look(nodes.get(key)?.state.snapshot ?? null)?.html ?? '');
    known.set(key, texts);
    return texts;
  };
}

/** Ways to snapshots, the cheapest first. They are searched only as far as they are used. */
type Ways = Iterable<readonly [key: string, way: readonly Arc[]]>;

function* findCheapestPaths(
  { arcsFrom, startKey }: Graph,
  isAllowed: (arc: Arc) => boolean,
  getCost: (arc: Arc) => number,
): Ways {
  const found = new Set<string>();
  // The costs are small numbers, so that one list for each is faster than sorting.
  const open: (readonly [string, readonly Arc[]])[][] = [[[startKey, []]]];
  for (let cost = 0; cost < open.length; cost += 1) {
    for (const [key, way] of open[cost] ?? []) {
      if (found.has(key)) continue;
      found.add(key);
      if (way.length > 0) yield [key, way];
      for (const arc of arcsFrom(key)) {
        if (found.has(arc.to) || !isAllowed(arc)) continue;
        const next = cost + getCost(arc);
        (open[next] ??= []).push([arc.to, [...way, arc]]);
      }
    }
  }
}

interface UnhappyPath {
  readonly problem: string;
  readonly steps: readonly Step[];
}

function findErrorPaths(ways: Ways, errors: ReadErrors): UnhappyPath[] {
  const seen = new Set<string>();
  const byCause = new Map<string, UnhappyPath>();
  const others: UnhappyPath[] = [];
  for (const [key, way] of ways) {
    const fresh = errors(key).filter((text) => !seen.has(text));
    const [error] = fresh;
    const last = way.at(-1)?.step;
    if (error === undefined || last === undefined) continue;
    for (const text of fresh) seen.add(text);
    const path = { problem: `‘${error}’`, steps: way.map(({ step }) => step) };
    const cause = `${last.kind} ${last.event.type}`;
    // Texts of a reply are samples; those of the page are what the user will read.
    const isSample = (last.event as { readonly error?: { readonly message?: string } }).error?.message === error;
    if (isSample || byCause.has(cause)) others.push(path);
    else byCause.set(cause, path);
    if (byCause.size === MOST_UNHAPPY) break;
  }
  return [...byCause.values(), ...others];
}

function findStatePath(subject: Subject, ways: Ways, state: string): UnhappyPath | null {
  const isThere = createPlaceTest(subject, subject.graph(), state);
  for (const [key, way] of ways)
    if (isThere(key)) return { problem: getStateName(subject.texts, state), steps: way.map(({ step }) => step) };
  return null;
}

async function describeStrip(
  subject: Subject,
  subjectOf: FindSubject,
  graph: Graph,
  { kind, problem, steps }: Pick<Strip, 'kind' | 'problem'> & { readonly steps: readonly Step[] },
): Promise<Strip> {
  const happenings = getHappenings(graph, steps);
  const described = await describeCase(subject, subjectOf, { happenings, from: steps.length - 1, tags: [] });
  const { preconditions, steps: told } = described.case;
  return {
    kind,
    problem,
    start: [...preconditions, told[0]?.action ?? ''],
    frames: toFrames(subject, happenings, described.told),
    labels: steps.map(({ label }) => label),
    data: [...new Set(told.flatMap(({ data }) => data))],
  };
}

function toFrames(subject: Subject, happenings: readonly Happening[], told: readonly DescribedStep[]): StripFrame[] {
  const frames: StripFrame[] = [];
  let sentences: string[] = [];
  for (const [index, { step, happenings: own }] of told.entries()) {
    if (index > 0) sentences.push(step.action);
    const one = own.at(-1);
    // Waiting alone shows nothing new.
    if (one === undefined) continue;
    const before = frames.pop();
    if (before !== undefined && !isTyped(subject, one)) {
      frames.push({ ...before, next: sentences });
      sentences = [];
    }
    const isSeen = subject.look(one.after) !== null;
    frames.push({ ...findPlace(subject, one, before), next: [], step: isSeen ? happenings.indexOf(one) : null });
  }
  return frames;
}

/** Returns the state that the step has entered, or that of the frame before. */
function findPlace(
  { findStates, texts, labels }: Subject,
  { before, after }: Happening,
  frame: Pick<StripFrame, 'place' | 'shows'> | undefined,
): Pick<StripFrame, 'place' | 'shows'> {
  const were = new Set(before === null ? [] : findStates(before).map(({ name }) => name));
  const [state] = findStates(after).filter(({ name }) => !were.has(name));
  if (state !== undefined) {
    const { name } = state;
    return { place: getStateName(texts, name), shows: texts.seen[name]?.shows ?? '' };
  }
  if (frame !== undefined) return { place: frame.place, shows: '' };
  const leaves = after._nodes.filter(({ type }) => type === 'atomic' || type === 'final');
  return { place: getPlaceLabel(labels, leaves.map(({ path }) => path.join('.')).join(' & ')), shows: '' };
}

/** Whether something is typed or selected, which changes a value but not the screen. */
function isTyped(subject: Subject, { before, after, step }: Happening): boolean {
  const [was, is] = [subject.look(before), subject.look(after)];
  if (was === null || is === null || before === null) return false;
  const [act] = actsFor(subject.model, step.event, before) ?? [];
  const isSame = was.texts.size === is.texts.size && [...is.texts].every((text) => was.texts.has(text));
  return isSame && (act?.do === 'fill' || act?.do === 'select');
}
