import { nameReferences } from 'model-testing/model/explore';
import { getGuardChecks } from 'model-testing/model/guard-checks';
import { getHappenings } from 'model-testing/model/happening';
import type { Happening } from 'model-testing/model/happening';
import type { Graph } from 'model-testing/model/explore';
import { findSteps, predictSnapshots } from 'model-testing/model/paths';
import { getActiveValue } from 'model-testing/model/structure';
import { choosePaths } from 'model-testing/model/choose';
import { getTextPieces } from 'model-testing/texts/text-pieces';
import { isTriggered } from 'model-testing/view/triggered';
import { hash } from '../cases/case.ts';
import type { Way } from '../cases/describe-case.ts';
import { getStateName } from '../cases/expected-line.ts';
import { describeInstruction } from '../cases/instruction.ts';
import { findStartedActors } from '../cases/started-actors.ts';
import type { RenderedView } from '../cases/rendered-view.ts';
import { UNLIKE } from '../cases/subject.ts';
import type { Subject } from '../cases/subject.ts';
import { getTrigger } from '../cases/title.ts';
import { addDataCases } from '../cases/transition-cases.ts';

/** Behaviour of one version of a flow along its paths and rows, as data that another process can compare. */
export interface FlowTrace {
  readonly flow: string;
  readonly ways: readonly WayTrace[];
  /** Names of all rows of its table, also of those that do not run on the machine. */
  readonly rules: readonly string[];
}

export interface WayTrace {
  readonly way: Way;
  /** References of the row to the specification. */
  readonly ref: string;
  readonly steps: readonly StepTrace[];
  /** Whether the flow has no next step with the wanted label here. */
  readonly isCut: boolean;
}

export interface StepTrace {
  /** The label of the step in the model. */
  readonly label: string;
  /** The event in words. */
  readonly trigger: string;
  /** Names of the table's states after it, the most specific last. */
  readonly places: readonly string[];
  readonly value: string;
  /** Milliseconds from the start of the timer that fires in a path; 0 for anything else. */
  readonly wait: number;
  /** Guards that were asked, with their answers. */
  readonly guards: Readonly<Record<string, boolean>>;
  /** Started calls and listeners with their inputs as JSON, or its hash when it is long. */
  readonly calls: Readonly<Record<string, string>>;
  /** Effects of a path by name, e.g. another address, with their values as JSON, or its hash when it is long. */
  readonly effects: Readonly<Record<string, string>>;
  /** Each field of the context as JSON, or its hash when it is long. */
  readonly context: Readonly<Record<string, string>>;
  /** Visible texts, names and targets of controls; `null` when nothing is drawn. */
  readonly texts: readonly string[] | null;
}

/** Marks the name of a control that cannot be pressed. */
export const OFF = ' (off)';

/** Traces the paths of the cover transitions and every row that runs on the machine. */
export async function traceFlow(subject: Subject): Promise<FlowTrace> {
  const graph = subject.graph();
  const isPlain = (arc: Graph['arcs'][number]) => isTriggered(subject.model, graph, arc);
  const chosen = choosePaths(graph, { cover: 'transitions', isPlain });
  const { paths } = await addDataCases(subject, graph, chosen);
  const own = (await subject.rows()).filter(({ flow }) => flow === subject.flow);
  const rows = own.flatMap(({ name, row, happenings }): WayTrace[] =>
    happenings === null
      ? []
      : [{ way: { row: name }, ref: row.ref, steps: traceSteps(subject, happenings, []), isCut: false }],
  );
  const walked = paths.map(({ steps }) =>
    tracePath(
      subject,
      steps.map(({ label }) => label),
    ),
  );
  return { flow: subject.flow, ways: [...walked, ...rows], rules: own.map(({ name }) => name) };
}

/** Traces the path with these labels as far as this version has it. */
export function tracePath(subject: Subject, along: readonly string[]): WayTrace {
  const graph = subject.graph();
  for (let length = along.length; length > 0; length -= 1) {
    const steps = findSteps(graph, along.slice(0, length));
    if (steps === null) continue;
    const timers = predictSnapshots(graph, steps).map((state) => state.timers[0]?.delay ?? 0);
    const traced = traceSteps(subject, getHappenings(graph, steps), timers);
    return { way: { along }, ref: '', steps: traced, isCut: length < along.length };
  }
  return { way: { along }, ref: '', steps: [], isCut: true };
}

/** Returns the rendered view after a step of a row or a path; `null` when it has none. */
export async function drawStep(subject: Subject, way: Way, step: number): Promise<string | null> {
  const happenings = 'along' in way ? getPathHappenings(subject, way.along) : await getRowHappenings(subject, way.row);
  const after = happenings.filter(isOwn)[step]?.after;
  return after === undefined ? null : (subject.look(after)?.html ?? null);
}

function getPathHappenings(subject: Subject, along: readonly string[]): readonly Happening[] {
  const graph = subject.graph();
  for (let length = along.length; length > 0; length -= 1) {
    const steps = findSteps(graph, along.slice(0, length));
    if (steps !== null) return getHappenings(graph, steps);
  }
  return [];
}

async function getRowHappenings(subject: Subject, name: string): Promise<readonly Happening[]> {
  return (await subject.rows()).find((row) => row.name === name)?.happenings ?? [];
}

/** Whether a happening is one of the flow's own machine, not of a child or an act outside of it. */
function isOwn({ inside, act }: Happening): boolean {
  return inside.length === 0 && act === undefined;
}

/** `timers` has the delay of the next timer after each step of a path. */
function traceSteps(subject: Subject, happenings: readonly Happening[], timers: readonly number[]): StepTrace[] {
  const own = happenings.filter(isOwn);
  return own.map((one, index) =>
    traceStep(subject, one, {
      time: own[index - 1]?.now ?? 0,
      wait: one.step.kind === 'after' ? (timers[index - 1] ?? 0) : 0,
    }),
  );
}

function traceStep(subject: Subject, one: Happening, { time, wait }: { time: number; wait: number }): StepTrace {
  const { before, after, step } = one;
  const context = { likeness: UNLIKE, rows: [], time, findCall: subject.findCall };
  const isActive = before?.status === 'active';
  return {
    label: step.label,
    trigger: getTrigger(subject, one, describeInstruction(subject, one, context)).replace(/\.$/, ''),
    places: subject
      .findStates(after)
      .filter(({ name }) => after.status === 'done' || !subject.isOutside(name))
      .map(({ name }) => getStateName(subject.texts, name)),
    value: getActiveValue(after),
    wait,
    guards: Object.fromEntries(
      isActive ? getGuardChecks(before, step.event).map(({ guard, isTrue }) => [guard, isTrue]) : [],
    ),
    calls: Object.fromEntries(findStartedActors(before, after).map(({ id, input }) => [id, toJson(input)])),
    effects: Object.fromEntries((one.effects ?? []).map(({ type, params }) => [type, toJson(params)])),
    context: Object.fromEntries(
      Object.entries(after.context as object).map(([field, value]) => [field, toJson(value)]),
    ),
    texts: listVisible(subject.look(after)),
  };
}

/** Returns what a person sees or hears of a view: its texts, names without a text, controls that are off, and links. */
function listVisible(view: RenderedView | null): string[] {
  if (view === null) return [];
  const read = (html: string) => [...getTextPieces(html)].join(' ');
  const find = (pattern: RegExp) =>
    [...view.html.matchAll(pattern)].map(([, found = '', inner = '']) => [found, inner]);
  const names = find(/ (?:aria-label|placeholder|title)="([^"]*)"/g).map(([name = '']) => read(name));
  const off = find(/<button\b([^>]*)>(.*?)<\/button>/gs).flatMap(([attributes = '', inner = '']) =>
    /disabled="(?:true)?"/.test(attributes)
      ? [`${read(/ aria-label="([^"]*)"/.exec(attributes)?.[1] ?? inner)}${OFF}`]
      : [],
  );
  const links = find(/<a\b[^>]* href="([^"]*)"/g).map(([target = '']) => `link to ${read(target)}`);
  return [...new Set([...view.texts, ...names, ...off, ...links])];
}

const MOST_LETTERS = 200;

/** Functions of an input differ by their code. */
function toJson(value: unknown): string {
  const text = JSON.stringify(value, (key, one: unknown) =>
    typeof one === 'function' ? String(one) : nameReferences(key, one),
  ) as string | undefined;
  if (text === undefined) return '';
  return text.length > MOST_LETTERS ? `#${hash(text)}` : text;
}
