import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { composedMachines } from '../support/composed.ts';
import type { ComposeEnv } from '../../src/compose/env.ts';
import { machineFiles } from '../support/machines.ts';
import { edgesOf, nodesOf } from '../../model-testing/model/structure.ts';

/** Composition only wires: it may keep these functions but not call them. */
const env = new Proxy(
  {},
  {
    get: (_, name) => () => {
      throw new Error(`composition must not call ${String(name)} before a machine runs`);
    },
  },
) as ComposeEnv;

const composed = Object.entries(composedMachines(env)) as [string, AnyStateMachine][];

describe.each(composed)('%s', (_, machine) => {
  test('has no empty slot', () => expect(emptySlots(machine)).toEqual([]));

  test('asks only for slots that exist', () => {
    const { actors, guards, delays } = machine.implementations as unknown as Record<string, Record<string, unknown>>;
    const missing = [
      ...nodesOf(machine).flatMap(({ invoke }) =>
        invoke.map(({ src }) => String(src)).filter((src) => actors?.[src] === undefined),
      ),
      ...edgesOf(machine).flatMap(({ guard }) => (guard !== null && guards?.[guard] === undefined ? [guard] : [])),
      ...edgesOf(machine).flatMap(({ on, kind }) =>
        kind === 'after' && delays?.[on.slice('after '.length)] === undefined ? [on] : [],
      ),
    ];
    expect(missing).toEqual([]);
  });
});

test('every machine is composed, by itself or inside another', async () => {
  const children = composed.flatMap(([, machine]) =>
    Object.values(machine.implementations.actors as Record<string, { id?: string }>),
  );
  const ids = new Set([...composed.map(([, { id }]) => id), ...children.map(({ id }) => id)]);
  const files = await machineFiles('src/machines');
  expect(files.filter(({ machine }) => !ids.has(machine.id)).map(({ path }) => path)).toEqual([]);
});

interface Part {
  readonly name?: string;
  readonly config?: { readonly name?: string };
}

/** A slot of a machine is `notProvided` by itself, or as what its actor would run. */
function emptySlots(machine: AnyStateMachine): string[] {
  const { actors, actions, guards } = machine.implementations as unknown as Record<string, Record<string, Part>>;
  return Object.entries({ ...actors, ...actions, ...guards })
    .filter(([, part]) => part.name === 'notProvided' || part.config?.name === 'notProvided')
    .map(([name]) => name);
}
