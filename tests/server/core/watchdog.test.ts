import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { watchLoop } from '../../../server/watchdog.ts';

afterEach(() => void vi.restoreAllMocks());

const watchdog = path.resolve('server/watchdog.ts');

/** Runs `code` in a separate process with `watch`, a watchdog that checks 5 times, every 40 ms. */
function run(code: string) {
  const program = `
    import { watchLoop } from ${JSON.stringify(watchdog)};
    const block = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
    const watch = watchLoop({ looks: 5, everyMs: 40 });
    // The thread checks for the first time within these turns.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 40));
    ${code}
    console.log('alive');
    process.exit(0);`;
  const { stdout, stderr, signal } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program],
    {
      encoding: 'utf8',
    },
  );
  return { stdout: stdout.trim(), stderr, signal };
}

test('F2: a permanently blocked loop ends the process with a message', () => {
  const ended = run('block(60_000);');
  expect(ended).toMatchObject({ stdout: '', signal: 'SIGKILL' });
  expect(ended.stderr).toContain('The event loop is blocked. Ending the process, start it again.');
});

test('F2: known long work and a stop do not end the process', () => {
  expect(run('await watch.pausedFor(async () => block(1_000));')).toMatchObject({ stdout: 'alive', signal: null });
  expect(run('await watch.stop(); block(1_000);')).toMatchObject({ stdout: 'alive', signal: null });
});

test('F2: checks again after long work, also after work that failed', async () => {
  const added = vi.spyOn(Atomics, 'add');
  const loop = watchLoop({ looks: 1_000, everyMs: 1_000 });
  const pauses = () => {
    const [array, at] = added.mock.calls[0] ?? [];
    return array instanceof Int32Array && at !== undefined ? Atomics.load(array, at) : null;
  };
  await loop.pausedFor(async () => expect(pauses()).toBe(1));
  expect(pauses()).toBe(0);
  await expect(loop.pausedFor(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(pauses()).toBe(0);
  await loop.stop();
});
