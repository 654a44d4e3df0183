import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Config } from '../config.ts';

/** One sentence of the specification as a row of a flow table. */
export interface Row {
  readonly from: string;
  /** An act, `<call> answers(case)`, `<call> fails(case)`, a fact from outside, or `timer`. */
  readonly on: string;
  readonly to: string;
  readonly when: string | null;
  /** For a timer: milliseconds after entering `from`. */
  readonly ms: number | null;
  /** Visible texts; `null` for no alert or status text; `undefined` when the row does not say. */
  readonly says: readonly string[] | null | undefined;
  readonly calls: readonly string[];
  readonly does: readonly string[];
  readonly restarts: readonly string[];
  readonly ref: string;
}

export interface Start {
  readonly when: string;
  readonly state: string;
}

/** The visible content of a state while it is active. */
export interface StateRow {
  /** In words; quoted parts must be visible word for word. */
  readonly shows: readonly string[];
  /** The alert or status text; `null` for none. */
  readonly says: string | null;
  readonly ref: string;
}

export interface Flow {
  readonly name: string;
  /** The initial condition in words; empty for none. */
  readonly input: string;
  readonly states: Readonly<Record<string, StateRow>>;
  readonly start: readonly Start[];
  readonly rows: readonly Row[];
  readonly invariants: readonly string[];
  /** Milliseconds or counts by name. */
  readonly constants: Readonly<Record<string, unknown>>;
}

/** All words of the tables' language. No test would read any other word. */
const WORDS = {
  flow: ['flow', 'about', 'source', 'constants', 'input', 'start', 'regions', 'states', 'rows', 'invariants', 'open'],
  constant: ['value', 'ref'],
  start: ['when', 'state'],
  state: ['shows', 'says', 'ref'],
  row: ['from', 'on', 'when', 'ms', 'to', 'calls', 'says', 'does', 'restarts', 'ref'],
  invariant: ['says', 'ref'],
} as const;

interface WrittenFlow {
  readonly constants?: Readonly<Record<string, { readonly value: unknown }>> | null;
  readonly input?: string | null;
  readonly start: string | readonly Start[];
  readonly states: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly invariants?: readonly { readonly says: string }[];
}

/** The option that locates a project's tables. */
type Tables = Pick<Config, 'table'>;

export function hasTable({ table }: Tables, name: string): boolean {
  return existsSync(table(name));
}

export function loadFlow({ table }: Tables, name: string): Flow {
  return parseFlow(name, readFileSync(table(name), 'utf8'));
}

/** Parses a table. Throws when it contains a word that no test reads, or a state that it does not define. */
export function parseFlow(name: string, yaml: string): Flow {
  const written = parse(yaml) as WrittenFlow;
  const starts = typeof written.start === 'string' ? [{ when: 'always', state: written.start }] : written.start;
  const flow: Flow = {
    name,
    input: written.input ?? '',
    states: Object.fromEntries(Object.entries(written.states).map(([state, shown]) => [state, toStateRow(shown)])),
    start: starts,
    rows: written.rows.flatMap(getRows),
    invariants: (written.invariants ?? []).map(({ says }) => says),
    constants: Object.fromEntries(Object.entries(written.constants ?? {}).map(([key, { value }]) => [key, value])),
  };
  const wrong = [
    ...unknownWords('flow', written),
    ...Object.values(written.constants ?? {}).flatMap((one) => unknownWords('constant', one)),
    ...starts.flatMap((one) => unknownWords('start', one)),
    ...Object.values(written.states).flatMap((one) => unknownWords('state', one)),
    ...written.rows.flatMap((one) => unknownWords('row', one)),
    ...(written.invariants ?? []).flatMap((one) => unknownWords('invariant', one)),
    ...[...starts.map(({ state }) => state), ...flow.rows.flatMap(({ from, to, restarts }) => [from, to, ...restarts])]
      .filter((state) => !Object.keys(flow.states).some((known) => known === state || known.startsWith(`${state}.`)))
      .map((state) => `no state is called ${state}`),
    ...flow.rows
      .filter(({ on, ms }) => (on === 'timer') !== (ms !== null))
      .map((row) => `a timer has ms, and nothing else has: ${getRowName(row)}`),
  ];
  if (wrong.length > 0) throw new Error(`${name}.yaml: ${[...new Set(wrong)].join('; ')}`);
  return flow;
}

function unknownWords(part: keyof typeof WORDS, written: object): string[] {
  const known: readonly string[] = WORDS[part];
  return Object.keys(written)
    .filter((word) => !known.includes(word))
    .map((word) => `no ${part} has '${word}'`);
}

/** Returns a row's name in titles and in `elsewhere`: `form: submit(again) [remember me off]`. */
export function getRowName({ from, on, when, ms }: Row): string {
  const words = ms === null ? on : `timer ${ms} ms`;
  return `${from}: ${words}${when === null ? '' : ` [${when}]`}`;
}

/** Splits `on: [a, b]` into two rows that are otherwise equal. */
function getRows(row: Record<string, unknown>): Row[] {
  return toList(row['on']).map((on) => ({
    from: String(row['from']),
    on,
    to: String(row['to']),
    when: row['when'] === undefined ? null : String(row['when']),
    ms: typeof row['ms'] === 'number' ? row['ms'] : null,
    says: toTexts(row['says']),
    calls: toList(row['calls']),
    does: toList(row['does']),
    restarts: toList(row['restarts']),
    ref: String(row['ref']),
  }));
}

function toStateRow({ shows, says, ref }: Readonly<Record<string, unknown>>): StateRow {
  return { shows: toList(shows), says: toTexts(says)?.join(' ') ?? null, ref: String(ref ?? '') };
}

function toTexts(says: unknown): readonly string[] | null | undefined {
  if (says === undefined || says === null) return says;
  return toList(says).map((words) => words.replace(/^\(our words\) /, ''));
}

function toList(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}
