import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { formatStatelyFile } from 'flow-atlas/stately/file';
import { labelMachine } from 'flow-atlas/stately/labelled-machine';
import { allMachines, createFlowFinder } from './charts.ts';
import { readLabels } from './labels.ts';

export interface StatelyFile {
  readonly flow: string;
  readonly machine: AnyStateMachine;
  /** The machine with the names of the file. */
  readonly labelled: AnyStateMachine;
  /** Content for Stately's editor. */
  readonly text: string;
}

/** Formats each machine of the shop as a file for Stately (docs/stately.md). */
export async function createStatelyFiles(): Promise<StatelyFile[]> {
  const files = await allMachines();
  const flowIn = createFlowFinder(files);
  return Promise.all(
    files.map(async ({ flow, machine }) => {
      const labels = readLabels(flow);
      return {
        flow,
        machine,
        labelled: labelMachine(machine, labels).machine,
        text: await formatStatelyFile(flow, machine, { labels, flowIn }),
      };
    }),
  );
}

/** Writes the files into a folder and removes its previous content. */
export async function writeStatelyFiles(out: string): Promise<number> {
  const files = await createStatelyFiles();
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const { flow, text } of files) writeFileSync(path.join(out, `${flow}.ts`), text);
  return files.length;
}
