import { fork, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepOpen } from '../../../scripts/keep-open.ts';

let folder: string;
let room: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-keep-open-'));
  room = path.join(folder, 'room');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Runs `npm start`'s restart loop with a separate process on a disk that the test fills. Pauses take no time. */
function play({
  onPause,
  onOpen,
}: {
  onPause: (pauses: readonly number[]) => void;
  onOpen: (child: ChildProcess) => void;
}) {
  const said: string[] = [];
  const pauses: number[] = [];
  const state = { isStopping: false };
  const start = () => {
    const child = fork('tests/server/pglite/full-disk-shop.ts', [room], { execArgv: ['--import', 'tsx'] });
    children.push(child);
    child.once('message', () => onOpen(child));
    return child;
  };
  const ended = keepOpen({
    start,
    onProgress: () => undefined,
    onReady: ({ url }) => void said.push(`open at ${url}`),
    isStopping: () => state.isStopping,
    print: (text) => void said.push(text),
    pause: async (ms) => {
      pauses.push(ms);
      onPause(pauses);
    },
  });
  return { ended, said, pauses, state };
}

test('X54: restarts a shop when a full disk has space, with a longer pause after each attempt', async () => {
  fs.writeFileSync(room, '900');
  let opened = 0;
  const shop = play({
    onOpen: (child) => {
      opened += 1;
      if (opened === 2) shop.state.isStopping = true;
      else fs.writeFileSync(room, '0');
      child.send('end');
    },
    onPause: ({ length }) => {
      if (length === 4) fs.writeFileSync(room, '900');
    },
  });
  expect(await shop.ended).toBe(1);
  expect(shop.pauses).toEqual([0, 1_000, 2_000, 4_000]);
  expect(shop.said).toEqual([
    'open at http://localhost:3000',
    ...[0, 1, 2, 4].map((seconds) => `Server exited (1). Restarting in ${seconds} s.`),
    'Server restarted.',
  ]);
});

test('X54: does not restart a shop that has never opened', async () => {
  fs.writeFileSync(room, '0');
  const { ended, said, pauses } = play({ onOpen: () => undefined, onPause: () => undefined });
  expect(await ended).toBe(1);
  expect([said, pauses, children.length]).toEqual([[], [], 1]);
});
