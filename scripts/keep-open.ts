import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { StartReport } from '../server/run.ts';

type Ready = Extract<StartReport, { type: 'ready' }>;

/** Longest pause between two starts of a shop that ends again and again. */
const LONGEST_PAUSE_MS = 60_000;
/** Forgets earlier endings after the shop was open for this time. */
const FORGOTTEN_MS = 600_000;

export interface KeptOpen {
  /** Starts the process of the shop. */
  readonly start: () => ChildProcess;
  readonly onProgress: (report: Extract<StartReport, { type: 'progress' }>) => void;
  /** Called when the shop is open for the first time. */
  readonly onReady: (report: Ready) => void;
  readonly isStopping: () => boolean;
  readonly say: (text: string) => void;
  /** Replaced by tests. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * Opens the shop, and again whenever it ends by itself after it was open, however often that fails: a full disk may get room
 * again. Resolves with the exit code of a shop that could not be opened at all, or that was stopped.
 */
export async function keepOpen({
  start,
  onProgress,
  onReady,
  isStopping,
  say,
  pause = wait,
}: KeptOpen): Promise<number | null> {
  let endings = 0;
  for (;;) {
    const { code, openMs } = await runOnce(start(), (report) => {
      if (report.type === 'progress') onProgress(report);
      else if (endings === 0) onReady(report);
      else say('The shop is open again.');
    });
    if (isStopping() || (openMs === null && endings === 0)) return code;
    const before = openMs !== null && openMs > FORGOTTEN_MS ? 0 : endings;
    const pauseMs = before === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** (before - 1));
    say(`The shop ended by itself (${code ?? 'killed'}). It is opened again in ${pauseMs / 1000} s.`);
    await pause(pauseMs);
    if (isStopping()) return code;
    endings = before + 1;
  }
}

/** Resolves when the process ends. `openMs` is how long the shop was open, null when it never was. */
function runOnce(
  child: ChildProcess,
  onReport: (report: StartReport) => void,
): Promise<{ readonly code: number | null; readonly openMs: number | null }> {
  let openedAt: number | null = null;
  child.on('message', (message) => {
    const report = message as StartReport;
    if (report.type === 'ready') openedAt = performance.now();
    onReport(report);
  });
  return new Promise((resolve) =>
    child.once('exit', (code) => resolve({ code, openMs: openedAt === null ? null : performance.now() - openedAt })),
  );
}
