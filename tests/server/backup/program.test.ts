import fs from 'node:fs';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackupProgram } from '../../../server/backup/nightly.ts';

/** The separate program that makes the backup of the night. */

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(tmpdir(), 'duka-program-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(dir, { recursive: true, force: true });
});

function run(source: string, signal = new AbortController().signal): Promise<void> {
  const file = path.join(dir, 'program.mjs');
  fs.writeFileSync(file, source);
  return createBackupProgram(file, ['--no-warnings'])(signal);
}

test('R36: succeeds with code 0, whatever the program writes, and runs behind the shop', async () => {
  const priority = vi.spyOn(os, 'setPriority');
  await expect(run(`console.error('a warning'); console.log('done')`)).resolves.toBeUndefined();
  expect(priority.mock.calls).toEqual([[expect.any(Number), os.constants.priority.PRIORITY_BELOW_NORMAL]]);
});

test('R36: fails with the error output, without spaces around it', async () => {
  await expect(run(`console.error(' The disk is full\\n'); process.exitCode = 1`)).rejects.toThrow(
    /^The disk is full$/,
  );
});

test('R36: fails with the last 300 characters of a long output', async () => {
  const output = `a${'b'.repeat(299)}c`;
  await expect(run(`process.stderr.write('${output}'); process.exitCode = 1`)).rejects.toMatchObject({
    message: output.slice(1),
  });
});

test('R36: fails with the code of a program that writes nothing', async () => {
  await expect(run('process.exitCode = 3')).rejects.toThrow(/^it ended with 3$/);
});

test('R36: ends with the shop, before it runs and while it runs', async () => {
  await expect(run('', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  const stopping = new AbortController();
  vi.spyOn(os, 'setPriority').mockImplementation(() => stopping.abort());
  await expect(run('setInterval(() => undefined, 1_000)', stopping.signal)).rejects.toMatchObject({
    name: 'AbortError',
  });
});
