import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import { createChart } from 'flow-atlas/atlas/create-chart';
import { formatMarkdown } from 'flow-atlas/atlas/text';
import { parseMarkdown } from 'flow-atlas/atlas/descriptions';
import type { FlowDescription } from 'flow-atlas/atlas/descriptions';
import { readFlowCode } from './code.ts';

/** A separate process, so that machines of two versions do not mix: sends the flows of the sources in a folder. */

const FOLDERS = ['src/machines', 'server/machines'];
const [, , root = '.'] = process.argv;

const flows: FlowDescription[] = [];
for (const folder of FOLDERS) {
  if (!existsSync(path.join(root, folder))) continue;
  for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).sort(byName)) {
    const flow = /([^/]+)\.machine\.ts$/.exec(name)?.[1];
    if (flow !== undefined) flows.push(await toldFlow(flow, `${folder}/${name}`));
  }
}
process.send?.(flows);

/** Sorts by flow name, independent of the folder. */
function byName(one: string, other: string): number {
  return path.basename(one) < path.basename(other) ? -1 : 1;
}

async function toldFlow(flow: string, file: string): Promise<FlowDescription> {
  const exported = (await import(pathToFileURL(path.resolve(root, file)).href)) as object;
  const machine = Object.values(exported).find(isMachine);
  if (machine === undefined) throw new Error(`${file} exports no machine`);
  const chart = createChart(flow, machine);
  const { code, texts } = readFlowCode(machine, root, [file, `tests/flows/${flow}/${flow}.view.tsx`]);
  return { ...parseMarkdown(flow, formatMarkdown(chart)), code, texts };
}

function isMachine(value: unknown): value is AnyStateMachine {
  return typeof value === 'object' && value !== null && 'root' in value && 'implementations' in value;
}
