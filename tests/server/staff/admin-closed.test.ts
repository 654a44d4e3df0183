import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readNewSecret, readSecret } from '../../../server/cli/shared/read-secret.ts';
import { runCommandLine } from '../../support/command.ts';

/** `npm run admin` without a running shop. The database engine of the running project is not used. */

test('H1: npm run admin -- add opens a shop that is not running', async () => {
  const dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-admin-'));
  const admin = () => runCommandLine('admin', ['add', 'boss@duka.example'], { DATA_DIR: dataDir }, 'Kila la heri 7');
  try {
    expect(await admin()).toMatchObject({ code: 0 });
    expect(await admin()).toMatchObject({
      code: 0,
      output: expect.stringContaining('already had an account') as string,
    });
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
});

describe('a password on a terminal', () => {
  const terminal = () => {
    const shown: string[] = [];
    const output = new PassThrough();
    output.on('data', (part: Buffer) => shown.push(part.toString()));
    return { input: Object.assign(new PassThrough(), { isTTY: true }), output, shown };
  };

  test('is not shown while typing, and Backspace works', async () => {
    const { input, output, shown } = terminal();
    const read = readSecret('Password: ', { input, output });
    for (const key of ['s', 'e', 'x', '\u007f', 'c', 'r', 'e', 't', '\r']) input.write(key);
    expect(await read).toBe('secret');
    expect(shown.join('')).toBe('Password: \n');
  });

  test.each([
    ['the same', 'secret', 'secret', 'secret'],
    ['another', 'secret', 'Secret', 'The two passwords are not the same. Nothing was changed.'],
  ])('a new password is typed twice: %s', async (_, first, second, says) => {
    const { input, output } = terminal();
    output.on('data', (asked: Buffer) => {
      if (asked.toString() === 'Password: ') input.write(`${first}\r`);
      if (asked.toString() === 'Once more: ') input.write(`${second}\r`);
    });
    const read = readNewSecret('Password: ', { input, output }).catch((error: Error) => error.message);
    expect(await read).toBe(says);
  });

  test.each([
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('%s cancels the input', async (_, key) => {
    const { input, output } = terminal();
    const read = readSecret('Password: ', { input, output });
    input.write(key);
    await expect(read).rejects.toThrow(/^Nothing was/);
  });
});
