interface ArmedTimer {
  readonly id: number;
  readonly due: number;
  readonly fire: () => void;
}

/** The most timers at one instant; more means that they rearm each other without time passing. */
const MOST_AT_ONCE = 1_000;

/**
 * Throws when timers at one instant never end, e.g. a delay of 0 ms that leads back to itself.
 *
 * @param count number of timers fired at `time`
 */
export function assertTimersEnd(count: number, time: number): void {
  if (count > MOST_AT_ONCE) throw new Error(`timers fire endlessly at ${time} ms`);
}

/**
 * A virtual clock that steps from deadline to deadline. XState's SimulatedClock jumps, so a timer that is rearmed while
 * it fires would fire once per jump; here each timer fires at its own deadline. Times are milliseconds since the actor
 * started.
 */
export class SteppingClock {
  #time = 0;
  #lastId = 0;
  readonly #armed = new Map<number, ArmedTimer>();

  readonly now = (): number => this.#time;

  readonly setTimeout = (fire: (...args: unknown[]) => void, delay: number): number => {
    const id = ++this.#lastId;
    this.#armed.set(id, { id, due: this.#time + delay, fire });
    return id;
  };

  readonly clearTimeout = (id: number): void => {
    this.#armed.delete(id);
  };

  /** Returns the deadlines ahead, earliest first. */
  pending(): number[] {
    return this.#inOrder().map(({ due }) => due);
  }

  /** Fires all timers due until `time`, by deadline and then by order of arming. Never goes back. */
  advanceTo(time: number): void {
    let count = 0;
    for (let next = this.#inOrder()[0]; next !== undefined && next.due <= time; next = this.#inOrder()[0]) {
      count = next.due > this.#time ? 1 : count + 1;
      assertTimersEnd(count, this.#time);
      this.#armed.delete(next.id);
      this.#time = Math.max(this.#time, next.due);
      next.fire();
    }
    this.#time = Math.max(this.#time, time);
  }

  #inOrder(): ArmedTimer[] {
    return [...this.#armed.values()].sort((a, b) => a.due - b.due || a.id - b.id);
  }
}
