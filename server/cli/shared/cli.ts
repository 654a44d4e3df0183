import { databaseCode, isConnectionLoss } from '../../db/errors.ts';
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
/** Parsed options and positional arguments of a command. */
export type ParsedArgs<Given extends Options> = ReturnType<
  typeof parseArgs<{ options: Given; allowPositionals: true }>
>;

/** The arguments are invalid, so the usage is printed. */
export class UsageError extends Error {}

/**
 * Runs a command with the process arguments. `--help` prints the usage. An error prints one sentence and sets exit code
 * 1.
 */
export async function runCli<const Given extends Options>(
  usage: string,
  options: Given,
  main: (typed: ParsedArgs<Given>) => Promise<void>,
): Promise<void> {
  try {
    if (process.argv.slice(2).includes('--help')) return console.log(usage);
    await main(parseArgs({ options, allowPositionals: true }));
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof UsageError) console.log(usage);
    else console.error(formatUsage(error));
  }
}

function formatUsage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node appends advice about positional arguments.
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return `${error.message.split('. ', 1)[0] ?? ''}. Run it with --help for the options.`;
  return formatDatabaseError(error) ?? error.message;
}

/** Returns the message of a database error without the statement and its values. `null` for other errors. */
function formatDatabaseError(error: Error): string | null {
  const code = databaseCode(error);
  if (code === null) return null;
  let at = error;
  while (at.cause instanceof Error) at = at.cause;
  const said = at.message === '' ? code : at.message;
  if (isConnectionLoss(error)) return `The database cannot be reached: ${said}`;
  return 'syscall' in at ? null : `The database refused: ${said}`;
}

/** Prints `meaning` when SIGINT or SIGTERM ends the command. */
export function printWhenInterrupted(meaning: string): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      console.error(`Interrupted. ${meaning}`);
      process.exit(1);
    });
}
