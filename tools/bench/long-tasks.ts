import { setTimeout as wait } from 'node:timers/promises';
import type { Browser as Chromium } from '@playwright/test';
import { openBarePage } from './bare-page.ts';

/** Finds the tasks that block a slow phone during the visit of a page, and what runs in them. */

const SLOWDOWN = 4;
/** Milliseconds; a longer task delays a press noticeably. */
const LONG_MS = 50;
/** Waits for what runs after the hydration. Milliseconds. */
const SETTLES_MS = 1_500;
const HYDRATES_WITHIN_MS = 15_000;
/** Between two questions whether the page has hydrated. Milliseconds. */
const PAUSE_MS = 300;
const CATEGORIES = [
  'blink',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.cpu_profiler',
  'loading',
  'navigation',
  'v8',
];
/** Samples outside of scripts. Events name what the browser does then. */
const NO_SCRIPT = /^\((?:idle|root|program)\)/;
/** The recording's own work, which no visitor's browser does. */
const RECORDING = 'CpuProfiler::StartProfiling';
/** Events around a script. Samples name its functions. */
const SCRIPT =
  /^(?:FunctionCall|EvaluateScript|v8\.(?:evaluateModule|callFunction|run)|RunMicrotasks|BlinkScheduler_PerformMicrotaskCheckpoint)$/;
/** Phases by their event. Nested events count for their phase. */
const PHASES: Readonly<Record<string, string>> = {
  CommitNavigation: 'opening of the document',
  'RenderFrameImpl::CommitNavigation': 'opening of the document',
  'LocalWindowProxy::Initialize': 'creation of the script context',
  'HTMLDocumentParser::ScanAndPreload': 'search for files to preload',
  ParseHTML: 'HTML',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'preparation of paint',
  Paint: 'paint',
  Layerize: 'layers',
  Commit: 'layers',
  MinorGC: 'garbage',
  MajorGC: 'garbage',
  'v8.compile': 'compilation',
  'v8.compileModule': 'compilation',
  'WebFrameWidgetImpl::UpdateLifecycle': 'rest of the frame',
  'HTMLDocumentParser::DeferredPumpTokenizerIfPossible': 'HTML',
};
/** Compilation, and calls from scripts into the browser. */
const SCRIPT_ALONE = 'scripts outside of functions';
const UNNAMED = 'unnamed';

export interface LongTask {
  /** Milliseconds of processor time, with the slowdown. `at` is since the navigation. */
  readonly at: number;
  readonly duration: number;
  /** Parts of the task, longest first: `function (file)` or a phase of the browser. */
  readonly work: readonly { readonly name: string; readonly duration: number }[];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time, without the waits for other processes. */
  readonly tdur?: number;
  readonly id?: string;
  readonly args: {
    readonly data?: {
      readonly startTime?: number;
      readonly timeDeltas?: readonly number[];
      readonly cpuProfile?: { readonly nodes?: readonly ProfileNode[]; readonly samples?: readonly number[] };
    };
  };
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url?: string; readonly columnNumber?: number };
}

/**
 * Visits a page `runs` times as a stranger with a slow phone. Returns the tasks over 50 ms of the visit that was blocked
 * for the median time, in the order of their start.
 */
export async function traceLongTasks(browser: Chromium, url: string, runs: number): Promise<readonly LongTask[]> {
  const visits: (readonly LongTask[])[] = [];
  for (let run = 0; run < runs; run++) visits.push(findLongTasks(await trace(browser, url)));
  const blocked = (tasks: readonly LongTask[]) => tasks.reduce((sum, { duration }) => sum + duration - LONG_MS, 0);
  return visits.sort((one, other) => blocked(one) - blocked(other))[Math.floor(runs / 2)] ?? [];
}

async function trace(browser: Chromium, url: string): Promise<readonly TraceEvent[]> {
  const page = await openBarePage(browser, SLOWDOWN);
  const isHydrated = async () => {
    const expression = "performance.getEntriesByName('hydrated').length > 0";
    const { result } = await page.send<{ result: { value: unknown } }>('Runtime.evaluate', { expression });
    return result.value === true;
  };
  await browser.startTracing(undefined, { categories: CATEGORIES });
  await page.send('Page.navigate', { url });
  for (const end = Date.now() + HYDRATES_WITHIN_MS; Date.now() < end && !(await isHydrated());) await wait(PAUSE_MS);
  await wait(SETTLES_MS);
  const recorded = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: readonly TraceEvent[] };
  await page.close();
  return recorded.traceEvents;
}

/** Prints a task in one line, with each part that took at least a twentieth. */
export function formatLongTask({ at, duration, work }: LongTask): string {
  const shown = work.filter((one) => one.name !== UNNAMED && one.duration >= duration / 20);
  const unnamed = work.find(({ name }) => name === UNNAMED)?.duration ?? 0;
  const rest = duration - unnamed - shown.reduce((sum, one) => sum + one.duration, 0);
  const listed = [...shown, { name: 'smaller ones', duration: rest }, { name: UNNAMED, duration: unnamed }]
    .filter((one) => one.duration >= 0.5)
    .map((one) => `${one.name} ${Math.round(one.duration)}`);
  return `${Math.round(duration)} ms at ${Math.round(at)} ms: ${listed.join(', ')}`;
}

function findLongTasks(events: readonly TraceEvent[]): readonly LongTask[] {
  const hydrated = events.find(({ name }) => name === 'hydrated');
  if (hydrated === undefined) return [];
  const main = events
    .filter(({ pid, tid, ph, dur }) => pid === hydrated.pid && tid === hydrated.tid && ph === 'X' && dur !== undefined)
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const start = hydrated.ts - (hydrated.args.data?.startTime ?? 0) * 1_000;
  const samples = readSamples(events.filter(({ pid }) => pid === hydrated.pid));
  return main
    .filter(({ name, ts, dur = 0 }) => name === 'RunTask' && ts + dur > start)
    .map((task): LongTask => {
      const inside = ({ ts }: { readonly ts: number }) => ts >= task.ts && ts < task.ts + (task.dur ?? 0);
      const work = [...divide(main.filter(inside), samples.filter(inside))];
      return {
        at: (task.ts - start) / 1_000,
        duration: work.reduce((sum, [, us]) => sum + us, 0) / 1_000,
        work: work.map(([name, us]) => ({ name, duration: us / 1_000 })).sort((a, b) => b.duration - a.duration),
      };
    })
    .filter(({ duration }) => duration > LONG_MS);
}

/** Returns the microseconds of each phase and function of a task. Each moment counts once, for its innermost event. */
function divide(events: readonly TraceEvent[], samples: readonly Sample[]): ReadonlyMap<string, number> {
  const work = new Map<string, number>();
  const add = (name: string, us: number) => us > 0 && work.set(name, (work.get(name) ?? 0) + us);
  let open: readonly { readonly event: TraceEvent; readonly label: string }[] = [];
  const own = new Map<string, number>();
  const scripts: TraceEvent[] = [];
  for (const event of events) {
    const { ts, dur = 0, tdur = dur } = event;
    open = open.filter(({ event: outer }) => outer.ts + (outer.dur ?? 0) > ts);
    const around = open.at(-1)?.label;
    const label = labelEvent(event.name, around ?? UNNAMED);
    if (around !== undefined) own.set(around, (own.get(around) ?? 0) - tdur);
    own.set(label, (own.get(label) ?? 0) + tdur);
    open = [...open, { event, label }];
    if (label === SCRIPT_ALONE) scripts.push(event);
  }
  const script = own.get(SCRIPT_ALONE) ?? 0;
  const inScripts = samples.filter(({ ts }) => scripts.some((one) => ts >= one.ts && ts < one.ts + (one.dur ?? 0)));
  const sampled = inScripts.reduce((sum, { duration }) => sum + duration, 0);
  // Samples are in time that passed, tasks in processor time.
  const scale = Math.min(1, script / sampled);
  for (const { name, duration } of inScripts) add(name, duration * scale);
  own.set(SCRIPT_ALONE, Math.max(0, script - sampled));
  for (const [name, us] of own) if (name !== RECORDING) add(name, us);
  return work;
}

function labelEvent(name: string, around: string): string {
  if (around === RECORDING || name === RECORDING) return RECORDING;
  if (name === 'RunTask') return UNNAMED;
  if (SCRIPT.test(name)) return SCRIPT_ALONE;
  const phase = PHASES[name];
  if (phase !== undefined) return phase;
  return around === UNNAMED ? name : around;
}

interface Sample {
  /** Microseconds. */
  readonly ts: number;
  readonly duration: number;
  readonly name: string;
}

/** Returns the CPU samples in scripts. */
function readSamples(events: readonly TraceEvent[]): readonly Sample[] {
  const started = new Map(
    events.filter(({ name }) => name === 'Profile').map(({ id, args }) => [id, args.data?.startTime]),
  );
  const nodes = new Map<string, string>();
  const clocks = new Map<string | undefined, number>();
  return events
    .filter(({ name }) => name === 'ProfileChunk')
    .sort((one, other) => one.ts - other.ts)
    .flatMap(({ id, args: { data } }) => {
      for (const { id: node, callFrame } of data?.cpuProfile?.nodes ?? [])
        nodes.set(`${id} ${node}`, nameFrame(callFrame));
      let clock = clocks.get(id) ?? started.get(id) ?? 0;
      const found = (data?.cpuProfile?.samples ?? []).map((node, index) => {
        const duration = data?.timeDeltas?.[index] ?? 0;
        clock += duration;
        return { ts: clock, duration, name: nodes.get(`${id} ${node}`) ?? '(unknown)' };
      });
      clocks.set(id, clock);
      return found.filter(({ name }) => !NO_SCRIPT.test(name));
    });
}

/** E.g. `ye (shop:5210)`: the function as it is named in the built file, the file without its hash, and the column. */
function nameFrame({ functionName, url = '', columnNumber = 0 }: ProfileNode['callFrame']): string {
  const named = functionName || '(anonymous)';
  const file = /\/assets\/([\w.-]+?)-[\w-]{7}\.js/.exec(url)?.[1];
  if (file !== undefined) return `${named} (${file}:${columnNumber})`;
  return url === '' ? named : `${named} (inline script)`;
}
