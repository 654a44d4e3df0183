import { databaseCode, isConnectionLoss } from '../../db/errors.ts';
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
/** What was typed after a command, with its options by name. */
export type Typed<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given; allowPositionals: true }>>;

/** What was typed is no command: the usage says what is. */
export class Misused extends Error {}

/**
 * Runs a command with what was typed after its name: `--help` prints the usage, and whatever hinders the command is one
 * sentence and an exit code of 1.
 */
export async function runCli<const Given extends Options>(
  usage: string,
  options: Given,
  main: (typed: Typed<Given>) => Promise<void>,
): Promise<void> {
  try {
    if (process.argv.slice(2).includes('--help')) return console.log(usage);
    await main(parseArgs({ options, allowPositionals: true }));
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof Misused) console.log(usage);
    else console.error(wordsFor(error));
  }
}

function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node goes on with advice about positional arguments.
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return `${error.message.split('. ', 1)[0] ?? ''}. --help says what there is.`;
  return databaseWords(error) ?? error.message;
}

/** What the database or the way to it says, without the statement and its values; null where it is about neither. */
function databaseWords(error: Error): string | null {
  const code = databaseCode(error);
  if (code === null) return null;
  let at = error;
  while (at.cause instanceof Error) at = at.cause;
  const said = at.message === '' ? code : at.message;
  if (isConnectionLoss(error)) return `The database cannot be reached: ${said}`;
  return 'syscall' in at ? null : `The database refused: ${said}`;
}

/** Ctrl+C and a stop from outside end the command, and say what that means. */
export function sayWhenInterrupted(meaning: string): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      console.error(`Interrupted. ${meaning}`);
      process.exit(1);
    });
}
