import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { StartReport } from '../server/run.ts';

type Ready = Extract<StartReport, { type: 'ready' }>;

/** Maximum pause between two restarts of a server that keeps exiting. */
const LONGEST_PAUSE_MS = 60_000;
/** Resets the crash counter after this time. */
const FORGOTTEN_MS = 600_000;

export interface KeepOpenOptions {
  /** Starts the server process. */
  readonly start: () => ChildProcess;
  readonly onProgress: (report: Extract<StartReport, { type: 'progress' }>) => void;
  /** Called when the shop is ready for the first time. */
  readonly onReady: (report: Ready) => void;
  readonly isStopping: () => boolean;
  readonly print: (text: string) => void;
  /** Tests replace it. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * Starts the server, and restarts it whenever it exits after it was ready, even repeatedly, because e.g. a full disk
 * may get space again. Resolves with the exit code when the shop never became ready or was stopped.
 */
export async function keepOpen({
  start,
  onProgress,
  onReady,
  isStopping,
  print: say,
  pause = wait,
}: KeepOpenOptions): Promise<number | null> {
  let endings = 0;
  for (;;) {
    const { code, openMs } = await runOnce(start(), (report) => {
      if (report.type === 'progress') onProgress(report);
      else if (endings === 0) onReady(report);
      else say('Server restarted.');
    });
    if (isStopping() || (openMs === null && endings === 0)) return code;
    const before = openMs !== null && openMs > FORGOTTEN_MS ? 0 : endings;
    const pauseMs = before === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** (before - 1));
    say(`Server exited (${code ?? 'killed'}). Restarting in ${pauseMs / 1000} s.`);
    await pause(pauseMs);
    if (isStopping()) return code;
    endings = before + 1;
  }
}

/** Resolves when the process exits. `openMs` is how long the shop was ready. `null` when it never was. */
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
