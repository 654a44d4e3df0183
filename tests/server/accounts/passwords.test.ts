import { hash, verify } from '@node-rs/argon2';
import { describe, expect, test, vi } from 'vitest';
import { sources } from '../../support/files.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';

const passwords = createPasswordsService();

describe('§6 passwords: argon2id (providers 3.5)', () => {
  test('§6: uses 19 MiB, 2 passes, 1 lane and a unique salt', async () => {
    const [one, two] = [await passwords.hash('Karibu2026'), await passwords.hash('Karibu2026')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  test.each(['Karibu2026', ' spaces around ', '      ', 'ä€😀', 'é', 'x'.repeat(128)])(
    '§6: accepts %j only exactly as typed',
    async (typed) => {
      const stored = await passwords.hash(typed);
      expect(await passwords.isRight(stored, typed)).toBe(true);
      for (const other of [typed.trim() === typed ? `${typed} ` : typed.trim(), typed.toUpperCase(), `${typed}x`]) {
        if (other !== typed) expect(await passwords.isRight(stored, other)).toBe(false);
      }
    },
  );

  test('X80: accepts every Unicode spelling of a password, and old hashes of the text as typed', async () => {
    const spellings = ['Kar\u00edbu2026', 'Kari\u0301bu2026', 'Kar\u00edbu\uff12\uff10\uff12\uff16'];
    for (const first of spellings) {
      const stored = await passwords.hash(first);
      for (const later of spellings) expect(await passwords.isRight(stored, later)).toBe(true);
      const old = await hash(Buffer.from(first));
      expect(await passwords.isRight(old, first)).toBe(true);
      expect(await passwords.isRight(old, 'Karibu2026')).toBe(false);
    }
  });

  test('X80, R26: does the same work for an unknown user, with any spelling of the password', async () => {
    const counted = vi.fn(verify);
    const counting = createPasswordsService({ verify: counted });
    const stored = await counting.hash('Karibu2026');
    expect(await counting.isRight(stored, 'Kari\u0301bu')).toBe(false);
    expect(await counting.isRight(null, 'Kari\u0301bu')).toBe(false);
    expect(counted).toHaveBeenCalledTimes(4);
  });

  test('R26: does the same work for an unknown user', async () => {
    const counted = vi.fn(verify);
    const counting = createPasswordsService({ verify: counted });
    const stored = await counting.hash('Karibu2026');
    expect(await counting.isRight(stored, 'Wrong123')).toBe(false);
    expect(await counting.isRight(null, 'Karibu2026')).toBe(false);
    expect(await counting.isRight(null, '')).toBe(false);
    const costs = counted.mock.calls.map(([it]) => String(it).split('$').slice(0, 4).join('$'));
    expect(costs).toEqual(Array(3).fill('$argon2id$v=19$m=19456,t=2,p=1'));
  });

  test('X61: all services share the same two places for hashing', async () => {
    const releases: (() => void)[] = [];
    const verify = vi.fn(() => new Promise<boolean>((resolve) => releases.push(() => resolve(false))));
    const all = [1, 2, 3].map(() => createPasswordsService({ verify }).isRight(null, 'Karibu2026'));
    const later = createPasswordsService().hash('Karibu2026');
    await new Promise(setImmediate);
    expect(verify).toHaveBeenCalledTimes(2);
    let isHashed = false;
    void later.then(() => (isHashed = true));
    // The third comparison takes the first free place. The hash takes the second and can end at any moment.
    for (let done = 0; done < 2; done += 1) {
      expect(isHashed).toBe(false);
      releases.shift()?.();
      await new Promise(setImmediate);
    }
    releases.shift()?.();
    await Promise.all([...all, later]);
  });

  test('X61: only one module hashes passwords and limits how many run concurrently', () => {
    const those = (pattern: RegExp) =>
      sources('server').flatMap(({ path, text }) => (pattern.test(text) ? [path] : []));
    expect(those(/argon2/)).toEqual(['server/modules/passwords/passwords.service.ts']);
    expect(those(/createPasswordsService\((?!\))/)).toEqual(['server/modules/passwords/passwords.service.ts']);
  });

  test('§6: a hash with other parameters is outdated', async () => {
    expect(passwords.isOutdated(await passwords.hash('Karibu2026'))).toBe(false);
    expect(passwords.isOutdated(await hash('Karibu2026', { memoryCost: 8192, timeCost: 2, parallelism: 1 }))).toBe(
      true,
    );
    expect(passwords.isOutdated(await hash('Karibu2026', { memoryCost: 19_456, timeCost: 3, parallelism: 1 }))).toBe(
      true,
    );
  });
});
