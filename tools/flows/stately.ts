import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { statelyFile } from 'flow-atlas/stately/file';
import { allMachines, flowsIn, titleOf } from './charts.ts';

export interface ForStately {
  readonly flow: string;
  readonly machine: AnyStateMachine;
  /** Content for Stately's editor. */
  readonly text: string;
}

/** Formats each machine of the shop as a file for Stately (docs/stately.md). */
export async function allForStately(): Promise<ForStately[]> {
  const files = await allMachines();
  const flowIn = flowsIn(files);
  return Promise.all(
    files.map(async ({ flow, machine }) => ({
      flow,
      machine,
      text: await statelyFile(flow, machine, { title: titleOf(flow), flowIn }),
    })),
  );
}

/** Writes the files into a folder and removes its previous content. */
export async function writeForStately(out: string): Promise<number> {
  const files = await allForStately();
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const { flow, text } of files) writeFileSync(path.join(out, `${flow}.js`), text);
  return files.length;
}
