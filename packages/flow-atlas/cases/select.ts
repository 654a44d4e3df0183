import type { Arc, Graph } from 'model-testing/model/explore';
import { isIn } from 'model-testing/model/structure';
import { stepsNamed } from 'model-testing/model/paths';
import { idOf } from './case.ts';
import type { Case, CaseStep } from './case.ts';
import { choose, fewest, plainOf, shortest, throughEach } from 'model-testing/model/choose';
import type { Chosen, Cover } from 'model-testing/model/choose';
import { throughInside } from './inside.ts';
import { isMade } from 'model-testing/view/made';
import { unknownName } from './nearest.ts';
import type { KnownRow, Subject } from './subject.ts';
import { idsIn } from './tell.ts';
import type { SubjectOf } from './tell.ts';
import { tellCase, titleOfRow } from './tell-case.ts';
import type { Telling, Walked } from './tell-case.ts';
import { capitalised, duration } from './words.ts';

/** Selection of cases. */
export interface Asked {
  readonly cover?: Cover | undefined;
  /** A state of the table or of the machine. */
  readonly to?: string | undefined;
  /** An event type, a slot, or words of a row's `on`. */
  readonly through?: string | undefined;
  /** An id of the specification or of a ruling. */
  readonly for?: string | undefined;
  /** One path, by the labels of its steps. */
  readonly along?: readonly string[] | undefined;
  /** The text that is visible at its end. */
  readonly ending?: string | undefined;
  /** One row by its name. */
  readonly row?: string | undefined;
  readonly maxSteps?: number | undefined;
  readonly seed?: number | undefined;
}

/** Returns the cases of one machine. */
export async function casesOf(subject: Subject, subjectOf: SubjectOf, asked: Asked): Promise<Case[]> {
  return (await walkedFor(subject, subjectOf, asked)).map((walked) => walked.case);
}

/** Returns the cases with the happenings of each step. Transitions or rows with the same path share one case. */
export async function walkedFor(subject: Subject, subjectOf: SubjectOf, asked: Asked): Promise<Walked[]> {
  const tellings = await tellingsOf(subject, subjectOf, asked);
  const most = asked.maxSteps ?? Number.POSITIVE_INFINITY;
  const found = new Map<string, Walked>();
  for (const telling of tellings) {
    const walked = 'steps' in telling ? inWords(telling) : await tellCase(subject, subjectOf, telling);
    const { id } = walked.case;
    if (walked.told.length > most || found.has(id)) continue;
    found.set(id, asked.ending === undefined ? walked : endingWith(asked.ending, walked));
  }
  return [...found.values()];
}

/** Adds the text that is known to be visible at the end, because no row may mention it for this path. */
function endingWith(text: string, walked: Walked): Walked {
  const said = `Shown: '${text}'`;
  const last = walked.told.at(-1);
  if (last === undefined || last.step.expected.includes(said)) return walked;
  const step = { ...last.step, expected: [said, ...last.step.expected] };
  return {
    case: { ...walked.case, steps: [...walked.case.steps.slice(0, -1), step] },
    told: [...walked.told.slice(0, -1), { ...last, step }],
  };
}

function inWords(told: Case): Walked {
  return { case: told, told: told.steps.map((step) => ({ step, happenings: [] })) };
}

async function tellingsOf(subject: Subject, subjectOf: SubjectOf, asked: Asked): Promise<(Telling | Case)[]> {
  if (asked.row !== undefined) {
    const rows = await subject.rows();
    return rows.filter(({ name }) => name === asked.row).map((row) => toldRow(subject, row));
  }
  if (asked.for !== undefined || asked.cover === 'requirements') return tellingsOfRows(subject, asked);
  const graph = subject.graph();
  return pathsOf(subject, graph, asked).map(({ steps, from }) => {
    const happenings = throughInside(graph, steps, subjectOf);
    const isWalk = asked.cover === 'tours' || asked.cover === 'pairs';
    return {
      happenings,
      from: happenings.findIndex(({ at }) => at >= from),
      ...(isWalk && { title: `A walk of ${steps.length} steps` }),
      tags: [asked.cover ?? (asked.to === undefined ? 'transitions' : 'states')],
    };
  });
}

function pathsOf(subject: Subject, graph: Graph, asked: Asked): readonly Chosen[] {
  const { cover, to, through, along, maxSteps, seed } = asked;
  if (along !== undefined) {
    const steps = stepsNamed(graph, along);
    if (steps === null) throw new Error(`${subject.flow} has no path ${along.join(' → ')}.`);
    return [{ title: along.at(-1) ?? '', steps, from: steps.length - 1 }];
  }
  const isTo = to === undefined ? null : placeOf(subject, graph, to);
  const isThrough = through === undefined ? null : passageOf(subject, graph, through);
  const isPlain = (arc: Arc) => isMade(subject.model, graph, arc);
  const limits = { ...(maxSteps !== undefined && { maxSteps }), ...(seed !== undefined && { seed }) };
  if (cover !== undefined && cover !== 'requirements') {
    return choose(graph, { cover, isPlain, ...limits }).filter((path) => visits(graph, path, isThrough, isTo));
  }
  if (isTo === null && isThrough !== null) return throughEach(graph, isThrough);
  if (isTo === null) return choose(graph, { cover: 'transitions', isPlain, ...limits });
  const path = shortest(plainOf(graph, isPlain), isThrough, isTo) ?? shortest(graph, isThrough, isTo);
  if (path === null) throw new Error(`No path of ${subject.flow} goes through '${through ?? ''}' to '${to ?? ''}'.`);
  return [path];
}

function visits(
  graph: Graph,
  { steps }: Chosen,
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

function placeOf(subject: Subject, graph: Graph, state: string): (key: string) => boolean {
  const isThere = (key: string) => {
    const node = graph.nodes.get(key);
    const snapshot = node?.state.snapshot;
    if (node === undefined || snapshot == null) return false;
    return subject.statesOf(snapshot).some(({ name }) => name === state) || isIn(node.value, state);
  };
  if ([...graph.nodes.keys()].some(isThere)) return isThere;
  const leaves = [...graph.nodes.values()].flatMap(({ value }) => value.split(' & '));
  throw unknownName(`reachable state of ${subject.flow} called`, state, [...new Set([...subject.states, ...leaves])]);
}

function passageOf({ flow }: Subject, graph: Graph, event: string): (arc: Arc) => boolean {
  const namesOf = ({ step }: Arc) => [step.label, step.event.type, step.label.replace(/\(.*$/s, '').trim()];
  const isThrough = (arc: Arc) => arc.changes && namesOf(arc).includes(event);
  if (graph.arcs.some(isThrough)) return isThrough;
  const known = graph.arcs.filter(({ changes }) => changes).map((arc) => namesOf(arc)[2] ?? '');
  throw unknownName(`event of ${flow}`, event, [...new Set(known)]);
}

async function tellingsOfRows(subject: Subject, { for: ruling, maxSteps }: Asked): Promise<(Telling | Case)[]> {
  const rows = await subject.rows();
  const most = maxSteps ?? Number.POSITIVE_INFINITY;
  const short = rows.filter(({ happenings }) => (happenings?.length ?? 0) <= most);
  if (ruling !== undefined)
    return short.filter(({ row }) => idsIn(subject, row.ref).includes(ruling)).map((row) => toldRow(subject, row));
  const chosen = fewest(
    short,
    ({ row }) => idsIn(subject, row.ref),
    // Executed rows take precedence over rows that are only described.
    ({ happenings }) => happenings?.length ?? 1_000,
  );
  return chosen.map((row) => toldRow(subject, row));
}

function toldRow(subject: Subject, known: KnownRow): Telling | Case {
  const { row, name, happenings, from, flow } = known;
  const tags = ['requirements', ...(flow === subject.flow ? [] : [flow])];
  if (happenings !== null && happenings.length > 0) return { happenings, from, row: known, tags };
  const steps: readonly CaseStep[] = [
    { keyword: 'given', action: `Initial state: ${row.from}.`, expected: [], references: [] },
    {
      keyword: 'when',
      action: `${row.ms === null ? capitalised(row.on) : `${duration(row.ms)} pass`}.`,
      expected: [
        ...(row.says ?? []).map((text) => `Shown: '${text}'`),
        ...row.calls.map((call) => `Sent: ${call}`),
        ...row.does.map(capitalised),
        `It is now: ${row.to}`,
      ],
      references: idsIn(subject, row.ref),
    },
  ];
  return {
    id: idOf(subject.flow, name),
    flow: subject.flow,
    title: titleOfRow(row, steps),
    preconditions: [
      ...(subject.input === '' ? [] : [subject.input]),
      ...(row.when === null ? [] : [`Condition: ${row.when}`]),
    ],
    steps,
    references: idsIn(subject, row.ref),
    tags: [...new Set([subject.flow, ...tags, ...idsIn(subject, row.ref)])],
  };
}
