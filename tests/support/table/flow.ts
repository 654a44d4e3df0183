import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** One sentence of the specification as a row of a flow table (tests/spec). */
export interface Row {
  readonly from: string;
  /** An act, `<call> answers(case)`, `<call> fails(case)`, a fact from outside, or `timer`. */
  readonly on: string;
  readonly to: string;
  readonly when: string | null;
  /** Of a timer: milliseconds after entering `from`. */
  readonly ms: number | null;
  /** Texts to be seen; null: no alert or status text; undefined: the row does not tell. */
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

export interface Flow {
  readonly name: string;
  readonly states: readonly string[];
  readonly start: readonly Start[];
  readonly rows: readonly Row[];
  readonly invariants: readonly string[];
  /** Milliseconds or counts by name. */
  readonly constants: Readonly<Record<string, unknown>>;
}

interface Written {
  constants?: Record<string, { value: unknown }> | null;
  start: string | Start[];
  states: Record<string, unknown>;
  rows: Record<string, unknown>[];
  invariants?: { says: string }[];
}

export function hasTable(name: string): boolean {
  return existsSync(fileOf(name));
}

export function loadFlow(name: string): Flow {
  return flowOf(name, readFileSync(fileOf(name), 'utf8'));
}

export function flowOf(name: string, yaml: string): Flow {
  const written = parse(yaml) as Written;
  return {
    name,
    states: Object.keys(written.states),
    start: typeof written.start === 'string' ? [{ when: 'always', state: written.start }] : written.start,
    rows: written.rows.map(rowOf),
    invariants: (written.invariants ?? []).map(({ says }) => says),
    constants: Object.fromEntries(Object.entries(written.constants ?? {}).map(([key, { value }]) => [key, value])),
  };
}

/** Names a row in titles, in `elsewhere` and in `corrections`: `form: submit(again) [remember me off]`. */
export function nameOfRow({ from, on, when, ms }: Row): string {
  const words = ms === null ? on : `timer ${ms} ms`;
  return `${from}: ${words}${when === null ? '' : ` [${when}]`}`;
}

function rowOf(row: Record<string, unknown>): Row {
  return {
    from: String(row['from']),
    on: String(row['on']),
    to: String(row['to']),
    when: row['when'] === undefined ? null : String(row['when']),
    ms: typeof row['ms'] === 'number' ? row['ms'] : null,
    says: saysOf(row['says']),
    calls: listOf(row['calls']),
    does: listOf(row['does']),
    restarts: listOf(row['restarts']),
    ref: String(row['ref']),
  };
}

function saysOf(says: unknown): readonly string[] | null | undefined {
  if (says === undefined || says === null) return says;
  return listOf(says).map((words) => words.replace(/^\(our words\) /, ''));
}

function listOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

function fileOf(name: string): string {
  return new URL(`../../spec/${name}.yaml`, import.meta.url).pathname;
}
