import { FORMATS } from 'flow-atlas/cases/formats';
import { casesOf } from 'flow-atlas/cases/select';
import type { Case } from 'flow-atlas/cases/case';
import { HELP } from './paths/help.ts';
import { askedOf } from './paths/asked.ts';
import type { AskedOf } from './paths/asked.ts';
import { machineNames, subjectNamed, withInside } from './paths/machines.ts';
import { optionsIn } from './paths/options.ts';
import type { Options } from './paths/options.ts';

/** `npm run paths -- <machine> …`: the paths of a machine as a person walks them (docs/paths.md). */

async function main(args: readonly string[]): Promise<string> {
  const options = optionsIn(args);
  const { machine, format } = options;
  if (options.isHelp) return HELP;
  const isOfAll = machine === null && [options.for, options.cover, options.shows].some((one) => one !== undefined);
  const isList = args.length === 0;
  if (machine === null && !isOfAll && !isList)
    throw new Error(
      'Name a machine, or select cases of all machines with --cover, --for or --shows. npm run paths lists the machines.',
    );
  if (machine === null && !isOfAll)
    return `Machines:\n${machineNames()
      .map((name) => `  ${name}`)
      .join('\n')}\n\n${HELP}`;
  if (format === 'playwright' || options.isRun) {
    // Imported here, because nothing else in this file needs a browser.
    const { inBrowser } = await import('./paths/in-browser.ts');
    return inBrowser(options);
  }
  const cases: Case[] = [];
  for (const one of askedOf(options)) cases.push(...(await casesIn(one)));
  if (cases.length === 0) throw new Error(nothingFor(options));
  return FORMATS[format](cases);
}

async function casesIn({ machine, asked }: AskedOf): Promise<Case[]> {
  const subject = await subjectNamed(machine);
  return casesOf(subject, await withInside(subject), asked);
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
