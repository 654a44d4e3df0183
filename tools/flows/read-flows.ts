import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import { chartOf } from 'flow-atlas/atlas/chart-of';
import { markdownOf } from 'flow-atlas/atlas/text';
import { toldIn } from 'flow-atlas/atlas/told';
import type { ToldFlow } from 'flow-atlas/atlas/told';
import { titled } from 'flow-atlas/atlas/words';
import { TITLES } from './groups.ts';
import { codeOf } from './code.ts';

/** A separate process, so that machines of two versions do not mix: sends the flows of the sources in a folder. */

const FOLDERS = ['src/machines', 'server/machines'];
const [, , root = '.'] = process.argv;

const flows: ToldFlow[] = [];
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

async function toldFlow(flow: string, file: string): Promise<ToldFlow> {
  const exported = (await import(pathToFileURL(path.resolve(root, file)).href)) as object;
  const machine = Object.values(exported).find(isMachine);
  if (machine === undefined) throw new Error(`${file} exports no machine`);
  const chart = chartOf(flow, machine, { title: TITLES[flow] ?? titled(flow), flowIn: () => null });
  const { code, texts } = codeOf(machine, root, [file, `tests/flows/${flow}/${flow}.view.tsx`]);
  return { ...toldIn(flow, markdownOf(chart)), code, texts };
}

function isMachine(value: unknown): value is AnyStateMachine {
  return typeof value === 'object' && value !== null && 'root' in value && 'implementations' in value;
}
