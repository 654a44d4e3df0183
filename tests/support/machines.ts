import { basename } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { sources } from './files.ts';
import type { SourceFile } from './files.ts';

export interface MachineFile extends SourceFile {
  /** For example `login` for `src/machines/account/login.machine.ts`. */
  readonly flow: string;
  readonly machine: AnyStateMachine;
}

/** Imports every machine file of a folder with its only machine, sorted by the name of the flow. */
export async function machineFiles(folder: string): Promise<MachineFile[]> {
  const files = sources(folder)
    .filter(({ path }) => path.endsWith('.machine.ts'))
    .sort((one, other) => (basename(one.path) < basename(other.path) ? -1 : 1));
  return Promise.all(
    files.map(async (file) => {
      const flow = /([^/]+)\.machine\.ts$/.exec(file.path)?.[1] ?? file.path;
      const exported = (await import(
        /* @vite-ignore */ new URL(`../../${file.path}`, import.meta.url).pathname
      )) as object;
      const machines = Object.values(exported).filter(isMachine);
      const [machine] = machines;
      if (machine === undefined || machines.length > 1) throw new Error(`${file.path} must export one machine`);
      return { ...file, flow, machine };
    }),
  );
}

function isMachine(value: unknown): value is AnyStateMachine {
  return typeof value === 'object' && value !== null && 'root' in value && 'implementations' in value;
}
