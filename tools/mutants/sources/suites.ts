import type { Suite, Test } from '@vitest/runner';
import { TestRunner } from 'vitest';

type Ending = () => unknown;

interface Open {
  readonly suite: Suite;
  readonly endings: readonly Ending[];
}

/** The suites whose `beforeAll` has run. They stay open for the next test. */
export class OpenSuites {
  /** From the file inwards. */
  private readonly open: Open[] = [];
  /** Number of tests since the last suite was opened. */
  runs = 0;

  /** Opens the suites of a test, after closing those that do not contain it. */
  async enter(test: Test): Promise<void> {
    const suites = getSuites(test);
    await this.close(({ suite }) => !suites.includes(suite));
    for (const suite of suites) if (!this.open.some((one) => one.suite === suite)) await this.start(suite);
    this.runs += 1;
  }

  /** Closes all suites. Throws the first failure of their hooks. */
  async leave(): Promise<void> {
    const [failure] = await this.close(() => true);
    if (failure !== undefined) throw failure;
  }

  private async start(suite: Suite): Promise<void> {
    const endings: Ending[] = [];
    const { beforeAll } = TestRunner.getSuiteHooks(suite);
    if (beforeAll.length > 0) this.runs = 0;
    this.open.push({ suite, endings });
    try {
      for (const hook of beforeAll) {
        const ending = await hook(suite);
        if (typeof ending === 'function') endings.push(ending as Ending);
      }
    } catch (error) {
      await this.close(() => true);
      throw error;
    }
  }

  /** Closes the first finished suite and all inside it. Returns the failures of their hooks. */
  private async close(isOver: (one: Open) => boolean): Promise<Error[]> {
    const first = this.open.findIndex(isOver);
    const failures: Error[] = [];
    for (const { suite, endings } of first === -1 ? [] : this.open.splice(first).toReversed()) {
      const hooks = TestRunner.getSuiteHooks(suite).afterAll.toReversed();
      for (const step of [...hooks.map((hook) => () => hook(suite)), ...endings]) {
        try {
          await step();
        } catch (error) {
          failures.push(error instanceof Error ? error : new Error(String(error)));
        }
      }
    }
    return failures;
  }
}

/** From the file inwards. */
export function getSuites({ suite, file }: Test): Suite[] {
  const chain: Suite[] = [];
  for (let one = suite; one !== undefined; one = one.suite) chain.unshift(one);
  return [file, ...chain.filter((one) => one !== file)];
}
