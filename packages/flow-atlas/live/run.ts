import { isSameState, isSameStep } from './record.ts';
import type { LiveRecord, LiveStep } from './record.ts';

/** The most recent records, oldest first, and the state of all machines before them. */
export interface Run {
  /** The last step before `records` of each machine that was still running. */
  readonly before: readonly LiveStep[];
  readonly records: readonly LiveRecord[];
  /** Number of still earlier steps that no longer fit, by page. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Version of the project whose machines ran; empty when unknown. */
  readonly version: string;
}

export const EMPTY: Run = { before: [], records: [], dropped: {}, version: '' };

export interface Bounds {
  /** Records. */
  readonly most: number;
  /** The most machines that have been running since before the records. */
  readonly running: number;
  /** The most bytes of the whole run as JSON. */
  readonly bytes: number;
}

export const RUN_BOUNDS: Bounds = { most: 5_000, running: 100, bytes: 8 * 1024 * 1024 };

/**
 * Adds a record to the run and drops the oldest ones that no longer fit. A step that the same machine has made twice
 * since it entered its states replaces the second one, because ticks of clocks would fill the run.
 */
export function addRecord(run: Run, record: LiveRecord, bounds: Bounds = RUN_BOUNDS): Run {
  const { records } = run;
  const at = record.kind === 'step' ? findRepeated(record, records) : -1;
  const repeated = records[at];
  if (record.kind !== 'step' || repeated?.kind !== 'step')
    return trimRun({ ...run, records: [...records, record] }, bounds);
  const again = { ...record, repeats: repeated.repeats + 1 };
  return trimRun({ ...run, records: [...records.slice(0, at), ...records.slice(at + 1), again] }, bounds);
}

/** A cycle of ticks consists of a few different steps of several machines, all within this many records. */
const NEAR = 60;

/** Returns the index of the last equal step of the machine if there is another before it in the same states, else -1. */
function findRepeated(step: LiveStep, records: readonly LiveRecord[]): number {
  let last = -1;
  for (let at = records.length - 1; at >= Math.max(0, records.length - NEAR); at -= 1) {
    const record = records[at];
    if (record?.kind !== 'step' || record.actor !== step.actor) continue;
    if (!isSameState(record, step)) return -1;
    if (!isSameStep(record, step)) continue;
    if (last !== -1) return last;
    last = at;
  }
  return -1;
}

/** Returns how many steps the run no longer has. */
export function countDropped({ dropped }: Run): number {
  return Object.values(dropped).reduce((sum, count) => sum + count, 0);
}

/** Replaces a page's records by those that the page has sent. */
export function replacePage(run: Run, page: string, told: Run, bounds: Bounds = RUN_BOUNDS): Run {
  const isOther = (record: LiveRecord) => record.page !== page;
  return trimRun(
    {
      before: [...run.before.filter(isOther), ...told.before],
      records: [...run.records.filter(isOther), ...told.records].sort((one, other) => one.at - other.at),
      dropped: { ...run.dropped, ...told.dropped },
      version: told.version,
    },
    bounds,
  );
}

/** Returns the last step of each machine after `position` records, by actor, without machines of closed pages. */
export function getStatesAt({ before, records }: Run, position: number): ReadonlyMap<string, LiveStep> {
  const stand = new Map(before.map((step) => [step.actor, step] as const));
  for (const record of records.slice(0, position)) advance(stand, record);
  return stand;
}

/** Returns the tabs in order of their first record. */
export function getTabs({ before, records }: Run): string[] {
  return [...new Set([...before, ...records].map(({ tab }) => tab))].sort();
}

function advance(stand: Map<string, LiveStep>, record: LiveRecord): void {
  if (record.kind === 'left') {
    for (const [actor, { page }] of stand) if (page === record.page) stand.delete(actor);
    return;
  }
  // The most recently updated machine is last.
  stand.delete(record.actor);
  if (record.status !== 'stopped') stand.set(record.actor, record);
}

function trimRun(run: Run, { most, running, bytes }: Bounds): Run {
  const { before, records } = run;
  const dropped = { ...run.dropped };
  const stand = new Map(before.map((step) => [step.actor, step] as const));
  const getStandSize = () => [...stand.values()].reduce((sum, step) => sum + getSize(step), 0);
  let size = records.reduce((sum, record) => sum + getSize(record), 0);
  let from = 0;
  for (let record = records[0]; record !== undefined; record = records[from]) {
    if (records.length - from <= most && size + getStandSize() <= bytes) break;
    advance(stand, record);
    if (record.kind === 'step' && record.status !== 'active') stand.delete(record.actor);
    if (record.kind === 'step') dropped[record.page] = (dropped[record.page] ?? 0) + 1 + record.repeats;
    size -= getSize(record);
    from += 1;
  }
  for (const actor of stand.keys()) {
    if (stand.size <= running && size + getStandSize() <= bytes) break;
    stand.delete(actor);
  }
  return from === 0 && stand.size === before.length
    ? run
    : { ...run, before: [...stand.values()], records: records.slice(from), dropped };
}

const sizes = new WeakMap<LiveRecord, number>();

function getSize(record: LiveRecord): number {
  const known = sizes.get(record);
  if (known !== undefined) return known;
  const size = new TextEncoder().encode(JSON.stringify(record)).length;
  sizes.set(record, size);
  return size;
}
