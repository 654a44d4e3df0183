import { randomBytes } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { keptPassword, PASSWORD_MAX_BYTES } from '../../../contract/rules/password.ts';
import { createConcurrencyLimit } from '../../concurrency-limit.ts';

/** OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane (providers 3.5). argon2id is the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash that no password has: to compare with it is the same work, and nothing has to be hashed before. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${unpadded(16)}$${unpadded(32)}`;

/** Of the whole process: at most two at a time, the other threads of the pool stay free for files and name look-ups. */
const HASHING = createConcurrencyLimit({ places: 2, waiting: 40 });

/** Whether the work goes before that of browsers that the shop does not know. */
interface Order {
  readonly isFirst?: boolean;
}

/** Hashes passwords; all services together use the same two places. */
export function createPasswordsService({ limited = HASHING, verify = argon2.verify } = {}) {
  /** Throws Refusal `unavailable` under a flood. */
  function hash(password: string, order: Order = {}): Promise<string> {
    return limited.run(() => argon2.hash(Buffer.from(keptPassword(password)), COST), order);
  }

  /**
   * Whether the password is the one behind `stored`, which older shops hashed as typed. With null it does the same work
   * and says false, so that an unknown account takes as long as a known one. Throws Refusal `unavailable` under a
   * flood.
   */
  function isRight(stored: string | null, password: string, order: Order = {}): Promise<boolean> {
    return limited.run(async () => {
      for (const form of new Set([keptPassword(password), password])) {
        const isMatch = await verify(stored ?? NOBODY, Buffer.from(form).subarray(0, PASSWORD_MAX_BYTES + 1));
        if (stored !== null && isMatch) return true;
      }
      return false;
    }, order);
  }

  /** True when the hash was made with other parameters than today's. */
  function isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = argon2.parseOptions(stored);
    return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism;
  }

  return { hash, isRight, isOutdated };
}

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '');
}
