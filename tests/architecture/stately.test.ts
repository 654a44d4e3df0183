import { expect, test } from 'vitest';
import { evaluateMachine, serialiseDefinition } from 'flow-atlas/stately/evaluate-machine';
import { createStatelyFiles } from '../../tools/flows/stately.ts';

/** `npm run check:stately` installs Stately's own parser and checks its result. */
test.each((await createStatelyFiles()).map((file) => [file.flow, file] as const))(
  '%s can be rebuilt from its Stately file: the same states, transitions, timers and calls, all by name',
  async (_flow, { machine, text }) => {
    const rebuilt = await evaluateMachine(text);
    expect(serialiseDefinition(rebuilt)).toEqual(serialiseDefinition(machine));
    expect(getNames(rebuilt.implementations)).toEqual(getNames(machine.implementations));
    expect(constant(rebuilt.implementations.delays)).toEqual(constant(machine.implementations.delays));
    expect([...text.matchAll(/\bfrom '(.*)'/g)].map(([, from]) => from)).toEqual(['xstate']);
  },
);

function getNames(parts: object): unknown {
  return Object.fromEntries(Object.entries(parts).map(([kind, named]) => [kind, Object.keys(named as object).sort()]));
}

function constant(delays: object): object {
  return Object.fromEntries(Object.entries(delays).filter(([, delay]) => typeof delay === 'number'));
}
