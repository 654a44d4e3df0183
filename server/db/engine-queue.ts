import { setImmediate } from 'node:timers/promises';
import * as texts from '../common.texts.ts';
import { Refusal } from '../refusal.ts';

/** `reads` are public reads of the catalogue. `others` are orders, payments, jobs and commands. */
export type Lane = 'reads' | 'others';

export interface EngineQueue {
  /**
   * Runs `work` alone when it is its turn. Within a lane tasks run in order of arrival. Between lanes, the one that has
   * used the engine for less time is next, so that neither delays the other for long. Throws `Refusal` `unavailable`
   * when the lane is full.
   */
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>;
  /**
   * Resolves when the next statement may run. Leaves the event loop time for sockets, because statements run on the
   * main thread.
   */
  pace(): Promise<void> | void;
}

export interface EngineQueueOptions {
  /** Maximum number of waiting tasks of each lane. */
  readonly waiting: Readonly<Record<Lane, number>>;
  /** Milliseconds. Tests replace it. */
  readonly now?: () => number;
  /** Resolves in the next turn of the event loop. Tests replace it. */
  readonly nextTurn?: () => Promise<unknown>;
}

/** Statements of one turn of the event loop, in milliseconds. The last one may exceed it. */
const TURN_MS = 2;
const RETRY_SECONDS = 5;

interface LaneState {
  readonly waiting: (() => void)[];
  /** Time that its tasks have used. Milliseconds. */
  usedMs: number;
}

/** Queue in front of an engine that runs one statement at a time. */
export function createEngineQueue({
  waiting: most,
  now = () => performance.now(),
  nextTurn = setImmediate,
}: EngineQueueOptions): EngineQueue {
  const lanes: Readonly<Record<Lane, LaneState>> = {
    reads: { waiting: [], usedMs: 0 },
    others: { waiting: [], usedMs: 0 },
  };
  let isBusy = false;
  /** Start of the current turn of the event loop, and the promise of the next one. */
  let turnStartedAt = 0;
  let turn: Promise<unknown> | null = null;

  function enter(lane: Lane): Promise<void> | void {
    if (!isBusy) {
      isBusy = true;
      return;
    }
    const { waiting } = lanes[lane];
    if (waiting.length >= most[lane]) throw new Refusal('unavailable', texts.veryBusy, { retryAfter: RETRY_SECONDS });
    // A lane that has been idle does not catch up.
    if (waiting.length === 0) lanes[lane].usedMs = Math.max(lanes.reads.usedMs, lanes.others.usedMs);
    return new Promise((resolve) => waiting.push(resolve));
  }

  function leave(lane: Lane, usedMs: number): void {
    lanes[lane].usedMs += usedMs;
    const { reads, others } = lanes;
    const isReadNext = others.waiting.length === 0 || (reads.waiting.length > 0 && reads.usedMs <= others.usedMs);
    const next = (isReadNext ? reads : others).waiting.shift();
    if (next === undefined) isBusy = false;
    else next();
  }

  return {
    async run(lane, work) {
      await enter(lane);
      const startedAt = now();
      try {
        return await work();
      } finally {
        leave(lane, now() - startedAt);
      }
    },
    pace() {
      if (turn === null) {
        turnStartedAt = now();
        turn = nextTurn().then(() => (turn = null));
      }
      if (now() - turnStartedAt < TURN_MS) return;
      return turn.then(() => this.pace());
    },
  };
}
