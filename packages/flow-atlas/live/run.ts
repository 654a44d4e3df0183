import { isSameStep } from './record.ts';
import type { LiveRecord, LiveStep } from './record.ts';

/** The most recent records, oldest first, and the state of all machines before them. */
export interface Run {
  /** The last step before `records` of each machine that was still running. */
  readonly before: readonly LiveStep[];
  readonly records: readonly LiveRecord[];
}

export const EMPTY: Run = { before: [], records: [] };

export interface Bounds {
  /** Records. */
  readonly most: number;
  /** The most machines that have been running since before the records. */
  readonly running: number;
  /** The most bytes of the whole run as JSON. */
  readonly bytes: number;
}

export const RUN_BOUNDS: Bounds = { most: 200, running: 100, bytes: 256 * 1024 };

/**
 * Adds a record to the run and drops the oldest ones that no longer fit. A step that the same machine has just made
 * twice replaces the second one, because ticks of a clock would fill the run.
 */
export function addRecord({ before, records }: Run, record: LiveRecord, bounds: Bounds = RUN_BOUNDS): Run {
  const at = record.kind === 'step' ? findRepeated(record, records) : -1;
  const repeated = records[at];
  if (record.kind !== 'step' || repeated?.kind !== 'step')
    return trimRun({ before, records: [...records, record] }, bounds);
  const again = { ...record, repeats: repeated.repeats + 1 };
  return trimRun({ before, records: [...records.slice(0, at), ...records.slice(at + 1), again] }, bounds);
}

/** Returns the index of the machine's last step if it and the one before are equal to this one, else -1. */
function findRepeated(step: LiveStep, records: readonly LiveRecord[]): number {
  const isOwn = (record: LiveRecord | undefined) => record?.kind === 'step' && record.actor === step.actor;
  const last = records.findLastIndex(isOwn);
  const first = records.slice(0, Math.max(0, last)).findLast(isOwn);
  const isSame = (record: LiveRecord | undefined) => record?.kind === 'step' && isSameStep(record, step);
  return isSame(records[last]) && isSame(first) ? last : -1;
}

/** Replaces a page's records by those that the page has sent. */
export function replacePage(run: Run, page: string, told: Run, bounds: Bounds = RUN_BOUNDS): Run {
  const isOther = (record: LiveRecord) => record.page !== page;
  return trimRun(
    {
      before: [...run.before.filter(isOther), ...told.before],
      records: [...run.records.filter(isOther), ...told.records].sort((one, other) => one.at - other.at),
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

function trimRun({ before, records }: Run, { most, running, bytes }: Bounds): Run {
  const stand = new Map(before.map((step) => [step.actor, step] as const));
  const getStandSize = () => [...stand.values()].reduce((sum, step) => sum + getSize(step), 0);
  let size = records.reduce((sum, record) => sum + getSize(record), 0);
  let from = 0;
  for (let record = records[0]; record !== undefined; record = records[from]) {
    if (records.length - from <= most && size + getStandSize() <= bytes) break;
    advance(stand, record);
    if (record.kind === 'step' && record.status !== 'active') stand.delete(record.actor);
    size -= getSize(record);
    from += 1;
  }
  for (const actor of stand.keys()) {
    if (stand.size <= running && size + getStandSize() <= bytes) break;
    stand.delete(actor);
  }
  return from === 0 && stand.size === before.length
    ? { before, records }
    : { before: [...stand.values()], records: records.slice(from) };
}

const sizes = new WeakMap<LiveRecord, number>();

function getSize(record: LiveRecord): number {
  const known = sizes.get(record);
  if (known !== undefined) return known;
  const size = new TextEncoder().encode(JSON.stringify(record)).length;
  sizes.set(record, size);
  return size;
}
