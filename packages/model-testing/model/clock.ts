interface Armed {
  readonly id: number;
  readonly due: number;
  readonly fire: () => void;
}

/** More timers than this at one instant are armed again and again with no time between them. */
const MOST_AT_ONCE = 1_000;

/**
 * Throws where timers at one instant never end: a delay of 0 ms that leads back to itself, say.
 *
 * @param count how many have fired at `time`
 */
export function mustEnd(count: number, time: number): void {
  if (count > MOST_AT_ONCE) throw new Error(`timers fire again and again at ${time} ms`);
}

/**
 * A virtual clock that steps from deadline to deadline. XState's own SimulatedClock jumps, so a timer
 * that is armed again while it fires would fire once a jump; here each armed timer fires on its own
 * deadline. Times are milliseconds since the actor started.
 */
export class SteppingClock {
  #time = 0;
  #lastId = 0;
  readonly #armed = new Map<number, Armed>();

  readonly now = (): number => this.#time;

  readonly setTimeout = (fire: (...args: unknown[]) => void, delay: number): number => {
    const id = ++this.#lastId;
    this.#armed.set(id, { id, due: this.#time + delay, fire });
    return id;
  };

  readonly clearTimeout = (id: number): void => {
    this.#armed.delete(id);
  };

  /** The deadlines ahead, earliest first. */
  pending(): number[] {
    return this.#inOrder().map(({ due }) => due);
  }

  /** Fires all that is due until `time`, in order of deadline and then of arming. Never goes back. */
  advanceTo(time: number): void {
    let count = 0;
    for (let next = this.#inOrder()[0]; next !== undefined && next.due <= time; next = this.#inOrder()[0]) {
      count = next.due > this.#time ? 1 : count + 1;
      mustEnd(count, this.#time);
      this.#armed.delete(next.id);
      this.#time = Math.max(this.#time, next.due);
      next.fire();
    }
    this.#time = Math.max(this.#time, time);
  }

  #inOrder(): Armed[] {
    return [...this.#armed.values()].sort((a, b) => a.due - b.due || a.id - b.id);
  }
}
