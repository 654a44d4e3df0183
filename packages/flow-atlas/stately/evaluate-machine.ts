import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyStateMachine } from 'xstate';

/** Inside node_modules, so that the file resolves XState like any other project file. */
const CACHE = path.resolve('node_modules/.cache');

/** Evaluates a file and returns the machine that it exports. */
export async function evaluateMachine(text: string): Promise<AnyStateMachine> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(path.join(CACHE, 'stately-'));
  try {
    const file = path.join(folder, 'machine.ts');
    writeFileSync(file, text);
    const { machine } = (await import(/* @vite-ignore */ file)) as { readonly machine: AnyStateMachine };
    return machine;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns a machine's definition as plain data: ids, transitions with guard, targets, actions, re-entry and
 * description, timers, calls. Functions are not compared.
 */
export function serialiseDefinition(machine: AnyStateMachine): unknown {
  return JSON.parse(JSON.stringify(machine.definition));
}
