import { appendFileSync, readFileSync, utimesSync } from 'node:fs';
import { relative } from 'node:path';
import { collectTests } from '@vitest/runner';
import type { File, Suite, Task, Test } from '@vitest/runner';
import * as drizzle from 'drizzle-orm';
import { TestRunner, expect, vi } from 'vitest';
import { PLAN_VARIABLE } from './plan.ts';
import type { Line, Plan } from './plan.ts';
import { OpenSuites, getSuites } from './suites.ts';

/** A worker that exceeds this memory exits, and another one continues. */
const ROOM_BYTES = 1.2e9;
/** A mutant that one test reaches this often loops endlessly. */
const ENDLESS = 2_000_000;
/** Extra time for a test that is slowed down by other work. */
const PATIENCE_MS = 8_000;
/** Duration of each test without a mutant, by its id. */
const tookMs = new Map<string, number>();
/** Tests that judge mutants themselves do not judge here, because they would start from scratch for each mutant. */
const NO_JUDGE = /notices wrong machines$/;
/** Generated paths and the tests of the server. */
const isLong = (test: string) => test.startsWith('tests/server/') || /\.paths\.test\.tsx?$/.test(test);
/** No mutant. */
const NONE = -1;

const plan = JSON.parse(readFileSync(process.env[PLAN_VARIABLE] ?? '', 'utf8')) as Plan;

/** The active mutant, and the mutants that were reached. */
const now = { mutant: NONE, times: 0, met: new Set<number>(), stray: null as string | null };

Object.assign(globalThis, {
  /** For mutants of statements (sql.ts). */
  drizzle,
  isMutant(id: number): boolean {
    now.met.add(id);
    if (id !== now.mutant) return false;
    now.times += 1;
    if (now.times > ENDLESS) throw new Error('timed out');
    return true;
  },
});

process.on('unhandledRejection', (reason) => (now.stray ??= `unhandled rejection: ${getMessage(reason)}`));

/** `expect.poll` asks Vitest for the current test, and Vitest does not know the tests that run here. */
const judging = { test: null as Test | null };
const { poll } = expect;
expect.poll = (...given) => (judging.test === null ? poll : judging.test.context.expect.poll)(...given);

/** The modules that a worker has loaded, by path. */
interface WithModules {
  readonly workerState: { readonly evaluatedModules: { readonly idToModuleMap: ReadonlyMap<string, unknown> } };
}

/**
 * Runs a test file without a mutant, records which tests reach which mutants, and then judges each of these mutants
 * unless an earlier file has killed it: the mutant is switched on, and the tests that reach it run until one fails. A
 * mutant that is reached while modules load or tests are collected is switched on before that, and all tests judge it.
 * At the end everything must pass without a mutant.
 */
export default class MutantRunner extends TestRunner {
  private readonly metBy = new Map<Test, Set<number>>();
  /** Mutants that the hooks of a suite reach, which count for each of its tests. */
  private readonly metBySuite = new Map<string, Set<number>>();
  private readonly suites = new OpenSuites();
  /** Tests of the server that have killed a mutant. */
  private readonly judges = new Set<Test>();
  /** Whether a test passes alone and without a mutant. */
  private readonly sound = new Map<Test, boolean>();
  private readonly failing = new Set<string>();
  private isLeftOut = false;
  private metBefore = new Set<number>();

  override onBeforeTryTask(test: Test): void {
    super.onBeforeTryTask(test);
    if (now.mutant !== NONE || this.metBy.has(test)) return;
    // A long file that runs for the first time writes nothing yet, but is not stuck.
    const at = new Date();
    utimesSync(plan.log, at, at);
    if (this.metBy.size === 0 && !plan.isServer) this.metBefore = now.met;
    this.metBy.set(test, (now.met = new Set()));
  }

  private hasBegun = false;

  /** A file that fills the memory can do so while its tests are collected. */
  override onCollectStart(file: File): void {
    super.onCollectStart(file);
    if (this.hasBegun) return;
    this.hasBegun = true;
    write({ is: 'begun', test: getName(file.filepath) });
  }

  /** The hooks of a suite run between this and its first test. */
  override async onBeforeRunSuite(suite: Suite): Promise<void> {
    await super.onBeforeRunSuite(suite);
    if (!plan.isServer || now.mutant !== NONE || this.metBySuite.has(suite.id)) return;
    if (this.metBySuite.size === 0) this.metBefore = now.met;
    this.metBySuite.set(suite.id, (now.met = new Set()));
  }

  /** The hooks that end a suite run between this and the next test. */
  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test);
    const met = this.metBySuite.get((test.suite ?? test.file).id);
    if (now.mutant === NONE && met !== undefined) now.met = met;
  }

  /**
   * Skips generated paths and the tests of the server, which take longest, when no mutant of a loaded module is open.
   */
  onBeforeRunFiles(files: File[]): void {
    const loaded = new Set(
      [...(this as unknown as WithModules).workerState.evaluatedModules.idToModuleMap.keys()].map(getName),
    );
    const isOpen = openMutants('');
    const needed = plan.mutants.some(({ file }, id) => loaded.has(file) && isOpen(id));
    for (const test of files.flatMap(testsIn)) if (NO_JUDGE.test(test.name)) test.mode = 'skip';
    for (const file of files) {
      if (needed || !isLong(getName(file.filepath)) || findFailure(file) !== null) continue;
      file.mode = 'skip';
      this.isLeftOut = true;
      this.end(getName(file.filepath), true);
    }
  }

  override async onAfterRunFiles(files?: File[]): Promise<void> {
    const [file] = files ?? [];
    if (file !== undefined && !this.isLeftOut) await this.judge(file);
    super.onAfterRunFiles();
  }

  private async judge(file: File): Promise<void> {
    const test = getName(file.filepath);
    for (const { id, result } of testsIn(file)) tookMs.set(id, result?.duration ?? 0);
    // A test that fails without a mutant kills none; the run reports that it is invalid.
    for (const one of testsIn(file).filter(({ result }) => result?.state === 'fail')) {
      write({ is: 'control failed', test, by: findFailure(one) ?? one.name });
      this.metBy.delete(one);
      this.failing.add(one.name);
    }
    const wrong = findFailure(file);
    if (this.metBy.size === 0 && wrong !== null) write({ is: 'control failed', test, by: wrong });
    if (plan.isServer) this.addHooks();
    const isOpen = openMutants(test);
    // Reloaded modules would not share objects with the first ones, so mutants that need a reload come last.
    const met = [...new Set([...this.metBefore, ...[...this.metBy.values()].flatMap((ids) => [...ids])])];
    // A test that imports a module while it runs reaches them only once.
    const isEarly = (id: number) => this.metBefore.has(id) || plan.mutants[id]?.isAtLoad === true;
    const [later, atOnce] = [met.filter(isEarly), met.filter((id) => !isEarly(id))];
    const passes = [
      { ids: atOnce, by: (id: number) => this.inPlace(id) },
      { ids: later, by: (id: number) => this.anew(file, id) },
    ];
    for (const { ids, by } of passes) {
      const open = ids.filter(isOpen);
      for (const [index, id] of open.entries()) {
        if (index > 0 && process.memoryUsage().rss > ROOM_BYTES) return this.end(test, false);
        if (!isOpen(id)) continue;
        write({ is: 'tried', mutant: id, test });
        write({ is: 'judged', mutant: id, test, by: await by(id) });
      }
      const wrongAfter = open.length === 0 ? null : await by(NONE);
      if (wrongAfter !== null) write({ is: 'control failed', test, by: `${wrongAfter} (afterwards)` });
    }
    this.end(test, true);
  }

  /** Mutants reached in hooks count for each test. */
  private addHooks(): void {
    for (const [test, met] of this.metBy) {
      for (const suite of getSuites(test)) for (const id of this.metBySuite.get(suite.id) ?? []) met.add(id);
    }
  }

  private end(test: string, isWhole: boolean): void {
    write({ is: 'ended', test, isWhole, memory: process.resourceUsage().maxRSS * 1024 });
  }

  /** Returns the first failure of a mutant in the loaded modules, among the tests that reach it. */
  private inPlace(id: number): Promise<string | null> {
    const meeting = [...this.metBy]
      .filter(([test, met]) => (id !== NONE ? met.has(id) : plan.isServer ? this.judges.has(test) : met.size > 0))
      .map(([test]) => test);
    meeting.sort((a, b) => (a.result?.duration ?? 0) - (b.result?.duration ?? 0));
    const suites = new Set(meeting.map(({ suite }) => suite));
    const beside = [...this.metBy].filter(([test, met]) => met.size === 0 && suites.has(test.suite));
    const tests = [...meeting, ...beside.map(([test]) => test)];
    return plan.isServer ? this.inOpenSuites(id, tests) : this.withMutant(id, () => this.firstFailure(tests));
  }

  /**
   * Returns the first failure of a mutant in tests of the server. Suites stay open between tests and mutants, because
   * opening one starts a shop. Only the first test reaches a statement that a shop builds once, so such a mutant is
   * judged by all tests in a new shop.
   */
  private async inOpenSuites(id: number, tests: readonly Test[]): Promise<string | null> {
    const isInHooks = [...this.metBySuite.values()].some((met) => met.has(id));
    if (isInHooks || id === NONE) await getOutcome(() => this.suites.leave());
    return this.withMutant(id, async () => {
      if (plan.mutants[id]?.isBuiltOnce === true) return this.inOrder([...this.metBy.keys()]);
      for (const test of tests) {
        const by = await this.noticed(test);
        if (by === null) continue;
        this.judges.add(test);
        if (isInHooks) await getOutcome(() => this.suites.leave());
        return by;
      }
      return isInHooks ? getOutcome(() => this.suites.leave()) : null;
    });
  }

  /**
   * Returns why a test fails with the mutant. In a used shop it may fail because of an earlier test: then it also fails
   * there without the mutant, and is repeated in a new shop.
   */
  private async noticed(test: Test): Promise<string | null> {
    if (plan.isAlone) await getOutcome(() => this.suites.leave());
    const by = await this.firstFailure([test]);
    if (by === null) return null;
    if (this.suites.runs > 1) {
      if ((await this.withMutant(NONE, () => this.firstFailure([test]))) === null) return by;
      await getOutcome(() => this.suites.leave());
      if ((await this.firstFailure([test])) === null) return null;
    }
    return (await this.isSound(test)) ? by : null;
  }

  /** Returns whether a test passes alone without a mutant. A test that needs an earlier one judges nothing. */
  private async isSound(test: Test): Promise<boolean> {
    const known = this.sound.get(test);
    if (known !== undefined) return known;
    const by = await this.withMutant(NONE, async () => {
      await getOutcome(() => this.suites.leave());
      return this.firstFailure([test]);
    });
    if (by !== null) write({ is: 'dropped', name: getName(test.file.filepath), by });
    this.sound.set(test, by === null);
    return by === null;
  }

  /** Returns the first failure of a mutant in newly loaded modules and tests. */
  private anew({ filepath }: File, id: number): Promise<string | null> {
    return this.withMutant(id, async () => {
      vi.resetModules();
      const [file] = await collectTests([{ filepath } as never], this);
      if (file === undefined) return 'not collected';
      return findFailure(file) ?? this.inOrder(testsIn(file).filter(({ name }) => !this.failing.has(name)));
    });
  }

  /** Returns the first failure of tests in newly opened suites. */
  private async inOrder(tests: readonly Test[]): Promise<string | null> {
    await getOutcome(() => this.suites.leave());
    const by = await this.firstFailure(tests);
    const after = await getOutcome(() => this.suites.leave());
    return by ?? after;
  }

  private async withMutant<Result>(id: number, run: () => Promise<Result>): Promise<Result> {
    const before = now.mutant;
    Object.assign(now, { mutant: id, times: 0, stray: null });
    try {
      return await run();
    } finally {
      now.mutant = before;
    }
  }

  private async firstFailure(tests: readonly Test[]): Promise<string | null> {
    for (const test of tests) {
      Object.assign(now, { times: 0, stray: null });
      const by = await this.getFailure(test);
      if (by !== null) return `${test.name}: ${by}`;
    }
    return null;
  }

  private async getFailure(test: Test): Promise<string | null> {
    if ((test.mode !== 'run' && test.mode !== 'queued') || NO_JUDGE.test(test.name)) return null;
    const suites = getSuites(test);
    const endings: (() => unknown)[] = [];
    judging.test = test;
    const outcome = await getOutcome(async () => {
      if (plan.isServer) await this.suites.enter(test);
      for (const suite of suites) {
        for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) {
          const ending = await hook(test.context as never, suite);
          if (typeof ending === 'function') endings.push(ending as () => unknown);
        }
      }
      await (plan.isServer && now.mutant !== NONE ? withTimeout(test) : TestRunner.getTestFn(test)());
    });
    const after = await getOutcome(async () => {
      for (const suite of suites.toReversed()) {
        for (const hook of TestRunner.getSuiteHooks(suite).afterEach.toReversed())
          await hook(test.context as never, suite);
      }
      for (const ending of endings) await ending();
    });
    judging.test = null;
    // Lets timers and rejections of the test run, and frees its memory.
    await new Promise((resolve) => setImmediate(resolve));
    return outcome ?? after ?? now.stray;
  }

  /** Reports only the first collection to Vitest. */
  onCollected(): void {}
}

function getName(path: string): string {
  return relative(process.cwd(), path);
}

function openMutants(test: string): (id: number) => boolean {
  return (id) => {
    const lines = readLog();
    return !lines.some(
      (line) => line.is === 'judged' && line.mutant === id && (line.by !== null || line.test === test),
    );
  };
}

function readLog(): Line[] {
  return readFileSync(plan.log, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

function write(line: Line): void {
  appendFileSync(plan.log, `${JSON.stringify(line)}\n`);
}

/** Runs a test of the server, limited to ten times its duration without a mutant. */
async function withTimeout(test: Test): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), PATIENCE_MS + 10 * (tookMs.get(test.id) ?? 0));
  });
  try {
    await Promise.race([TestRunner.getTestFn(test)(), end]);
  } finally {
    clearTimeout(timer);
  }
}

function testsIn(suite: Suite): Test[] {
  return suite.tasks.flatMap((task: Task) => (task.type === 'test' ? [task] : testsIn(task)));
}

function findFailure(task: Task): string | null {
  const [error] = task.result?.errors ?? [];
  if (task.result?.state === 'fail' && error !== undefined) return `${task.name}: ${getMessage(error)}`;
  if (task.type === 'test') return null;
  for (const one of task.tasks) {
    const failure = findFailure(one);
    if (failure !== null) return failure;
  }
  return null;
}

async function getOutcome(run: () => Promise<void>): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    return getMessage(error);
  }
}

function getMessage(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(message).split('\n')[0]?.slice(0, 200) ?? '';
}
