import { randomBytes } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { normalisePassword, PASSWORD_MAX_BYTES } from '../../../contract/rules/password.ts';
import { createConcurrencyLimit } from '../../concurrency-limit.ts';

/** OWASP minimum for argon2id: 19 MiB, 2 passes, 1 lane (providers 3.5). argon2id is the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash that matches no password. Comparing with it takes the same time. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${removePadding(16)}$${removePadding(32)}`;

/**
 * Shared by the whole process. At most two hashes run in parallel, so that the other pool threads stay free for files
 * and DNS.
 */
const HASHING = createConcurrencyLimit({ places: 2, waiting: 40 });

/** Whether the task takes priority over tasks of unknown browsers. */
interface Order {
  readonly isFirst?: boolean;
}

/** Hashes passwords. All services share the two places. */
export function createPasswordsService({ limited = HASHING, verify = argon2.verify } = {}) {
  /** Throws `Refusal` `unavailable` when the queue is full. */
  function hash(password: string, order: Order = {}): Promise<string> {
    return limited.run(() => argon2.hash(Buffer.from(normalisePassword(password)), COST), order);
  }

  /**
   * Returns whether the password matches `stored`. Older versions hashed it without normalisation. With `null` it
   * returns false after the same amount of work, so that unknown accounts take as long as known ones. Throws `Refusal`
   * `unavailable` when the queue is full.
   */
  function isRight(stored: string | null, password: string, order: Order = {}): Promise<boolean> {
    return limited.run(async () => {
      for (const form of new Set([normalisePassword(password), password])) {
        const isMatch = await verify(stored ?? NOBODY, Buffer.from(form).subarray(0, PASSWORD_MAX_BYTES + 1));
        if (stored !== null && isMatch) return true;
      }
      return false;
    }, order);
  }

  /** Returns whether the hash has other parameters than the current ones. */
  function isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = argon2.parseOptions(stored);
    return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism;
  }

  return { hash, isRight, isOutdated };
}

function removePadding(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '');
}
