import { readFileSync } from 'node:fs';
import type { Case } from 'flow-atlas/cases/case';
import { createUnknownNameError } from 'flow-atlas/cases/nearest';
import { selectCases } from 'flow-atlas/cases/select';
import { compareResults, formatCommit, parseStoredRun } from 'flow-atlas/cases/stored-results';
import type { Standing, StoredCase, StoredRun } from 'flow-atlas/cases/stored-results';
import { getMachineSelections } from './machine-selection.ts';
import { createSubjectFinder, getSubject, machineNames } from './machines.ts';
import { parseOptions } from './options.ts';

/** `npm run paths -- <machine> --results <file>`: which results of an earlier run still hold (TST-Q4). */

/** Compares the results of a file with the current cases. Throws a sentence when the file cannot be used. */
export async function compareWithStored(machine: string | null, file: string): Promise<string> {
  const run = readStoredRun(file);
  const names = machineNames();
  for (const name of [machine, run.machine])
    if (name !== null && !names.includes(name)) throw createUnknownNameError('machine called', name, names);
  if (machine !== null && machine !== run.machine)
    throw new Error(`${file} has results of ${run.machine ?? 'several machines'}, not of ${machine}.`);
  return formatStandings(run, compareResults(run.cases, await selectAgain(run, file)), file);
}

/** Selects the cases as the stored run did. Throws a sentence when that is impossible now. */
async function selectAgain(run: StoredRun, file: string): Promise<Case[]> {
  const cases: Case[] = [];
  try {
    for (const { machine, asked } of getMachineSelections(parseOptions(toArguments(run)))) {
      const subject = await getSubject(machine);
      cases.push(...(await selectCases(subject, await createSubjectFinder(subject), asked)));
    }
    return cases;
  } catch (cause) {
    throw new Error(`The cases of ${file} cannot be selected any more: ${(cause as Error).message}`, { cause });
  }
}

function readStoredRun(file: string): StoredRun {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new Error(isMissing ? `There is no file ${file}.` : `${file} cannot be read.`, { cause });
  }
  return parseStoredRun(text, file);
}

/** Returns the arguments that selected the cases. */
function toArguments({ machine, selection }: StoredRun): string[] {
  const given = Object.entries(selection).map(
    ([name, value]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${value}`,
  );
  return [...(machine === null ? [] : [machine]), ...given];
}

const VERDICTS: Readonly<Record<StoredCase['verdict'], string>> = {
  passed: 'ok  ',
  failed: 'FAIL',
  unchecked: '??  ',
  'left out': '--  ',
};

/** Formats the comparison: results that hold, cases that ask for a new run and why, and counts. */
export function formatStandings(run: StoredRun, standings: readonly Standing[], file: string): string {
  const of = (status: Standing['status']) => standings.filter((one) => one.status === status);
  const line = ({ id, title, stored }: Standing) =>
    `  ${stored === null ? '    ' : VERDICTS[stored.verdict]} ${id} ${title}`;
  const list = (heading: string, some: readonly Standing[]) =>
    some.length === 0
      ? []
      : [
          `${heading}:`,
          ...some.flatMap((one) => [line(one), ...one.reasons.map((reason) => `         ${reason}`)]),
          '',
        ];
  const [holds, changed, fresh, gone] = [of('holds'), of('changed'), of('new'), of('gone')];
  const failed = holds.filter(({ stored }) => stored?.verdict === 'failed').length;
  const again = changed.length + fresh.length;
  return [
    `${file}: ${run.machine ?? 'several machines'}, ${run.started.slice(0, 16).replace('T', ' ')} UTC${run.commit === null ? '' : `, commit ${formatCommit(run.commit)}`}`,
    '',
    ...list('These results still hold', holds),
    ...list('These have changed and ask for a new run', changed),
    ...list('These are new and have no result', fresh),
    ...list('These are gone: no selected case goes this way any more', gone),
    `${holds.length} of ${run.cases.length} results hold${failed === 0 ? '' : `, ${failed} of them failed`}; ${changed.length} changed, ${fresh.length} new, ${gone.length} gone.`,
    ...(again === 0 ? [] : [`Run them again: npm run paths -- ${toArguments(run).map(quote).join(' ')} --run`]),
    '',
  ].join('\n');
}

/** Quotes an argument for a shell. */
function quote(text: string): string {
  return /^[\w=.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
