import { HELP } from './paths/help.ts';
import { formatCases, writeCases } from './paths/formats.ts';
import { machineNames } from './paths/machines.ts';
import { parseOptions } from './paths/options.ts';
import { compareWithStored } from './paths/stored.ts';

/** `npm run paths -- <machine> …`: the paths of a machine as a person walks them (docs/paths.md). */

async function main(args: readonly string[]): Promise<string> {
  const options = parseOptions(args);
  const { machine, isAll, into } = options;
  if (options.isHelp) return HELP;
  if (options.results !== undefined) return compareWithStored(machine, options.results);
  const coversAllMachines =
    isAll ||
    [options.for, options.cover, options.shows, options.since, options.fromRun].some((one) => one !== undefined);
  if (machine === null && !coversAllMachines && args.length > 0)
    throw new Error(
      'Name a machine, or select cases of all machines with --all, --cover, --for, --shows or --from-run. npm run paths lists the machines.',
    );
  if (machine === null && !coversAllMachines)
    return `Machines:\n${machineNames()
      .map((name) => `  ${name}`)
      .join('\n')}\n\n${HELP}`;
  if (options.since !== undefined) {
    const { reportChanges } = await import('./paths/report-changes.ts');
    return reportChanges(options);
  }
  if (options.isRun) {
    // Imported here, because nothing else in this file needs a browser.
    const { runInBrowser } = await import('./paths/in-browser.ts');
    return runInBrowser(options);
  }
  return into === null ? formatCases(options) : writeCases(options, into);
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
