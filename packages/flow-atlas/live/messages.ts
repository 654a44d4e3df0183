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
  context: redacted,
  output: redacted,
  repeats: v.pipe(v.number('a count is missing'), v.integer(), v.minValue(0)),
});
const left = v.object({ kind: v.literal('left'), ...ofPage });
const records = v.variant('kind', [step, left], 'not a record');
const run = { before: list(step, RUN_BOUNDS.running), records: list(records, RUN_BOUNDS.most) };

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
const VERSION = 1;
/** In bytes. A run is smaller, and grows only through indentation. */
export const LARGEST_FILE = 1024 * 1024;

const saved = v.object({ format: v.literal(FORMAT), version: v.literal(VERSION), ...run });

/** Formats a run as a file. */
export function formatRun({ before, records: last }: Run): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, before, records: last }, null, 1)}\n`;
}

/** Parses the run in a file, or returns the problem in words. */
export function parseRun(written: string): Run | { readonly problem: string } {
  if (written.length > LARGEST_FILE) return { problem: 'The file is larger than any saved run (1 MiB).' };
  let data: unknown;
  try {
    data = JSON.parse(written);
  } catch {
    return { problem: 'The file is not a saved run: it is not JSON.' };
  }
  if (typeof data !== 'object' || data === null || !('format' in data) || data.format !== FORMAT)
    return { problem: 'The file is not a saved run. Save writes one.' };
  if (!('version' in data) || data.version !== VERSION)
    return { problem: `The run was saved by another version of the atlas (this one reads version ${VERSION}).` };
  const parsed = v.safeParse(saved, data);
  if (parsed.success) return { before: parsed.output.before, records: parsed.output.records };
  const [issue] = parsed.issues;
  return { problem: `The saved run is damaged at ${v.getDotPath(issue) ?? 'its top'}: ${issue.message}.` };
}
