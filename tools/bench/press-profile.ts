import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';

/** What the browser did during one press: tasks of the main thread from a trace, functions from a CPU profile. */

/** Microseconds between two samples. */
const SAMPLING = 100;
/** Printed functions of each group, and tasks. */
const MOST = 12;
/** Characters of a function's start. Names of built code are too short to recognise it. */
const START = 64;
const CATEGORIES = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
const LIBRARIES = /\/(?:vendor|react|hydrate|rolldown-runtime)-[\w-]+\.js$/;

export interface ProfileOptions {
  /** Folder of the files that the profile writes. */
  readonly folder: string;
  readonly name: string;
  /** The checkout whose build is measured, for the beginnings of its functions. */
  readonly build: string;
}

/**
 * Runs `press` and writes `<name>.cpuprofile` and `<name>.trace.json`, both for the browser's developer tools. Returns
 * lines to print: milliseconds at the throttled speed.
 */
export async function profilePress(
  browser: Browser,
  page: Page,
  { folder, name, build }: ProfileOptions,
  press: () => Promise<unknown>,
): Promise<readonly string[]> {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name.replaceAll(/\W+/g, '-'));
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: SAMPLING });
  await browser.startTracing(page, { path: `${file}.trace.json`, categories: CATEGORIES });
  await session.send('Profiler.start');
  await press();
  const { profile } = await session.send('Profiler.stop');
  const trace = await browser.stopTracing();
  await session.detach();
  fs.writeFileSync(`${file}.cpuprofile`, JSON.stringify(profile));
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  return [...listTasks(traceEvents), ...listFunctions(profile, build)];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

/** Milliseconds that each kind of work took without the work inside it. Layout inside a script is forced. */
function listTasks(events: readonly TraceEvent[]): readonly string[] {
  // The press is dispatched in one renderer only; the browser keeps a spare one.
  const main = events.find(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'click');
  const spans = events
    .filter(({ ph, pid, tid, dur }) => ph === 'X' && dur !== undefined && pid === main?.pid && tid === main.tid)
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const own = new Map<string, number>();
  const add = (name: string, microseconds: number) => own.set(name, (own.get(name) ?? 0) + microseconds);
  let open: readonly { readonly name: string; readonly end: number; readonly isScript: boolean }[] = [];
  for (const { name, ts, dur = 0, args } of spans) {
    // The task around them all, which is also the pause of the slowed browser.
    if (name === 'RunTask') continue;
    open = open.filter(({ end }) => end > ts);
    const isForced = open.some(({ isScript }) => isScript) && /^(?:UpdateLayoutTree|Layout)$/.test(name);
    const type = args?.data?.type;
    const label = [...(isForced ? ['forced'] : []), name, ...(name === 'EventDispatch' && type ? [type] : [])].join(
      ' ',
    );
    const around = open.at(-1);
    if (around !== undefined) add(around.name, -dur);
    add(label, dur);
    open = [...open, { name: label, end: ts + dur, isScript: name === 'FunctionCall' || name === 'RunMicrotasks' }];
  }
  return ['tasks, ms without the tasks inside them', ...format([...own])];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly children?: readonly number[];
}

/** Functions of our own with everything that they call, then functions of the libraries alone. */
function listFunctions({ nodes, samples = [], timeDeltas = [] }: Profile, build: string): readonly string[] {
  const own = new Map<number, number>();
  for (const [at, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[at] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const ours = new Map<string, number>();
  const libraries = new Map<string, number>();
  const groups = new Map<string, number>();
  const describe = createNamer(path.join(build, 'dist/client/assets'));
  const add = (to: Map<string, number>, key: string, microseconds: number) =>
    to.set(key, (to.get(key) ?? 0) + microseconds);

  function walk(node: ProfileNode, around: ReadonlySet<string>): number {
    const { url } = node.callFrame;
    const isOurs = url !== '' && !LIBRARIES.test(url);
    const name = describe(node.callFrame);
    const inside = new Set([...around, name]);
    const self = own.get(node.id) ?? 0;
    let total = self;
    for (const child of node.children ?? []) {
      const found = byId.get(child);
      if (found !== undefined) total += walk(found, inside);
    }
    // A function that calls itself counts once.
    if (isOurs && !around.has(name)) add(ours, name, total);
    if (!isOurs && url !== '') add(libraries, name, self);
    const group = url === '' ? 'the browser' : (/([\w.-]+)-[\w-]{7}\.js$/.exec(url)?.[1] ?? 'the document');
    if (!/^\((?:root|idle|program)\)$/.test(node.callFrame.functionName)) add(groups, group, self);
    return total;
  }

  const root = nodes[0];
  if (root !== undefined) walk(root, new Set());
  return [
    'scripts by file, ms',
    ...format([...groups]),
    'own functions, ms with what they call',
    ...format([...ours]),
    'functions of the libraries, ms',
    ...format([...libraries]),
  ];
}

/** Returns a function that names a built function by its file, its column and its first characters. */
function createNamer(folder: string) {
  const known = new Map<string, readonly string[]>();
  const read = (file: string) => {
    const found = known.get(file) ?? (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []);
    known.set(file, found);
    return found;
  };
  return ({ functionName, url, lineNumber, columnNumber }: ProfileNode['callFrame']): string => {
    if (url === '') return functionName;
    const file = path.basename(new URL(url).pathname) || 'document';
    const line = read(path.join(folder, file))[lineNumber] ?? '';
    const start = line.slice(columnNumber, columnNumber + START);
    return `${functionName || '(anonymous)'} ${file}:${columnNumber + 1} ${start}`;
  };
}

/** The costliest first; less than a tenth of a millisecond is left out. */
function format(entries: readonly (readonly [string, number])[]): readonly string[] {
  return entries
    .filter(([, microseconds]) => microseconds >= 100)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([name, microseconds]) => `  ${(microseconds / 1_000).toFixed(1).padStart(6)} ${name}`);
}
