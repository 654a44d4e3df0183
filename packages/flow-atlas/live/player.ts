import type { LiveRecord } from './record.ts';
import { EMPTY, withPage, withRecord } from './run.ts';
import type { Run } from './run.ts';

/** How long each step of a replay is shown, in ms. */
export const STEP_MS = 800;

export interface Shown {
  readonly run: Run;
  /** So many records have happened. */
  readonly position: number;
  /** A saved run, or what is heard of pages. */
  readonly isSaved: boolean;
  /** Goes along with what is heard. */
  readonly isFollowing: boolean;
  readonly isPlaying: boolean;
}

export interface PlayerOptions {
  readonly onChange: (shown: Shown) => void;
  /** Calls back after so many ms; answers how to stop that. */
  readonly later?: (then: () => void, ms: number) => () => void;
}

/** Goes through a run: along with what is heard, step by step, or by itself. */
export class Player {
  readonly #onChange: (shown: Shown) => void;
  readonly #later: NonNullable<PlayerOptions['later']>;
  #heard: Run = EMPTY;
  #saved: Run | null = null;
  #position = 0;
  #isFollowing = true;
  #stop: (() => void) | null = null;

  constructor({ onChange, later = afterwards }: PlayerOptions) {
    this.#onChange = onChange;
    this.#later = later;
  }

  get shown(): Shown {
    return {
      run: this.#run,
      position: this.#position,
      isSaved: this.#saved !== null,
      isFollowing: this.#isFollowing,
      isPlaying: this.#stop !== null,
    };
  }

  get #run(): Run {
    return this.#saved ?? this.#heard;
  }

  hearRecord(record: LiveRecord): void {
    this.#hear(withRecord(this.#heard, record));
  }

  hearPage(page: string, run: Run): void {
    this.#hear(withPage(this.#heard, page, run));
  }

  /** Whoever looks at an earlier step goes on looking at it for as long as it is kept. */
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

  /** Shows a saved run, from its end: what happened last is what one looks for. */
  open(run: Run, position = run.records.length): void {
    this.#halt();
    this.#saved = run;
    this.#isFollowing = false;
    this.#position = this.#within(position);
    this.#tell();
  }

  /** Leaves a saved run and goes along with what is heard. */
  follow(): void {
    this.#halt();
    this.#saved = null;
    this.#isFollowing = true;
    this.#position = this.#run.records.length;
    this.#tell();
  }

  /** So many records have happened then. */
  goTo(position: number): void {
    this.#halt();
    this.#isFollowing = false;
    this.#position = this.#within(position);
    this.#tell();
  }

  back(): void {
    this.goTo(this.#position - 1);
  }

  forward(): void {
    this.goTo(this.#position + 1);
  }

  /** From where it stands, or from the beginning where it stands at the end. */
  play(): void {
    this.#halt();
    const { length } = this.#run.records;
    if (length === 0) return;
    this.#isFollowing = false;
    if (this.#position >= length) this.#position = 0;
    this.#playOn();
    this.#tell();
  }

  pause(): void {
    this.#halt();
    this.#tell();
  }

  #playOn(): void {
    this.#stop = this.#later(() => {
      this.#position = this.#within(this.#position + 1);
      // The last step belongs to the replay too, which is over after it.
      this.#tell();
      if (this.#position < this.#run.records.length) return this.#playOn();
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

/** A page tells its records again whenever an atlas opens: the same, and other objects. */
function isSame(one: LiveRecord, other: LiveRecord): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function afterwards(then: () => void, ms: number): () => void {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
}
