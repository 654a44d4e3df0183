import { randomInt, randomUUID } from 'node:crypto';

/** A code at Termii. */
export interface Pin {
  readonly pinId: string;
  readonly to: string;
  readonly code: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  triesLeft: number;
  isUsed: boolean;
}

export interface Pins {
  make(to: string, digits: number, minutes: number, tries: number): Pin;
  find(pinId: string): Pin | undefined;
  reset(): void;
}

const KEPT = 10_000;

/** @param now epoch milliseconds */
export function createPins(now: () => number): Pins {
  const byId = new Map<string, Pin>();
  return {
    make(to, digits, minutes, tries) {
      const code = String(randomInt(10 ** digits)).padStart(digits, '0');
      const pin = {
        pinId: randomUUID(),
        to,
        code,
        expiresAt: now() + minutes * 60_000,
        triesLeft: tries,
        isUsed: false,
      };
      byId.set(pin.pinId, pin);
      const [oldest] = byId.keys();
      if (byId.size > KEPT && oldest !== undefined) byId.delete(oldest);
      return pin;
    },
    find: (pinId) => byId.get(pinId),
    reset: () => byId.clear(),
  };
}
