import type { Happening } from 'model-testing/model/happening';
import { actsFor } from 'model-testing/view/acts-for';
import { caseId, hash } from './case.ts';
import { getRowText } from './case-texts.ts';
import type { Case, CaseStep } from './case.ts';
import type { SubjectRow, Subject } from './subject.ts';
import { findIds, describeStep } from './describe-step.ts';
import type { FindSubject } from './describe-step.ts';
import { getStateName } from './expected-line.ts';
import { findStartTexts } from './instruction.ts';
import { createTitle } from './title.ts';
import type { TitledCase } from './title.ts';
import { formatDuration } from './words.ts';

/** Input of a case's description. */
export interface DescriptionInput {
  /** Default: the description of its last step. */
  readonly title?: string;
  /** Stands for the last step in the title. */
  readonly cause?: string;
  readonly happenings: readonly Happening[];
  /** The happenings before it lead there. */
  readonly from: number;
  /** The row that the rest is an example of. */
  readonly row?: SubjectRow;
  /** Labels of the path's steps in the flow's own graph. */
  readonly along?: readonly string[];
  readonly tags: readonly string[];
}

/** A step in words with its happenings: the action and its consequences in the surrounding machines. */
export interface DescribedStep {
  readonly step: CaseStep;
  readonly happenings: readonly Happening[];
}

/** A case and its happenings; none when only the words of a table describe it. */
export interface DescribedCase extends Pick<TitledCase, 'hints'> {
  readonly case: Case;
  /** Its row or its path, by which another version finds it. */
  readonly way: Way;
  readonly told: readonly DescribedStep[];
}

/** A row by its name, or a path by the labels of its steps. */
export type Way = { readonly row: string } | { readonly along: readonly string[] };

/** Describes a path in words. */
export async function describeCase(
  subject: Subject,
  subjectOf: FindSubject,
  telling: DescriptionInput,
): Promise<DescribedCase> {
  const told = await describeSteps(subject, subjectOf, telling);
  const { happenings, row } = telling;
  const last = happenings.findLast(({ isConsequence }) => isConsequence !== true);
  const before = last?.before == null ? [] : (subjectOf(last.machine)?.findStates(last.before) ?? []);
  const [, start = ''] = /^start\((.*)\)$/s.exec(happenings[0]?.step.label ?? '') ?? [];
  return {
    case: toCase(subject, subjectOf, telling, told),
    told,
    way: row === undefined ? { along: telling.along ?? [] } : { row: row.name },
    hints: [
      before.map(({ name }) => getStateName(subjectOf(last?.machine ?? '')?.texts ?? subject.texts, name)).at(-1) ?? '',
      row?.row.when == null ? '' : getRowText(subject.texts, row.row.when),
      start,
    ],
  };
}

function toCase(
  subject: Subject,
  subjectOf: FindSubject,
  { happenings, row, title, cause, tags }: DescriptionInput,
  told: readonly DescribedStep[],
): Case {
  const steps = told.map(({ step }) => step);
  const references = [
    ...new Set([
      ...(row === undefined ? [] : findIds(subject, row.row.ref)),
      ...steps.filter(({ keyword }) => keyword === 'when').flatMap((step) => step.references),
    ]),
  ];
  return {
    id: caseId(subject.flow, happenings, row?.name),
    fingerprint: getFingerprint(subjectOf, told),
    flow: subject.flow,
    title: title ?? getTitle(subject, subjectOf, told.at(-1), { cause, place: row?.row.to }),
    preconditions: [
      ...getPrecondition(subject, happenings[0]?.step),
      ...(row?.row.when == null ? [] : [`Condition: ${getRowText(subject.texts, row.row.when)}`]),
    ],
    steps,
    references,
    tags: [...new Set([subject.flow, ...tags, ...getKinds(happenings), ...references])],
  };
}

interface TitleParts {
  readonly cause: string | undefined;
  readonly place: string | undefined;
}

function getTitle(
  subject: Subject,
  subjectOf: FindSubject,
  told: DescribedStep | undefined,
  { cause, place }: TitleParts,
): string {
  if (told === undefined) return '';
  const one = told.happenings.find(({ isConsequence }) => isConsequence !== true);
  const own = subjectOf(one?.machine ?? '') ?? subject;
  const end = { place, around: subject.texts };
  return cause === undefined
    ? createTitle(own, told.step, one, end)
    : createTitle(own, { ...told.step, action: cause }, undefined, end);
}

/** Returns the precondition of the start, or that of the whole flow. */
export function getPrecondition(subject: Subject, start: Happening['step'] | undefined): string[] {
  const own = start === undefined ? undefined : findStartTexts(subject, start)?.has;
  // The input of the table is for all starts, so a flow with sentences does not use it.
  const has = own ?? (Object.keys(subject.texts.starts).length > 0 ? '' : subject.input);
  return has === '' ? [] : [has];
}

/** Depends on the controls, the waiting times and the expectations, not on the sentences. */
function getFingerprint(subjectOf: FindSubject, told: readonly DescribedStep[]): string {
  return hash(
    told.map(({ step, happenings }) => [
      happenings.map(({ machine, step: { event }, before, act, now }) => {
        const subject = subjectOf(machine);
        const acts = subject === null || before === null ? null : actsFor(subject.model, event, before);
        return [now, [act ?? acts?.[0] ?? null].map((how) => how && { ...how, name: String(how.name) })];
      }),
      step.expected.map(({ line }) => line),
    ]),
  );
}

async function describeSteps(
  path: Subject,
  subjectOf: FindSubject,
  { happenings, from, row }: DescriptionInput,
): Promise<DescribedStep[]> {
  const steps: DescribedStep[] = [];
  const lastOwn = happenings.findLastIndex(({ isConsequence }) => isConsequence !== true);
  let time = 0;
  for (const [index, one] of happenings.entries()) {
    // A machine inside another stops with it; nobody does anything for that.
    if (one.step.event.type === 'xstate.stop') continue;
    const keyword = index < from || (index === 0 && happenings.length > 1) ? 'given' : 'when';
    const isRows = row !== undefined && index === lastOwn;
    const told = await describeStep(subjectOf, one, { keyword, time, path, ...(isRows && { row }) });
    const before = steps.at(-1);
    // Consequences of a step inside a child appear in the same step.
    if (one.isConsequence === true) {
      const happened = [...(before?.happenings ?? []), one];
      if (before !== undefined) steps.splice(-1, 1, { step: joinSteps(before.step, told), happenings: happened });
      continue;
    }
    if (one.step.kind !== 'after' && one.now > time) {
      const step = {
        keyword,
        action: `Wait ${formatDuration(one.now - time)}.`,
        data: [],
        expected: [],
        references: [],
      } as const;
      steps.push({ step, happenings: [] });
    }
    steps.push({ step: told, happenings: [one] });
    time = one.now;
  }
  return steps;
}

function joinSteps(before: CaseStep, after: CaseStep): CaseStep {
  const lines = new Set(before.expected.map(({ line }) => line));
  return {
    ...before,
    data: [...new Set([...before.data, ...after.data])],
    expected: [...before.expected, ...after.expected.filter(({ line }) => !lines.has(line))],
    references: [...new Set([...before.references, ...after.references])],
  };
}

function getKinds(happenings: readonly Happening[]): string[] {
  const kinds = new Set(happenings.map(({ step }) => step.kind));
  return [...(kinds.has('after') ? ['timer'] : []), ...(kinds.has('error') ? ['failure'] : [])];
}
