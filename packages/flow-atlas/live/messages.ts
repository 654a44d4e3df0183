import * as v from 'valibot';
import type { StateValue } from 'xstate';
import { BOUNDS } from './redact.ts';
import { STEP_BOUNDS } from './record.ts';
import type { LiveRecord } from './record.ts';
import { RUN_BOUNDS } from './run.ts';
import type { Run } from './run.ts';

/** Messages between pages and the atlas, and the format of a saved run. Other data is rejected. */

/** Name of the BroadcastChannel. It reaches only pages of the same origin in the same browser. */
export const CHANNEL = 'atlas:live';

export type Message =
  /** The atlas requests everything that each page has recorded. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'page'; readonly page: string; readonly run: Run }
  | { readonly kind: 'record'; readonly record: LiveRecord };

const text = (most: number) => v.pipe(v.string('a text is missing'), v.maxLength(most, `longer than ${most} letters`));
const list = <Item extends v.GenericSchema>(item: Item, most: number) =>
  v.pipe(v.array(item, 'a list is missing'), v.maxLength(most, `more than ${most}`));
const record = <Item extends v.GenericSchema>(item: Item, most: number) =>
  v.pipe(
    v.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
    v.record(text(BOUNDS.keyLength), item),
    v.check((value) => Object.keys(value).length <= most, `more than ${most} keys`),
  );

/** Limits the depth, so that parsing a deeply nested file is bounded. */
function nested<Value>(leaf: v.GenericSchema<Value>, depth: number, wrap: (inner: v.GenericSchema) => v.GenericSchema) {
  let schema: v.GenericSchema = leaf;
  for (let at = 0; at < depth; at += 1) schema = wrap(schema);
  return schema;
}

const VALUE_DEPTH = 12;
const redacted = v.nullable(
  nested(text(40), BOUNDS.depth, (inner) =>
    v.union([text(40), list(inner, BOUNDS.items), record(inner, BOUNDS.keys)], 'not a redacted value'),
  ),
);
const value = nested(text(200), VALUE_DEPTH, (inner) =>
  v.union([text(200), record(inner, BOUNDS.keys)], 'not a state of a machine'),
) as v.GenericSchema<StateValue>;

const count = v.pipe(v.number('a count is missing'), v.integer(), v.minValue(0));
const ofPage = {
  at: v.pipe(v.number('a time is missing'), v.minValue(0), v.maxValue(8.64e15)),
  tab: text(40),
  page: text(40),
};
const step = v.object({
  kind: v.literal('step'),
  ...ofPage,
  actor: text(100),
  machine: text(100),
  event: text(STEP_BOUNDS.event),
  payload: redacted,
  status: v.picklist(['active', 'done', 'error', 'stopped'], 'not a status of a machine'),
  value,
  transitions: list(
    v.object({ source: text(300), event: text(STEP_BOUNDS.event), index: v.pipe(v.number(), v.integer()) }),
    STEP_BOUNDS.transitions,
  ),
  changes: redacted,
  output: redacted,
  repeats: count,
});
const left = v.object({ kind: v.literal('left'), ...ofPage });
const records = v.variant('kind', [step, left], 'not a record');
const run = {
  before: list(step, RUN_BOUNDS.running),
  records: list(records, RUN_BOUNDS.most),
  dropped: record(count, 1_000) as v.GenericSchema<Run['dropped']>,
  version: text(40),
};

const message: v.GenericSchema<Message> = v.variant('kind', [
  v.object({ kind: v.literal('hello') }),
  v.object({ kind: v.literal('page'), page: text(40), run: v.object(run) }),
  v.object({ kind: v.literal('record'), record: records }),
]);

/** `null` when the data is not a message of this format and version. */
export function parseMessage(data: unknown): Message | null {
  const parsed = v.safeParse(message, data);
  return parsed.success ? parsed.output : null;
}

const FORMAT = 'atlas-run';
const FORMAT_VERSION = 2;
/** In bytes. A run is smaller, and grows only through its punctuation. */
export const LARGEST_FILE = 16 * 1024 * 1024;
/** The reason why a larger file is not read at all. */
export const TOO_LARGE = `The file is larger than any saved run (${LARGEST_FILE / 1024 / 1024} MiB).`;

const saved = v.object({ format: v.literal(FORMAT), formatVersion: v.literal(FORMAT_VERSION), ...run });

/** Formats a run as a file with one record per line. */
export function formatRun({ before, records: last, dropped, version }: Run): string {
  const lines = (steps: readonly LiveRecord[]) => `[${steps.map((one) => `\n${JSON.stringify(one)}`).join(',')}]`;
  const head = JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, version, dropped });
  return `${head.slice(0, -1)},"before":${lines(before)},"records":${lines(last)}}\n`;
}

/** Parses the run in a file, or returns the problem in words. */
export function parseRun(written: string): Run | { readonly problem: string } {
  if (written.length > LARGEST_FILE) return { problem: TOO_LARGE };
  let data: unknown;
  try {
    data = JSON.parse(written);
  } catch {
    // A saved run begins with its format, also when its end is missing.
    return written.startsWith(`{"format":"${FORMAT}"`)
      ? { problem: 'The saved run is damaged: its end is missing, or a part of it was changed.' }
      : { problem: 'The file is not a saved run: it is not JSON.' };
  }
  if (typeof data !== 'object' || data === null || !('format' in data) || data.format !== FORMAT)
    return { problem: 'The file is not a saved run. Save on a page of the atlas writes one.' };
  if (!('formatVersion' in data) || data.formatVersion !== FORMAT_VERSION)
    return {
      problem: `The run was saved by another version of the atlas: this one reads format ${FORMAT_VERSION}, the file has ${getFormatVersion(data)}. Record it again.`,
    };
  const parsed = v.safeParse(saved, data);
  if (parsed.success) {
    const { before, records: all, dropped, version } = parsed.output;
    return { before, records: all, dropped, version };
  }
  const [issue] = parsed.issues;
  return { problem: `The saved run is damaged at ${v.getDotPath(issue) ?? 'its top'}: ${issue.message}.` };
}

function getFormatVersion(data: object): string {
  // Format 1 called it `version`.
  const found = 'formatVersion' in data ? data.formatVersion : 'version' in data ? data.version : undefined;
  return typeof found === 'number' ? String(found) : 'none';
}
