import { FORMATS } from 'flow-atlas/cases/formats';
import { COVERS } from 'model-testing/model/choose';
import type { Cover } from 'model-testing/model/choose';
import { config } from '../../model-testing.config.ts';
import { assertFolder, parseArguments } from '../arguments.ts';

/** Formats of cases that a browser can walk. */
const BROWSER_FORMATS = ['playwright', 'playwright-bdd'] as const;
const FORMAT_NAMES = [...(Object.keys(FORMATS) as (keyof typeof FORMATS)[]), ...BROWSER_FORMATS] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

export interface Options {
  /** `null` to list all names, or for all machines. */
  readonly machine: string | null;
  /** Cases of every machine. */
  readonly isAll: boolean;
  readonly cover?: Cover | undefined;
  readonly to?: string | undefined;
  readonly through?: string | undefined;
  readonly for?: string | undefined;
  /** A text that the case must reach. */
  readonly shows?: string | undefined;
  /** A git revision to compare the cases with. */
  readonly since?: string | undefined;
  /** A saved run of the atlas, or a folder of them: cases of what was done in it. */
  readonly fromRun?: string | undefined;
  readonly maxSteps?: number | undefined;
  readonly seed?: number | undefined;
  readonly format: FormatName;
  readonly isHelp: boolean;
  /** Runs the paths in a browser. */
  readonly isRun: boolean;
  /** Shows the browser window. */
  readonly isHeaded: boolean;
  /** Lets a tester act and judge. */
  readonly isByHand: boolean;
  /** Takes pictures of failures only. */
  readonly isBrief: boolean;
  /** Pause between two actions. Milliseconds. */
  readonly slow: number;
  /** Address of the shop. */
  readonly url: string;
  /** Folder of the report, of the page of changes, or of one file for each flow; `null` for the default. */
  readonly into: string | null;
  /** A `results.json` to compare with the current cases. */
  readonly results?: string | undefined;
}

/** Options that select cases. */
const SELECTION = ['cover', 'to', 'through', 'for', 'shows', 'maxSteps', 'seed'] as const;

/** Returns the options that select cases, as `results.json` stores them. */
export function getSelection(options: Options): Record<string, string | number> {
  return Object.fromEntries(
    SELECTION.flatMap((name) => {
      const value = options[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

const GIVEN = {
  all: { type: 'boolean' },
  cover: { type: 'string' },
  to: { type: 'string' },
  through: { type: 'string' },
  for: { type: 'string' },
  shows: { type: 'string' },
  since: { type: 'string' },
  'from-run': { type: 'string' },
  'max-steps': { type: 'string' },
  seed: { type: 'string' },
  format: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  run: { type: 'boolean' },
  headed: { type: 'boolean' },
  'by-hand': { type: 'boolean' },
  brief: { type: 'boolean' },
  slow: { type: 'string' },
  url: { type: 'string' },
  into: { type: 'string' },
  results: { type: 'string' },
} as const;

/** Parses the options. Throws a sentence that names the mistake. */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArguments(args, GIVEN);
  if (positionals.length > 1) throw new Error(`Name one machine at a time, not ${positionals.join(', ')}.`);
  const { cover, to, through, format = 'text', help = false } = values;
  if (values.for !== undefined) assertId(values.for);
  if (values.all === true) assertOptionsOfAll(values, positionals);
  assertRunOptions(values);
  assertAlone(values, 'from-run', SELECTING, 'says which paths');
  assertAlone(
    values,
    'results',
    Object.keys(GIVEN).filter((name) => name !== 'results'),
    'compares the cases that the stored run selected',
  );
  if (values.into !== undefined) assertFolder('into', values.into);
  return {
    machine: positionals[0] ?? null,
    isAll: values.all ?? false,
    cover: cover === undefined ? undefined : parseOneOf('cover', cover, COVERS),
    to,
    through,
    for: values.for,
    shows: values.shows,
    since: values.since,
    fromRun: values['from-run'],
    maxSteps: parseNumber('max-steps', values['max-steps'], 1),
    seed: parseNumber('seed', values.seed, 0),
    format: parseOneOf('format', format, FORMAT_NAMES),
    isHelp: help,
    isRun: values.run ?? false,
    isHeaded: values.headed ?? values['by-hand'] ?? false,
    isByHand: values['by-hand'] ?? false,
    isBrief: values.brief ?? false,
    slow: parseNumber('slow', values.slow, 0) ?? 0,
    url: parseAddress(values.url ?? 'http://localhost:3000'),
    into: values.into ?? null,
    results: values.results,
  };
}

function parseOneOf<Name extends string>(option: string, given: string, names: readonly Name[]): Name {
  const name = names.find((one) => one === given);
  if (name === undefined) throw new Error(`--${option} must be one of ${names.join(', ')}, not '${given}'.`);
  return name;
}

function parseNumber(option: string, given: string | undefined, least: number): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (!/^\d+$/.test(given) || number < least)
    throw new Error(`--${option} must be a whole number of at least ${least}, not '${given}'.`);
  return number;
}

/** `--all` excludes what only one machine has. */
function assertOptionsOfAll(values: Readonly<Record<string, unknown>>, [machine]: readonly string[]): void {
  if (machine !== undefined) throw new Error(`--all covers every machine: leave out ${machine}.`);
  const [alone] = ['to', 'through'].filter((name) => values[name] !== undefined);
  if (alone !== undefined) throw new Error(`--${alone} needs one machine, not --all.`);
}

/** Options of a run require `--run`. */
function assertRunOptions(values: Readonly<Record<string, unknown>>): void {
  if (values['run'] === true) return;
  const [alone] = ['headed', 'by-hand', 'brief', 'slow'].filter((name) => values[name] !== undefined);
  if (alone !== undefined) throw new Error(`--${alone} needs --run.`);
  if (values['url'] !== undefined && !BROWSER_FORMATS.some((name) => name === values['format']))
    throw new Error(`--url needs --run or --format ${BROWSER_FORMATS.join(' or ')}.`);
  if (values['format'] === 'playwright-bdd' && values['into'] === undefined)
    throw new Error('--format playwright-bdd needs --into <folder>, because it writes several files.');
}

/** Options that select cases. */
const SELECTING = ['all', 'cover', 'to', 'through', 'for', 'shows', 'since', 'seed', 'max-steps'] as const;

/** An option that selects the cases by itself excludes others. */
function assertAlone(
  values: Readonly<Record<string, unknown>>,
  option: string,
  others: readonly string[],
  why: string,
) {
  const other = values[option] === undefined ? undefined : others.find((name) => values[name] !== undefined);
  if (other !== undefined) throw new Error(`--${option} ${why}: leave out --${other}.`);
}

function parseAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(`--url must be an address like http://localhost:3000, not '${given}'.`);
  return url.origin;
}

function assertId(id: string): void {
  const [found] = id.match(config.descriptions.references) ?? [];
  if (found !== id)
    throw new Error(`--for must be an id of a ruling or of the specification, like D21 or §4, not '${id}'.`);
}
