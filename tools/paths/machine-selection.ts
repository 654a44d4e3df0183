import { findNearest, createUnknownNameError } from 'flow-atlas/cases/nearest';
import type { CaseSelection } from 'flow-atlas/cases/select';
import { readReport } from '../texts/report.ts';
import { machineNames } from './machines.ts';
import type { Options } from './options.ts';

/** A machine with the selection of its cases. */
export interface MachineSelection {
  readonly machine: string;
  readonly asked: CaseSelection;
}

/** Returns the machines whose cases are requested. Remarks about saved runs go to stderr: the output is one file. */
export async function selectMachines(options: Options): Promise<readonly MachineSelection[]> {
  if (options.fromRun === undefined) return getMachineSelections(options);
  const { selectFromRuns } = await import('./from-run.ts');
  const { selections, remarks } = await selectFromRuns(options.fromRun, options.machine);
  for (const remark of remarks) process.stderr.write(`${remark}\n`);
  return selections;
}

/** Returns the machines whose cases are requested, without saved runs. */
export function getMachineSelections(options: Options): MachineSelection[] {
  const { machine, shows } = options;
  if (machine !== null && !machineNames().includes(machine))
    throw createUnknownNameError('machine called', machine, machineNames());
  if (shows !== undefined) return findCasesThatShow(shows, machine);
  return (machine === null ? machineNames() : [machine]).map((name) => ({ machine: name, asked: options }));
}

/**
 * Returns the cases that reach a text, of one machine or of all, according to docs/texts.json. Ignores case and matches
 * parts of a text. Throws with the most similar texts when there is none.
 */
export function findCasesThatShow(text: string, machine: string | null, { shown } = readReport()): MachineSelection[] {
  const mine = shown.filter(({ flow }) => machine === null || flow === machine);
  const wanted = text.toLowerCase();
  const same = mine.filter((one) => one.text.toLowerCase() === wanted);
  const found = same.length > 0 ? same : mine.filter((one) => one.text.toLowerCase().includes(wanted));
  if (wanted.trim() === '' || found.length === 0) {
    const near = findNearest(text, [...new Set(mine.map((one) => one.text))]);
    const hint =
      near.length > 0
        ? `Did you mean ${near.map((one) => `'${one}'`).join(' or ')}?`
        : 'npm run texts lists all texts.';
    throw new Error(
      `${machine ?? 'No machine'} ${machine === null ? 'shows' : 'does not show'} the text '${text}'. ${hint}`,
    );
  }
  return found.map((one) => ({
    machine: one.flow,
    asked: { ending: one.text, ...(one.row === undefined ? { along: one.path } : { row: one.row }) },
  }));
}
