import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { AtlasFlow } from 'flow-atlas/atlas/data';

/** The result of a lane for one flow. */
export type PreparedFlow = { readonly flow: string } & Required<Pick<AtlasFlow, 'proof' | 'looks' | 'strips' | 'seen'>>;

const MOST_LANES = 4;

/** Prepares all flows on all cores. Rejects when a lane exits before its work is done. */
export async function prepareAll(flows: readonly string[], mutantsFolder = ''): Promise<Map<string, PreparedFlow>> {
  const queue = [...flows];
  const prepared = new Map<string, PreparedFlow>();
  const lanes = Math.min(MOST_LANES, availableParallelism());
  await Promise.all(
    Array.from({ length: lanes }, () => lane(queue, mutantsFolder, (one) => prepared.set(one.flow, one))),
  );
  return prepared;
}

function lane(queue: string[], mutantsFolder: string, done: (prepared: PreparedFlow) => void): Promise<void> {
  const child = fork(new URL('lane.ts', import.meta.url), [mutantsFolder], { execArgv: ['--import', 'tsx'] });
  return new Promise((resolve, reject) => {
    child.on('message', (message: 'ready' | PreparedFlow) => {
      if (message !== 'ready') done(message);
      const next = queue.shift();
      if (next === undefined) child.disconnect();
      else child.send(next);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error('The flows could not be prepared. See the error above.'));
    });
  });
}
