import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { expect, test } from 'vitest';
import { evaluateMachine, serialiseDefinition } from 'flow-atlas/stately/evaluate-machine';
import { getEdges } from 'model-testing/model/structure';
import { createStatelyFiles } from '../../tools/flows/stately.ts';

/** `npm run check:stately` installs Stately's own parser and checks its result. */
const files = await createStatelyFiles();

test.each(files.map((file) => [file.flow, file] as const))(
  '%s can be rebuilt from its Stately file: the same states, transitions, timers and calls, all by name',
  async (_flow, { labelled, text }) => {
    const rebuilt = await evaluateMachine(text);
    expect(serialiseDefinition(rebuilt)).toEqual(serialiseDefinition(labelled));
    expect(getNames(rebuilt.implementations)).toEqual(getNames(labelled.implementations));
    expect(constant(rebuilt.implementations.delays)).toEqual(constant(labelled.implementations.delays));
    expect([...text.matchAll(/\bfrom '(.*)'/g)].map(([, from]) => from)).toEqual(['xstate', 'xstate']);
  },
);

test.each(files.map((file) => [file.flow, file] as const))(
  'TST-O8: %s has the same transitions with the names of the atlas',
  (_flow, { machine, labelled }) => {
    expect(getPlaces(labelled)).toEqual(getPlaces(machine));
  },
);

test('TST-O8: the files pass strict TypeScript', { timeout: 60_000 }, () => {
  const cache = path.resolve('node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'stately-types-'));
  try {
    for (const { flow, text } of files) writeFileSync(path.join(folder, `${flow}.ts`), text);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2023',
      skipLibCheck: true,
      types: [],
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const { stdout } = spawnSync(process.execPath, [path.resolve('node_modules/typescript/bin/tsc'), '-p', folder], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Returns the places of all transitions and their targets among the machine's states, which keep their order. */
function getPlaces(machine: AnyStateMachine): unknown {
  const ids = getStateIds(machine.root as AnyStateNode);
  return getEdges(machine).map(({ source, definition: { target = [], reenter, actions } }) => [
    ids.indexOf(source.id),
    target.map(({ id }) => ids.indexOf(id)),
    reenter,
    actions.length,
  ]);
}

function getNames(parts: object): unknown {
  return Object.fromEntries(Object.entries(parts).map(([kind, named]) => [kind, Object.keys(named as object).sort()]));
}

function constant(delays: object): object {
  return Object.fromEntries(Object.entries(delays).filter(([, delay]) => typeof delay === 'number'));
}

/** Returns the ids of all states in their order. */
function getStateIds({ id, states }: AnyStateNode): string[] {
  return [id, ...Object.values(states).flatMap(getStateIds)];
}
