import type { Arc, Graph } from 'model-testing/model/explore';
import { isIn } from 'model-testing/model/structure';
import { findSteps } from 'model-testing/model/paths';
import type { Step } from 'model-testing/model/timed';
import { parseAnswer } from 'model-testing/table/language';
import type { Row } from 'model-testing/table/flow';
import { hash, hashId } from './case.ts';
import { getRowText } from './case-texts.ts';
import type { Case, CaseStep } from './case.ts';
import { describeLine, getStateName } from './expected-line.ts';
import {
  choosePaths,
  selectFewest,
  toPlainGraph,
  findShortestPath,
  findPathsThroughEach,
} from 'model-testing/model/choose';
import type { ChosenPath, Cover } from 'model-testing/model/choose';
import { expandChildren } from './expand-children.ts';
import type { FindTakenPaths } from './expand-children.ts';
import { isTriggered } from 'model-testing/view/triggered';
import { createUnknownNameError } from './nearest.ts';
import type { SubjectRow, Subject } from './subject.ts';
import { findIds } from './describe-step.ts';
import { isCode } from './instruction.ts';
import type { FindSubject } from './describe-step.ts';
import { describeCase, getPrecondition } from './describe-case.ts';
import type { DescriptionInput, DescribedCase } from './describe-case.ts';
import { createTitle, makeUnique } from './title.ts';
import { addDataCases } from './transition-cases.ts';
import { capitalise, formatDuration, withFullStop } from './words.ts';

/** Selection of cases. */
export interface CaseSelection {
  readonly cover?: Cover | undefined;
  /** A state of the table or of the machine. */
  readonly to?: string | undefined;
  /** An event type, a slot, or words of a row's `on`. */
  readonly through?: string | undefined;
  /** An id of the specification or of a ruling. */
  readonly for?: string | undefined;
  /** One path, by the labels of its steps. */
  readonly along?: readonly string[] | undefined;
  /** One path that is given, e.g. a recorded one. */
  readonly walk?: GivenPath | undefined;
  /** The text that is visible at its end. */
  readonly ending?: string | undefined;
  /** One row by its name. */
  readonly row?: string | undefined;
  readonly maxSteps?: number | undefined;
  readonly seed?: number | undefined;
}

/** The steps of a machine, and the paths that its child machines took. */
export interface GivenPath {
  readonly steps: readonly Step[];
  readonly findTaken: FindTakenPaths;
}

/** Returns the cases of one machine. */
export async function selectCases(subject: Subject, subjectOf: FindSubject, asked: CaseSelection): Promise<Case[]> {
  return (await selectWalks(subject, subjectOf, asked)).map((walked) => walked.case);
}

/** Returns the cases with the happenings of each step. Transitions or rows with the same path share one case. */
export async function selectWalks(
  subject: Subject,
  subjectOf: FindSubject,
  asked: CaseSelection,
): Promise<DescribedCase[]> {
  const tellings = await selectDescriptions(subject, subjectOf, asked);
  const most = asked.maxSteps ?? Number.POSITIVE_INFINITY;
  const found = new Map<string, DescribedCase>();
  for (const telling of tellings) {
    const walked = 'steps' in telling ? inWords(telling) : await describeCase(subject, subjectOf, telling);
    const { id } = walked.case;
    if (walked.told.length > most || found.has(id)) continue;
    found.set(id, asked.ending === undefined ? walked : addEndText(asked.ending, walked));
  }
  const all = [...found.values()];
  const titles = makeUnique(all.map(({ case: { title }, hints }) => ({ title, hints })));
  return all.map((one, index) => ({ ...one, case: { ...one.case, title: titles[index] ?? one.case.title } }));
}

/** Adds the text that is known to be visible at the end, because no row may mention it for this path. */
function addEndText(text: string, walked: DescribedCase): DescribedCase {
  const line = `Shown: '${text}'`;
  const last = walked.told.at(-1);
  if (last === undefined || last.step.expected.some((one) => one.line === line)) return walked;
  const step = { ...last.step, expected: [{ words: `'${text}' is shown.`, line }, ...last.step.expected] };
  return {
    ...walked,
    case: { ...walked.case, steps: [...walked.case.steps.slice(0, -1), step] },
    told: [...walked.told.slice(0, -1), { ...last, step }],
  };
}

function inWords(told: Case): DescribedCase {
  const steps = told.steps.map((step) => ({ step, happenings: [] }));
  return { case: told, told: steps, way: { along: [] }, hints: [] };
}

async function selectDescriptions(
  subject: Subject,
  subjectOf: FindSubject,
  asked: CaseSelection,
): Promise<(DescriptionInput | Case)[]> {
  if (asked.row !== undefined) {
    const rows = await subject.rows();
    return rows.filter(({ name }) => name === asked.row).map((row) => describeRow(subject, row));
  }
  if (asked.for !== undefined || asked.cover === 'requirements') return selectRowDescriptions(subject, asked);
  const graph = subject.graph();
  const chosen = selectPaths(subject, graph, asked);
  const { paths, rows } = isPlainSelection(asked)
    ? await addDataCases(subject, graph, chosen)
    : { paths: chosen, rows: [] };
  const most = asked.maxSteps ?? Number.POSITIVE_INFINITY;
  const short = paths.filter(({ steps }) => steps.length <= most);
  const told = short.map(({ steps, from }) => {
    const happenings = expandChildren(graph, steps, subjectOf, asked.walk?.findTaken);
    const isWalk = asked.cover === 'tours' || asked.cover === 'pairs';
    return {
      happenings,
      along: steps.map(({ label }) => label),
      from: happenings.findIndex(({ at }) => at >= from),
      ...(isWalk && { title: `A walk of ${steps.length} steps` }),
      ...(asked.walk !== undefined && { cause: 'A recorded run' }),
      tags: [getKindTag(asked)],
    };
  });
  return [...told, ...rows.map((row) => describeRow(subject, row, 'transitions'))];
}

function getKindTag({ walk, cover, to }: CaseSelection): string {
  if (walk !== undefined) return 'recorded';
  return cover ?? (to === undefined ? 'transitions' : 'states');
}

/** Each transition once, of the whole flow: guards and data count too (TST-Q5). */
function isPlainSelection({ cover, ...narrower }: CaseSelection): boolean {
  const { to, through, along, walk } = narrower;
  const isWhole = [to, through, along, walk].every((one) => one === undefined);
  return isWhole && (cover ?? 'transitions') === 'transitions';
}

function selectPaths(subject: Subject, graph: Graph, asked: CaseSelection): readonly ChosenPath[] {
  const { cover, to, through, along, walk, maxSteps, seed } = asked;
  if (walk !== undefined) return [{ title: '', steps: walk.steps, from: 1 }];
  if (along !== undefined) {
    const steps = findSteps(graph, along);
    if (steps === null) throw new Error(`${subject.flow} has no path ${along.join(' → ')}.`);
    return [{ title: along.at(-1) ?? '', steps, from: steps.length - 1 }];
  }
  const isTo = to === undefined ? null : createPlaceTest(subject, graph, to);
  const isThrough = through === undefined ? null : createPassageTest(subject, graph, through);
  const isPlain = (arc: Arc) => isTriggered(subject.model, graph, arc);
  const limits = { ...(maxSteps !== undefined && { maxSteps }), ...(seed !== undefined && { seed }) };
  if (cover !== undefined && cover !== 'requirements') {
    return choosePaths(graph, { cover, isPlain, ...limits }).filter((path) => visits(graph, path, isThrough, isTo));
  }
  if (isTo === null && isThrough !== null) return findPathsThroughEach(graph, isThrough);
  if (isTo === null) return choosePaths(graph, { cover: 'transitions', isPlain, ...limits });
  const path =
    findShortestPath(toPlainGraph(graph, isPlain), isThrough, isTo) ?? findShortestPath(graph, isThrough, isTo);
  if (path === null) throw new Error(`No path of ${subject.flow} goes through '${through ?? ''}' to '${to ?? ''}'.`);
  return [path];
}

function visits(
  graph: Graph,
  { steps }: ChosenPath,
  isThrough: ((arc: Arc) => boolean) | null,
  isTo: ((key: string) => boolean) | null,
): boolean {
  let key = graph.startKey;
  let isPassed = isThrough === null;
  let isThere = isTo === null;
  for (const step of steps) {
    const arc = graph.arcsFrom(key).find((one) => one.step.label === step.label);
    if (arc === undefined) return false;
    isPassed ||= isThrough?.(arc) === true;
    isThere ||= isTo?.(arc.to) === true;
    key = arc.to;
  }
  return isPassed && isThere;
}

/** Returns a test for the snapshots in a state of the table or of the machine. */
export function createPlaceTest(subject: Subject, graph: Graph, state: string): (key: string) => boolean {
  const isThere = (key: string) => {
    const node = graph.nodes.get(key);
    const snapshot = node?.state.snapshot;
    if (node === undefined || snapshot == null) return false;
    return subject.findStates(snapshot).some(({ name }) => name === state) || isIn(node.value, state);
  };
  if ([...graph.nodes.keys()].some(isThere)) return isThere;
  const leaves = [...graph.nodes.values()].flatMap(({ value }) => value.split(' & '));
  throw createUnknownNameError(`reachable state of ${subject.flow} called`, state, [
    ...new Set([...subject.states, ...leaves]),
  ]);
}

function createPassageTest({ flow }: Subject, graph: Graph, event: string): (arc: Arc) => boolean {
  const getArcNames = ({ step }: Arc) => [step.label, step.event.type, step.label.replace(/\(.*$/s, '').trim()];
  const isThrough = (arc: Arc) => arc.changes && getArcNames(arc).includes(event);
  if (graph.arcs.some(isThrough)) return isThrough;
  const known = graph.arcs.filter(({ changes }) => changes).map((arc) => getArcNames(arc)[2] ?? '');
  throw createUnknownNameError(`event of ${flow}`, event, [...new Set(known)]);
}

async function selectRowDescriptions(
  subject: Subject,
  { for: ruling, maxSteps }: CaseSelection,
): Promise<(DescriptionInput | Case)[]> {
  const rows = await subject.rows();
  const most = maxSteps ?? Number.POSITIVE_INFINITY;
  const short = rows.filter(({ happenings }) => (happenings?.length ?? 0) <= most);
  if (ruling !== undefined)
    return short
      .filter(({ row }) => findIds(subject, row.ref).includes(ruling))
      .map((row) => describeRow(subject, row));
  const chosen = selectFewest(
    short,
    ({ row }) => findIds(subject, row.ref),
    // Executed rows take precedence over rows that are only described.
    ({ happenings }) => happenings?.length ?? 1_000,
  );
  return chosen.map((row) => describeRow(subject, row));
}

function describeRow(subject: Subject, known: SubjectRow, cover = 'requirements'): DescriptionInput | Case {
  const { row, name, happenings, from, flow } = known;
  const tags = [cover, ...(flow === subject.flow ? [] : [flow])];
  if (happenings !== null && happenings.length > 0) return { happenings, from, row: known, tags };
  const lines = [
    ...(row.says ?? []).map((text) => `Shown: '${text}'`),
    ...row.calls.map((call) => `Sent: ${call}`),
    ...row.does.map(capitalise),
    `It is now: ${row.to}`,
  ].map((line) => describeLine(subject, line));
  const place = getStateName(subject.texts, row.from);
  const steps: readonly CaseStep[] = [
    { keyword: 'given', action: `Go to where it is: ${place}.`, data: [], expected: [], references: [] },
    {
      keyword: 'when',
      action: describeCause(subject, row),
      data: lines.flatMap(({ data }) => data),
      expected: lines.map(({ expected }) => expected),
      references: findIds(subject, row.ref),
    },
  ];
  return {
    id: hashId(subject.flow, name),
    fingerprint: hash([row.on, row.ms, lines.map(({ expected }) => expected.line)]),
    flow: subject.flow,
    title: createTitle(subject, steps[1] as CaseStep, undefined, { place: row.to, around: subject.texts }),
    preconditions: [
      ...getPrecondition(subject, undefined),
      ...(row.when === null ? [] : [`Condition: ${getRowText(subject.texts, row.when)}`]),
    ],
    steps,
    references: findIds(subject, row.ref),
    tags: [...new Set([subject.flow, ...tags, ...findIds(subject, row.ref)])],
  };
}

/** Returns what happens in a row that is not run on the machine, in the table's words. */
function describeCause({ texts }: Subject, { on, ms }: Row): string {
  if (ms !== null) return `Wait ${formatDuration(ms)}.`;
  const answer = parseAnswer(on);
  if (answer === null) return withFullStop(capitalise(getRowText(texts, on)));
  const words = isCode(answer.words) ? '.' : `: ${withFullStop(answer.words)}`;
  return `Let ${answer.call} ${answer.kind === 'fails' ? 'fail' : 'be answered'}${words}`;
}
