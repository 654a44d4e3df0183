import type { Browser as Chromium } from '@playwright/test';

/** Finds the tasks that block a slow phone during the visit of a page, and what runs in them. */

const SLOWDOWN = 4;
/** Milliseconds; a longer task delays a press noticeably. */
const LONG_MS = 50;
/** Waits for what runs after the hydration. Milliseconds. */
const SETTLES_MS = 1_500;
const PHONE = { width: 360, height: 740 };
const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.cpu_profiler',
  'blink.user_timing',
];
/** Samples outside of scripts. Events name what the browser does then. */
const NO_SCRIPT = /^\((?:idle|root|program)\)/;
/** Work of the browser itself that a task may consist of. */
const BROWSER_WORK = ['Layout', 'UpdateLayoutTree', 'ParseHTML', 'Paint', 'v8.compile', 'v8.compileModule', 'MajorGC'];

export interface LongTask {
  /** Milliseconds of processor time, with the slowdown. `at` is since the navigation. */
  readonly at: number;
  readonly duration: number;
  /** What took the most time of the task, longest first: `function (file)` or work of the browser. */
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

/** Visits a page as a stranger with a slow phone. Returns its tasks over 50 ms in the order of their start. */
export async function traceLongTasks(browser: Chromium, url: string): Promise<readonly LongTask[]> {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0);
  await page.waitForTimeout(SETTLES_MS);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] };
  await context.close();
  return findLongTasks(trace.traceEvents);
}

/** Prints a task in one line. */
export function formatLongTask({ at, duration, work }: LongTask): string {
  const named = work.slice(0, 4).map(({ name, duration: ms }) => `${name} ${Math.round(ms)}`);
  return `${Math.round(duration)} ms at ${Math.round(at)} ms: ${named.join(', ')}`;
}

function findLongTasks(events: readonly TraceEvent[]): readonly LongTask[] {
  const hydrated = events.find(({ name }) => name === 'hydrated');
  if (hydrated === undefined) return [];
  const main = events.filter(({ pid, tid }) => pid === hydrated.pid && tid === hydrated.tid);
  const start = hydrated.ts - (hydrated.args.data?.startTime ?? 0) * 1_000;
  const samples = readSamples(events.filter(({ pid }) => pid === hydrated.pid));
  return main
    .filter(({ name, ts, dur = 0, tdur = dur }) => name === 'RunTask' && ts >= start && tdur > LONG_MS * 1_000)
    .map(({ ts, dur = 0, tdur = dur }) => {
      const isInside = (event: { readonly ts: number }) => event.ts >= ts && event.ts < ts + dur;
      const work = new Map<string, number>();
      const add = (name: string, us: number) => work.set(name, (work.get(name) ?? 0) + us / 1_000);
      for (const event of main)
        if (BROWSER_WORK.includes(event.name) && isInside(event)) add(event.name, event.dur ?? 0);
      for (const sample of samples) if (isInside(sample)) add(sample.name, sample.duration);
      return {
        at: (ts - start) / 1_000,
        duration: tdur / 1_000,
        work: [...work].map(([name, duration]) => ({ name, duration })).sort((a, b) => b.duration - a.duration),
      };
    })
    .sort((one, other) => one.at - other.at);
}

/** Returns the CPU samples in scripts, each with its duration in microseconds and its script. */
function readSamples(events: readonly TraceEvent[]) {
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
