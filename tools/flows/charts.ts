import { existsSync } from 'node:fs';
import type { AnyStateMachine } from 'xstate';
import { createChart } from 'flow-atlas/atlas/create-chart';
import type { FindFlow } from 'flow-atlas/atlas/create-chart';
import type { Chart } from 'flow-atlas/atlas/chart';
import { getFlowTitle } from 'flow-atlas/atlas/labels';
import { machineFiles } from '../../tests/support/machines.ts';
import type { MachineFile } from '../../tests/support/machines.ts';
import { composed } from '../../tests/support/slots.ts';
import { readLabels } from './labels.ts';

const FOLDERS = ['src/machines', 'server/machines'];

/** Returns all machines of browser and server. */
export async function allMachines(): Promise<MachineFile[]> {
  return (await Promise.all(FOLDERS.filter((folder) => existsSync(folder)).map(machineFiles))).flat();
}

/** Returns the charts of all machines. */
export async function allCharts(): Promise<Chart[]> {
  const files = await allMachines();
  return files.map(({ flow, machine }) =>
    createChart(flow, machine, {
      flowIn: createFlowFinder(files),
      labels: readLabels(flow),
    }),
  );
}

/** Finds the flow that src/compose puts into a slot, by looking at the composed machines. */
export function createFlowFinder(files: readonly Pick<MachineFile, 'flow' | 'machine'>[]): FindFlow {
  const flowIds = new Map(files.map(({ flow, machine }) => [machine.id, flow] as const));
  const filled = new Map(allComposed().map((machine) => [machine.id, machine] as const));
  return ({ id }, slot) => {
    const actors = filled.get(id)?.implementations.actors as Record<string, Partial<AnyStateMachine>> | undefined;
    const flow = flowIds.get(actors?.[slot]?.id ?? '');
    return flow === undefined ? null : { flow, title: getTitle(flow) };
  };
}

/** Includes machines that only run inside others. */
function allComposed(): AnyStateMachine[] {
  const found = new Set<AnyStateMachine>(Object.values(composed));
  for (const machine of found)
    for (const inner of Object.values(machine.implementations.actors as Record<string, object>))
      if ('root' in inner) found.add(inner as AnyStateMachine);
  return [...found];
}

export function getTitle(flow: string): string {
  return getFlowTitle(flow, readLabels(flow));
}
