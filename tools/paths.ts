import { FORMATS } from 'flow-atlas/cases/formats';
import { selectCases } from 'flow-atlas/cases/select';
import type { Case } from 'flow-atlas/cases/case';
import { HELP } from './paths/help.ts';
import { getMachineSelections } from './paths/machine-selection.ts';
import type { MachineSelection } from './paths/machine-selection.ts';
import { machineNames, getSubject, createSubjectFinder } from './paths/machines.ts';
import { parseOptions } from './paths/options.ts';
import type { Options } from './paths/options.ts';
import { compareWithStored } from './paths/stored.ts';

/** `npm run paths -- <machine> …`: the paths of a machine as a person walks them (docs/paths.md). */

async function main(args: readonly string[]): Promise<string> {
  const options = parseOptions(args);
  const { machine, format } = options;
  if (options.isHelp) return HELP;
  if (options.results !== undefined) return compareWithStored(machine, options.results);
  const coversAllMachines =
    machine === null && [options.for, options.cover, options.shows, options.since].some((one) => one !== undefined);
  const isList = args.length === 0;
  if (machine === null && !coversAllMachines && !isList)
    throw new Error(
      'Name a machine, or select cases of all machines with --cover, --for or --shows. npm run paths lists the machines.',
    );
  if (machine === null && !coversAllMachines)
    return `Machines:\n${machineNames()
      .map((name) => `  ${name}`)
      .join('\n')}\n\n${HELP}`;
  if (options.since !== undefined) {
    const { reportChanges } = await import('./paths/report-changes.ts');
    return reportChanges(options);
  }
  if (format === 'playwright' || options.isRun) {
    // Imported here, because nothing else in this file needs a browser.
    const { runInBrowser } = await import('./paths/in-browser.ts');
    return runInBrowser(options);
  }
  const cases: Case[] = [];
  for (const one of getMachineSelections(options)) cases.push(...(await casesIn(one)));
  if (cases.length === 0) throw new Error(nothingFor(options));
  return FORMATS[format](cases);
}

async function casesIn({ machine, asked }: MachineSelection): Promise<Case[]> {
  const subject = await getSubject(machine);
  return selectCases(subject, await createSubjectFinder(subject), asked);
}

function nothingFor({ machine, for: id, maxSteps }: Options): string {
  const where = machine === null ? 'No machine has a path' : `${machine} has no path`;
  const what = id === undefined ? '' : ` for ${id}`;
  return `${where}${what}${maxSteps === undefined ? '' : ` of at most ${maxSteps} steps`}.`;
}

// `… | head` closes the pipe early.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

main(process.argv.slice(2)).then(
  (text) => process.stdout.write(text),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
