import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Space that the embedded database needs for recovery and operation: WAL segments and a checkpoint. */
export const NEEDED_MB = 64;
const MB = 1024 * 1024;
const LOOK_MS = 5_000;

/** Returns the free space of the folder's file system in MB. Infinity when it is unknown. */
export function getFreeSpace(folder: string): number {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return Math.floor((bavail * bsize) / MB);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

export interface WaitForRoomOptions {
  /** Called with the free space at each check that finds too little. */
  readonly onWait: (roomMb: number) => void;
  readonly room?: (folder: string) => number;
  readonly pause?: () => Promise<void>;
}

/**
 * Resolves when there is enough space. Recovery on a full disk would crash the engine, so it must not start before
 * (X54).
 */
export async function waitForRoom(
  folder: string,
  { onWait, room = getFreeSpace, pause = () => wait(LOOK_MS) }: WaitForRoomOptions,
): Promise<void> {
  for (let free = room(folder); free < NEEDED_MB; free = room(folder)) {
    onWait(free);
    await pause();
  }
}
