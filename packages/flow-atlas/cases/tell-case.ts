import type { Row } from 'model-testing/table/flow';
import type { Happening } from 'model-testing/model/happening';
import { caseId } from './case.ts';
import type { Case, CaseStep } from './case.ts';
import type { KnownRow, Subject } from './subject.ts';
import { idsIn, tellStep } from './tell.ts';
import type { SubjectOf } from './tell.ts';
import { duration } from './words.ts';

/** Input of a case's description. */
export interface Telling {
  /** Default: the description of its last step. */
  readonly title?: string;
  readonly happenings: readonly Happening[];
  /** The happenings before it lead there. */
  readonly from: number;
  /** The row that the rest is an example of. */
  readonly row?: KnownRow;
  readonly tags: readonly string[];
}

/** A step in words with its happenings: the action and its consequences in the surrounding machines. */
export interface ToldStep {
  readonly step: CaseStep;
  readonly happenings: readonly Happening[];
}

/** A case and its happenings; none when only the words of a table describe it. */
export interface Walked {
  readonly case: Case;
  readonly told: readonly ToldStep[];
}

/** Describes a path in words. */
export async function tellCase(subject: Subject, subjectOf: SubjectOf, telling: Telling): Promise<Walked> {
  const told = await stepsOf(subject, subjectOf, telling);
  return {
    case: caseOf(
      subject,
      telling,
      told.map(({ step }) => step),
    ),
    told,
  };
}

function caseOf(subject: Subject, telling: Telling, steps: readonly CaseStep[]): Case {
  const { happenings, row } = telling;
  const references = [
    ...new Set([
      ...(row === undefined ? [] : idsIn(subject, row.row.ref)),
      ...steps.filter(({ keyword }) => keyword === 'when').flatMap((step) => step.references),
    ]),
  ];
  return {
    id: caseId(subject.flow, happenings, row?.name),
    flow: subject.flow,
    title: telling.title ?? (row === undefined ? titleOf(steps) : titleOfRow(row.row, steps)),
    preconditions: [
      ...(subject.input === '' ? [] : [subject.input]),
      ...(row?.row.when == null ? [] : [`Condition: ${row.row.when}`]),
    ],
    steps,
    references,
    tags: [...new Set([subject.flow, ...telling.tags, ...kindsOf(happenings), ...references])],
  };
}

/** Returns the title of a row's case: its reference, and its last action. */
export function titleOfRow({ ref, when, to }: Row, steps: readonly CaseStep[]): string {
  return `${ref}: ${titleOf(steps, to)}${when === null ? '' : ` [${when}]`}`;
}

/** Returns the title: the last action and its result: a text, and the new state or else `place`. */
function titleOf(steps: readonly CaseStep[], place?: string): string {
  const { action = '', expected = [] } = steps.at(-1) ?? {};
  const state = expected.map((one) => /^It is now: ([^ ]+)/.exec(one)?.[1]).findLast((one) => one !== undefined);
  const shown = expected.map((one) => /^Shown: (.*)$/s.exec(one)?.[1]).find((one) => one !== undefined);
  const outcome = [shown, state ?? place].filter((one) => one !== undefined).join(', ');
  return `${action.replace(/\.$/, '')}${outcome === '' ? '' : ` → ${outcome}`}`;
}

async function stepsOf(path: Subject, subjectOf: SubjectOf, { happenings, from, row }: Telling): Promise<ToldStep[]> {
  const steps: ToldStep[] = [];
  const lastOwn = happenings.findLastIndex(({ isConsequence }) => isConsequence !== true);
  let time = 0;
  for (const [index, one] of happenings.entries()) {
    const keyword = index < from || (index === 0 && happenings.length > 1) ? 'given' : 'when';
    const isRows = row !== undefined && index === lastOwn;
    const told = await tellStep(subjectOf, one, { keyword, time, path, ...(isRows && { row }) });
    const before = steps.at(-1);
    // Consequences of a step inside a child appear in the same step.
    if (one.isConsequence === true) {
      const happened = [...(before?.happenings ?? []), one];
      if (before !== undefined) steps.splice(-1, 1, { step: joined(before.step, told), happenings: happened });
      continue;
    }
    if (one.step.kind !== 'after' && one.now > time) {
      const step = { keyword, action: `${duration(one.now - time)} pass.`, expected: [], references: [] } as const;
      steps.push({ step, happenings: [] });
    }
    steps.push({ step: told, happenings: [one] });
    time = one.now;
  }
  return steps;
}

function joined(before: CaseStep, after: CaseStep): CaseStep {
  return {
    ...before,
    expected: [...new Set([...before.expected, ...after.expected])],
    references: [...new Set([...before.references, ...after.references])],
  };
}

function kindsOf(happenings: readonly Happening[]): string[] {
  const kinds = new Set(happenings.map(({ step }) => step.kind));
  return [...(kinds.has('after') ? ['timer'] : []), ...(kinds.has('error') ? ['failure'] : [])];
}
