import { spawn } from 'node:child_process';
import os from 'node:os';
import { toStableId } from '../db/ids.ts';
import type { Deps } from '../deps.ts';
import { insertAlarmOnce } from '../modules/messages/messages.repository.ts';
import { findBackups, toBackupName } from './folder.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Kenya is UTC+3 all year. */
const KENYA_MS = 3 * HOUR;
/** Maximum length of a program's error output in the alarm. */
const MOST_WORDS = 300;

/** Returns the latest time up to `now` with this hour in Kenya. */
export function findLastNight(now: Date, hour: number): Date {
  const local = now.getTime() + KENYA_MS;
  const tonight = local - (local % DAY) + hour * HOUR;
  return new Date((tonight > local ? tonight - DAY : tonight) - KENYA_MS);
}

/** Runs one backup in a separate program. Rejects with its error output. */
export type RunBackup = (signal: AbortSignal) => Promise<void>;

/**
 * Makes a backup every night at the configured hour, or as soon as the shop runs again. Checks every hour for a backup
 * of this night. A failed backup is retried, and raises one alarm a night. The returned function aborts a running
 * backup.
 */
export function registerNightly(deps: Deps, run: RunBackup): () => void {
  const { env, db, clock, jobs, log } = deps;
  const { dir, hour } = env.backup;
  const stopped = new AbortController();
  let isRunning = false;

  async function backUp(night: Date): Promise<void> {
    isRunning = true;
    try {
      const earliest = toBackupName(night);
      if (findBackups(dir).some((name) => name >= earliest)) return;
      await run(stopped.signal);
      log.info({ dir }, 'a backup was made');
    } catch (error) {
      if (stopped.signal.aborted) return;
      const why = error instanceof Error ? error.message : String(error);
      log.error({ alarm: 'backup.failed', why }, 'backup failed');
      const alarm = { kind: 'backup.failed', orderId: null, detail: { why } };
      await insertAlarmOnce(db.sql, toStableId('backup.failed', night.toISOString()), alarm, clock.now());
    } finally {
      isRunning = false;
    }
  }

  if (hour !== null)
    jobs.schedule('backup.nightly', HOUR, async () => {
      // A job that takes minutes would delay others, and its lease would expire.
      if (!isRunning) deps.background.keep(backUp(findLastNight(clock.now(), hour)));
    });
  return () => stopped.abort();
}

/** Runs `npm run backup` in a separate process with low priority, so that the shop keeps its memory. */
export function createBackupProgram(file: string, nodeOptions: readonly string[] = process.execArgv): RunBackup {
  return (signal) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [...nodeOptions, file], {
        stdio: ['ignore', 'ignore', 'pipe'],
        signal,
      });
      let said = '';
      child.stderr.on('data', (part: Buffer) => (said = `${said}${part.toString()}`.slice(-MOST_WORDS)));
      child.once('error', reject);
      child.once(
        'spawn',
        () => child.pid !== undefined && os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL),
      );
      child.once('close', (code) =>
        code === 0 ? resolve() : reject(new Error(said.trim() || `it ended with ${code}`)),
      );
    });
}
