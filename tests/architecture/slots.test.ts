import { describe, expect, test } from 'vitest';
import { getEdges, getNodes } from 'model-testing/model/structure';
import { machineFiles } from '../support/machines.ts';
import { composed, emptySlots } from '../support/slots.ts';

const machines = Object.entries(composed);

describe.each(machines)('%s', (_, machine) => {
  test('has no empty slot', () => expect(emptySlots(machine)).toEqual([]));

  test('uses only slots that exist', () => {
    const { actors, guards, delays } = machine.implementations as unknown as Record<string, Record<string, unknown>>;
    const missing = [
      ...getNodes(machine).flatMap(({ invoke }) =>
        invoke.map(({ src }) => String(src)).filter((src) => actors?.[src] === undefined),
      ),
      ...getEdges(machine).flatMap(({ guard }) => (guard !== null && guards?.[guard] === undefined ? [guard] : [])),
      ...getEdges(machine).flatMap(({ on, kind }) =>
        kind === 'after' && delays?.[on.slice('after '.length)] === undefined ? [on] : [],
      ),
    ];
    expect(missing).toEqual([]);
  });
});

test('every machine is composed, directly or inside another machine', async () => {
  const children = machines.flatMap(([, machine]) =>
    Object.values(machine.implementations.actors as Record<string, { id?: string }>),
  );
  const ids = new Set([...machines.map(([, { id }]) => id), ...children.map(({ id }) => id)]);
  const files = await machineFiles('src/machines');
  expect(files.filter(({ machine }) => !ids.has(machine.id)).map(({ path }) => path)).toEqual([]);
});
