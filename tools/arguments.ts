import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { createUnknownNameError } from 'flow-atlas/cases/nearest';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given; allowPositionals: true }>>;

/** Parses the arguments of a command. Throws a sentence that names the mistake. */
export function parseArguments<const Given extends Options>(args: readonly string[], options: Given): Parsed<Given> {
  const given = [...args.entries()].flatMap(([index, arg]) => {
    const name = findOptionName(arg, options);
    return name === null ? [] : [{ name, index, isWhole: arg.includes('=') }];
  });
  for (const { name } of given) {
    if (!Object.hasOwn(options, name)) throw createUnknownNameError('option called', name, Object.keys(options));
    if (given.filter((one) => one.name === name).length > 1) throw new Error(`--${name} is given twice.`);
  }
  const joined = [...args];
  for (const { name, index, isWhole } of given.toReversed()) {
    const value = args[index + 1];
    if (options[name]?.type !== 'string' || isWhole) continue;
    if (value === undefined || findOptionName(value, options) !== null) throw new Error(`--${name} needs a value.`);
    // Node's parser treats a value that starts with a dash as an option.
    joined.splice(index, 2, `--${name}=${value}`);
  }
  try {
    return parseArgs({ args: joined, options, allowPositionals: true });
  } catch (cause) {
    throw new Error(`${(cause as Error).message.split('. ')[0]}.`, { cause });
  }
}

/** Returns the option that an argument names; `null` for a value, including a negative number. */
function findOptionName(arg: string, options: Options): string | null {
  const long = /^--([^=]+)/.exec(arg)?.[1];
  if (long !== undefined) return long;
  return Object.entries(options).find(([, { short }]) => short !== undefined && arg === `-${short}`)?.[0] ?? null;
}

/** Throws a sentence when a folder cannot be created, because a file is in its place or above it. */
export function assertFolder(option: string, folder: string): void {
  for (let at = path.resolve(folder); at !== path.dirname(at); at = path.dirname(at)) {
    if (!existsSync(at)) continue;
    if (statSync(at).isDirectory()) return;
    throw new Error(`--${option} ${folder} cannot be a folder: ${path.relative('.', at)} is a file.`);
  }
}
