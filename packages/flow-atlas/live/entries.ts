import { isInitial, isStopped } from './record.ts';
import type { LiveRecord, LiveStep } from './record.ts';
import type { LiveFlow, LiveFlows, SeenFlow } from './flow-words.ts';
import type { Run } from './run.ts';
import { describeTrigger, getLabel, getLeaves } from './words.ts';

/** The steps of a run as a person reads them: by default only what the user did and what they saw change. */

/** One line of the list: a record, or several that say the same. */
export interface Entry {
  /** Number of the run's records up to its last one. */
  readonly end: number;
  readonly records: readonly LiveRecord[];
  /** Paths of the states that became active. */
  readonly entered: readonly string[];
  /** Whether a control was used. */
  readonly isDeed: boolean;
}

export interface EntryOptions {
  readonly flows: LiveFlows;
  /** Includes measurements, ticks, ignored events and what no page shows. */
  readonly isEverything: boolean;
}

export function listEntries({ before, records }: Run, { flows, isEverything }: EntryOptions): Entry[] {
  const last = new Map(before.map((step) => [step.actor, step] as const));
  const entries: Entry[] = [];
  for (const [index, record] of records.entries()) {
    const end = index + 1;
    if (record.kind === 'left') {
      entries.push({ end, records: [record], entered: [], isDeed: false });
      continue;
    }
    const was = last.get(record.actor);
    last.set(record.actor, record);
    const seen = flows[record.machine]?.seen ?? null;
    if (!isEverything && !isNoticed(seen, record, was)) continue;
    const entry = { end, records: [record], entered: getEntered(record, was), isDeed: isAct(seen, record) };
    const shown = entries.at(-1);
    if (shown === undefined || isEverything || !isContinued(shown, entry)) entries.push(entry);
    else entries.splice(-1, 1, { ...entry, records: [...shown.records, record] });
  }
  return entries;
}

function isAct(seen: SeenFlow | null, { event, transitions }: LiveStep): boolean {
  return transitions.length > 0 && seen?.acts.includes(event) === true;
}

/** Returns whether the user did the step or saw its result. */
function isNoticed(seen: SeenFlow | null, step: LiveStep, was: LiveStep | undefined): boolean {
  if (isStopped(step)) return false;
  if (isAct(seen, step)) return true;
  const [old, now] = [was === undefined ? null : getStates(was).text, getStates(step).text];
  return old !== now && (seen === null || !isAlike(seen, old, now));
}

function isAlike(seen: SeenFlow, was: string | null, is: string): boolean {
  const isUnseen = (value: string | null) => value === null || seen.unseen.includes(value);
  if (isUnseen(was) || isUnseen(is)) return isUnseen(was) && isUnseen(is);
  return was === is || seen.alike.some((group) => group.includes(was ?? '') && group.includes(is));
}

/** Returns the states that became active: the innermost, or the one around several parts that were entered together. */
function getEntered(step: LiveStep, was: LiveStep | undefined): readonly string[] {
  const old = was === undefined ? NO_STATES : getStates(was);
  const now = getStates(step);
  if (old.text === now.text) return [];
  const leaves = now.leaves.filter((leaf) => !old.leaves.includes(leaf));
  const [first = '', ...others] = leaves;
  if (others.length === 0) return leaves;
  const parts = first.split('.');
  const common = parts.findIndex(
    (_, index) => !others.every((leaf) => leaf.startsWith(`${parts.slice(0, index + 1).join('.')}.`)),
  );
  const outer = parts.slice(0, common).join('.');
  return outer === '' || old.leaves.some((leaf) => leaf.startsWith(`${outer}.`)) ? leaves : [outer];
}

interface StepStates {
  readonly leaves: readonly string[];
  /** `open.code & open.resend`. */
  readonly text: string;
}

const NO_STATES: StepStates = { leaves: [], text: '' };
/** A run is listed again with each record. */
const known = new WeakMap<LiveStep, StepStates>();

function getStates(step: LiveStep): StepStates {
  const before = known.get(step);
  if (before !== undefined) return before;
  const leaves = getLeaves(step.value);
  const states = { leaves, text: leaves.join(' & ') };
  known.set(step, states);
  return states;
}

/** The flows of an opened page, and the letters that a user types, are one line. */
function isContinued({ records }: Entry, { records: [next], entered }: Entry): boolean {
  const last = records.at(-1);
  if (last?.kind !== 'step' || next?.kind !== 'step' || last.page !== next.page) return false;
  if (isInitial(last) && isInitial(next)) return true;
  return last.actor === next.actor && last.event === next.event && entered.length === 0;
}

/** Describes an entry without its time: `Media player: Presses Play → Plays`. */
export function describeEntry({ records, entered }: Entry, flows: LiveFlows, tabs: readonly string[]): string {
  const last = records.at(-1);
  if (last === undefined) return '';
  const tab = tabs.length > 1 ? ` (tab ${tabs.indexOf(last.tab) + 1})` : '';
  if (last.kind === 'left') return `The page was left${tab}`;
  const steps = records.filter((one) => one.kind === 'step');
  const titles = [...new Set(steps.map((step) => getTitle(step, flows)))];
  if (titles.length > 1) return `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)} begin${tab}`;
  const flow = flows[last.machine];
  const count = steps.reduce((sum, { repeats }) => sum + 1 + repeats, 0);
  const times = count === 1 ? '' : `, ${count} times`;
  return `${titles[0]}${tab}: ${describeTrigger(last, flow)}${times}${describeResult(last, entered, flow)}`;
}

function describeResult(step: LiveStep, entered: readonly string[], flow: LiveFlow | undefined): string {
  if (isStopped(step)) return '';
  const labels = entered.map((path) => getLabel(path, flow));
  const end = step.status === 'active' ? '' : ' (ended)';
  // The first state of all parts of a flow has little meaning.
  if (labels.length > 0 && !(isInitial(step) && labels.length > MOST_INITIAL)) return ` → ${labels.join(', ')}${end}`;
  return step.transitions.length === 0 && !isInitial(step) ? ' (ignored)' : end;
}

const MOST_INITIAL = 2;

/** Returns the title of the flow, or the name of a machine that the atlas does not know. */
export function getTitle({ machine }: Pick<LiveStep, 'machine'>, flows: LiveFlows): string {
  return flows[machine]?.title ?? machine;
}
