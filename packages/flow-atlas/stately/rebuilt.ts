import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyStateMachine } from 'xstate';

/** Below the packages, so that the file finds XState as a file of any other project does. */
const CACHE = path.resolve('node_modules/.cache');

/** The machine that a file exports, evaluated as it stands. */
export async function rebuiltFrom(text: string): Promise<AnyStateMachine> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(path.join(CACHE, 'stately-'));
  try {
    const file = path.join(folder, 'machine.mjs');
    writeFileSync(file, text);
    const { machine } = (await import(/* @vite-ignore */ file)) as { readonly machine: AnyStateMachine };
    return machine;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * All that the definition of a machine says, as plain data: ids, transitions with guard, targets, actions, re-entry and
 * description, timers, calls; functions are not compared.
 */
export function toldBy(machine: AnyStateMachine): unknown {
  return JSON.parse(JSON.stringify(machine.definition));
}
