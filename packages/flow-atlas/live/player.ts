import type { Entry } from './entries.ts';
import type { LiveRecord } from './record.ts';
import { EMPTY, replacePage, addRecord } from './run.ts';
import type { Run } from './run.ts';

/** Time that a replay shows each step. Milliseconds. */
export const STEP_MS = 800;

export interface PlayerState {
  readonly run: Run;
  /** The steps to stop at. */
  readonly entries: readonly Entry[];
  /** Number of records that have happened. */
  readonly position: number;
  /** Number of entries that have happened. */
  readonly place: number;
  /** A saved run instead of the live record. */
  readonly isSaved: boolean;
  /** Follows new records. */
  readonly isFollowing: boolean;
  readonly isPlaying: boolean;
}

export interface PlayerOptions {
  readonly onChange: (shown: PlayerState) => void;
  readonly list: (run: Run) => readonly Entry[];
  /** Calls back after `ms`. Returns a function that cancels the call. */
  readonly later?: (then: () => void, ms: number) => () => void;
}

/** Plays a run: live, step by step, or automatically. */
export class Player {
  readonly #onChange: (shown: PlayerState) => void;
  readonly #list: PlayerOptions['list'];
  readonly #later: NonNullable<PlayerOptions['later']>;
  #heard: Run = EMPTY;
  #saved: Run | null = null;
  #position = 0;
  #entries: readonly Entry[] = [];
  #listed: Run | null = null;
  #isFollowing = true;
  #stop: (() => void) | null = null;

  constructor({ onChange, list, later = scheduleTimeout }: PlayerOptions) {
    this.#onChange = onChange;
    this.#list = list;
    this.#later = later;
  }

  get shown(): PlayerState {
    const entries = this.#getEntries();
    return {
      run: this.#run,
      entries,
      position: this.#position,
      place: countPassed(entries, this.#position),
      isSaved: this.#saved !== null,
      isFollowing: this.#isFollowing,
      isPlaying: this.#stop !== null,
    };
  }

  get #run(): Run {
    return this.#saved ?? this.#heard;
  }

  #getEntries(): readonly Entry[] {
    if (this.#listed !== this.#run) this.#entries = this.#list(this.#run);
    this.#listed = this.#run;
    return this.#entries;
  }

  /** Lists the entries again, because other steps are to be shown. */
  relist(): void {
    this.#listed = null;
    this.#tell();
  }

  hearRecord(record: LiveRecord): void {
    this.#hear(addRecord(this.#heard, record));
  }

  hearPage(page: string, run: Run): void {
    this.#hear(replacePage(this.#heard, page, run));
  }

  /** A user who looks at an earlier step keeps looking at it until the run drops it. */
  #hear(run: Run): void {
    const looked = this.#heard.records[this.#position - 1];
    this.#heard = run;
    if (this.#saved !== null) return;
    this.#position = this.#isFollowing
      ? run.records.length
      : looked === undefined
        ? 0
        : run.records.findIndex((record) => isSame(record, looked)) + 1;
    this.#tell();
  }

  /** Opens a saved run at its end, because the last events are usually the interesting ones. */
  open(run: Run, position = run.records.length): void {
    this.#halt();
    this.#saved = run;
    this.#isFollowing = false;
    this.#position = this.#within(position);
    this.#tell();
  }

  /** Closes a saved run and follows live records. */
  follow(): void {
    this.#halt();
    this.#saved = null;
    this.#isFollowing = true;
    this.#position = this.#run.records.length;
    this.#tell();
  }

  /** Shows the run after `position` records. */
  #goTo(position: number): void {
    this.#halt();
    this.#isFollowing = false;
    this.#position = this.#within(position);
    this.#tell();
  }

  back(): void {
    this.goToEntry(this.shown.place - 1);
  }

  forward(): void {
    this.goToEntry(this.shown.place + 1);
  }

  /** Shows the run after this many entries. */
  goToEntry(place: number): void {
    const entries = this.#getEntries();
    this.#goTo(entries[Math.min(entries.length, place) - 1]?.end ?? 0);
  }

  /** Plays from the current position, or from the beginning at the end of the run. */
  play(): void {
    this.#halt();
    const { length } = this.#getEntries();
    if (length === 0) return;
    this.#isFollowing = false;
    if (this.shown.place >= length) this.#position = 0;
    this.#playOn();
    this.#tell();
  }

  pause(): void {
    this.#halt();
    this.#tell();
  }

  #playOn(): void {
    this.#stop = this.#later(() => {
      const entries = this.#getEntries();
      this.#position = entries[countPassed(entries, this.#position)]?.end ?? this.#position;
      // The replay ends after the last step was shown.
      this.#tell();
      if (countPassed(entries, this.#position) < entries.length) return this.#playOn();
      this.pause();
    }, STEP_MS);
  }

  #halt(): void {
    this.#stop?.();
    this.#stop = null;
  }

  #within(position: number): number {
    return Math.min(this.#run.records.length, Math.max(0, position));
  }

  #tell(): void {
    this.#onChange(this.shown);
  }
}

/** Returns the number of entries that end at this position or before. */
function countPassed(entries: readonly Entry[], position: number): number {
  const next = entries.findIndex(({ end }) => end > position);
  return next === -1 ? entries.length : next;
}

/** A page sends its records again whenever an atlas opens: equal, but not identical objects. */
function isSame(one: LiveRecord, other: LiveRecord): boolean {
  return (
    one === other || (one.at === other.at && one.page === other.page && JSON.stringify(one) === JSON.stringify(other))
  );
}

function scheduleTimeout(then: () => void, ms: number): () => void {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
}
