import { fork } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { AtlasFlow } from 'flow-atlas/atlas/data';

/** The result of a lane for one flow. */
export type PreparedFlow = { readonly flow: string } & Required<Pick<AtlasFlow, 'proof' | 'looks' | 'strips' | 'seen'>>;

const MOST_LANES = 4;

const CACHE = 'node_modules/.cache/flows';

/**
 * Prepares flows on all cores; a flow with the fingerprint of an earlier run comes from a cache. Rejects when a lane
 * exits before its work is done.
 */
export async function prepareAll(
  flows: readonly string[],
  fingerprintOf: (flow: string) => string,
  mutantsFolder = '',
): Promise<Map<string, PreparedFlow>> {
  mkdirSync(CACHE, { recursive: true });
  const prepared = new Map<string, PreparedFlow>();
  const files = new Map(flows.map((flow) => [flow, `${flow}-${fingerprintOf(flow)}.json`] as const));
  const queue: string[] = [];
  for (const [flow, file] of files) {
    const kept = mutantsFolder === '' ? readKept(file) : null;
    if (kept === null) queue.push(flow);
    else prepared.set(flow, kept);
  }
  const lanes = Math.min(MOST_LANES, availableParallelism(), queue.length);
  await Promise.all(
    Array.from({ length: lanes }, () =>
      lane(queue, mutantsFolder, (one) => {
        prepared.set(one.flow, one);
        if (mutantsFolder === '') writeFileSync(path.join(CACHE, files.get(one.flow) ?? ''), JSON.stringify(one));
      }),
    ),
  );
  for (const file of readdirSync(CACHE)) {
    const [, flow = ''] = /^(.*)-\w+\.json$/.exec(file) ?? [];
    if (files.has(flow) && files.get(flow) !== file) rmSync(path.join(CACHE, file));
  }
  return prepared;
}

/** A file that a stopped run has cut is prepared again. */
function readKept(file: string): PreparedFlow | null {
  try {
    return JSON.parse(readFileSync(path.join(CACHE, file), 'utf8')) as PreparedFlow;
  } catch {
    return null;
  }
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
