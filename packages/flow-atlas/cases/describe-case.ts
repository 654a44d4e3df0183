import type { Row } from 'model-testing/table/flow';
import type { Happening } from 'model-testing/model/happening';
import { caseId } from './case.ts';
import type { Case, CaseStep } from './case.ts';
import type { SubjectRow, Subject } from './subject.ts';
import { findIds, describeStep } from './describe-step.ts';
import type { FindSubject } from './describe-step.ts';
import { formatDuration } from './words.ts';

/** Input of a case's description. */
export interface DescriptionInput {
  /** Default: the description of its last step. */
  readonly title?: string;
  readonly happenings: readonly Happening[];
  /** The happenings before it lead there. */
  readonly from: number;
  /** The row that the rest is an example of. */
  readonly row?: SubjectRow;
  readonly tags: readonly string[];
}

/** A step in words with its happenings: the action and its consequences in the surrounding machines. */
export interface DescribedStep {
  readonly step: CaseStep;
  readonly happenings: readonly Happening[];
}

/** A case and its happenings; none when only the words of a table describe it. */
export interface DescribedCase {
  readonly case: Case;
  readonly told: readonly DescribedStep[];
}

/** Describes a path in words. */
export async function describeCase(
  subject: Subject,
  subjectOf: FindSubject,
  telling: DescriptionInput,
): Promise<DescribedCase> {
  const told = await describeSteps(subject, subjectOf, telling);
  return {
    case: toCase(
      subject,
      telling,
      told.map(({ step }) => step),
    ),
    told,
  };
}

function toCase(subject: Subject, telling: DescriptionInput, steps: readonly CaseStep[]): Case {
  const { happenings, row } = telling;
  const references = [
    ...new Set([
      ...(row === undefined ? [] : findIds(subject, row.row.ref)),
      ...steps.filter(({ keyword }) => keyword === 'when').flatMap((step) => step.references),
    ]),
  ];
  return {
    id: caseId(subject.flow, happenings, row?.name),
    flow: subject.flow,
    title: telling.title ?? (row === undefined ? getTitle(steps) : getRowTitle(row.row, steps)),
    preconditions: [
      ...(subject.input === '' ? [] : [subject.input]),
      ...(row?.row.when == null ? [] : [`Condition: ${row.row.when}`]),
    ],
    steps,
    references,
    tags: [...new Set([subject.flow, ...telling.tags, ...getKinds(happenings), ...references])],
  };
}

/** Returns the title of a row's case: its reference, and its last action. */
export function getRowTitle({ ref, when, to }: Row, steps: readonly CaseStep[]): string {
  return `${ref}: ${getTitle(steps, to)}${when === null ? '' : ` [${when}]`}`;
}

/** Returns the title: the last action and its result: a text, and the new state or else `place`. */
function getTitle(steps: readonly CaseStep[], place?: string): string {
  const { action = '', expected = [] } = steps.at(-1) ?? {};
  const state = expected.map((one) => /^It is now: ([^ ]+)/.exec(one)?.[1]).findLast((one) => one !== undefined);
  const shown = expected.map((one) => /^Shown: (.*)$/s.exec(one)?.[1]).find((one) => one !== undefined);
  const outcome = [shown, state ?? place].filter((one) => one !== undefined).join(', ');
  return `${action.replace(/\.$/, '')}${outcome === '' ? '' : ` → ${outcome}`}`;
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
        action: `${formatDuration(one.now - time)} pass.`,
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
  return {
    ...before,
    expected: [...new Set([...before.expected, ...after.expected])],
    references: [...new Set([...before.references, ...after.references])],
  };
}

function getKinds(happenings: readonly Happening[]): string[] {
  const kinds = new Set(happenings.map(({ step }) => step.kind));
  return [...(kinds.has('after') ? ['timer'] : []), ...(kinds.has('error') ? ['failure'] : [])];
}
