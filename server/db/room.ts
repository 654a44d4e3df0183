import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** What the embedded database needs to recover and to go on: segments of its log, and a checkpoint. */
export const NEEDED_MB = 64;
const MB = 1024 * 1024;
const LOOK_MS = 5_000;

/** The room in the folder's file system, MB; endless where the system does not tell. */
export function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return Math.floor((bavail * bsize) / MB);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

export interface WaitingForRoom {
  /** Told of the room at each look that finds too little. */
  readonly onWait: (roomMb: number) => void;
  readonly room?: (folder: string) => number;
  readonly pause?: () => Promise<void>;
}

/**
 * Resolves when there is room. Recovery on a full disk ends the engine in the middle of it, so it does not begin before
 * (X54).
 */
export async function waitForRoom(
  folder: string,
  { onWait, room = roomIn, pause = () => wait(LOOK_MS) }: WaitingForRoom,
): Promise<void> {
  for (let free = room(folder); free < NEEDED_MB; free = room(folder)) {
    onWait(free);
    await pause();
  }
}
