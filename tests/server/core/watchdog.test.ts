import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const watchdog = path.resolve('server/watchdog.ts');

/** Runs `code` in a process of its own with `watch`, a watchdog that waits for 5 looks of 40 ms. */
function run(code: string) {
  const program = `
    import { watchLoop } from ${JSON.stringify(watchdog)};
    const block = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
    const watch = watchLoop({ looks: 5, everyMs: 40 });
    // The thread has begun to look when the loop has turned some times.
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

test('F2: a loop that is blocked for good ends the process, which says why', () => {
  const ended = run('block(60_000);');
  expect(ended).toMatchObject({ stdout: '', signal: 'SIGKILL' });
  expect(ended.stderr).toContain('The event loop is blocked; the process ends, start it again.');
});

test('F2: work that is known to hold the loop, and a stop, are no reason', () => {
  expect(run('await watch.pausedFor(async () => block(1_000));')).toMatchObject({ stdout: 'alive', signal: null });
  expect(run('await watch.stop(); block(1_000);')).toMatchObject({ stdout: 'alive', signal: null });
});
