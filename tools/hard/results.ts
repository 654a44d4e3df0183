import * as v from 'valibot';

/** A test that ran. */
export interface Result {
  /** Includes the titles of its parents. */
  readonly title: string;
  readonly path: string;
  readonly isPassed: boolean;
  readonly ms: number;
}

const VitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({ fullName: v.string(), status: v.string(), duration: v.nullish(v.number(), 0) }),
      ),
    }),
  ),
});

/**
 * Parses the output of Vitest's `json` reporter, without skipped tests. A file that could not be loaded counts as
 * failed.
 */
export function parseVitestReport(report: unknown): Result[] {
  return v.parse(VitestReport, report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const ran = assertionResults
      .filter((one) => one.status === 'passed' || one.status === 'failed')
      .map((one) => ({ title: one.fullName, path: name, isPassed: one.status === 'passed', ms: one.duration }));
    const isBroken = status === 'failed' && ran.every(({ isPassed }) => isPassed);
    return isBroken ? [...ran, { title: message, path: name, isPassed: false, ms: 0 }] : ran;
  });
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly { readonly status: string; readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[] | undefined;
}

const PlaywrightSuiteSchema: v.GenericSchema<PlaywrightSuite> = v.object({
  title: v.string(),
  specs: v.array(
    v.object({
      title: v.string(),
      file: v.string(),
      tests: v.array(v.object({ status: v.string(), results: v.array(v.object({ duration: v.number() })) })),
    }),
  ),
  suites: v.optional(v.array(v.lazy(() => PlaywrightSuiteSchema))),
});
const PlaywrightReport = v.object({
  suites: v.array(PlaywrightSuiteSchema),
  errors: v.array(v.object({ message: v.string() })),
});

/** Parses the output of Playwright's `json` reporter. An error outside a test counts as failed too. */
export function parsePlaywrightReport(report: unknown): Result[] {
  const { suites, errors } = v.parse(PlaywrightReport, report);
  const within = ({ title, specs, suites: below = [] }: PlaywrightSuite, above: readonly string[]): Result[] => [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status, results }) => ({
        title: [...above, title, spec.title].join(' '),
        path: spec.file,
        isPassed: status === 'expected',
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    ),
    ...below.flatMap((suite) => within(suite, [...above, title])),
  ];
  return [
    ...suites.flatMap((suite) => within(suite, [])),
    ...errors.map(({ message }) => ({ title: message, path: '', isPassed: false, ms: 0 })),
  ];
}
