import type { ChildProcess } from 'node:child_process';

const READY_MS = 120_000;
const ASK_EVERY_MS = 50;

/** Resolves when the address responds. Throws when one of the processes has exited, or after two minutes. */
export async function waitUntilHealthy(address: string, processes: readonly ChildProcess[]): Promise<void> {
  const until = performance.now() + READY_MS;
  while (performance.now() < until) {
    const dead = processes.find(({ exitCode }) => exitCode !== null);
    if (dead !== undefined)
      throw new Error(`The shop did not start: ${dead.spawnargs.at(-1)} ended with ${dead.exitCode}`);
    const isReady = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  throw new Error(`The shop did not answer at ${address} within ${READY_MS / 1000} s`);
}
