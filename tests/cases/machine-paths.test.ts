import type { AnyStateMachine } from 'xstate';
import { expect, test } from 'vitest';
import { paths } from 'model-testing';
import type { PathOptions } from 'model-testing';
import type { AnyModel } from 'model-testing/model/define';
import { getSlots } from 'model-testing/model/structure';
import { machineFiles } from '../support/machines.ts';
import { cartModel } from '../flows/cart/cart.model.ts';
import { loginModel } from '../flows/login/login.model.ts';
import { signUpModel } from '../flows/sign-up/sign-up.model.ts';

/** The paths of `model-testing` for the machines of the shop. */

const machines = await machineFiles('src/machines');

test.each(machines.map(({ flow, machine }) => [flow, machine] as const))(
  'TST-Q10: %s has paths without its model, or a sentence that names the missing option',
  (_, machine) => {
    const result = attempt(() => paths(machine));
    if (result instanceof Error) {
      expect(result.message).toMatch(
        /^This machine needs an input: pass \{ input \}|Pass \{ project: .* higher \{ limit \}/,
      );
    } else {
      expect(result.length).toBeGreaterThan(0);
      for (const { transition, why } of result.untaken) expect([transition, why]).not.toContain('');
    }
  },
);

test.each([
  ['cart', cartModel],
  ['login', loginModel],
  ['sign-up', signUpModel],
])('TST-Q10: every transition of %s has a path with the values of its model', (_, model) => {
  const { machine, ...values } = model as unknown as AnyModel;
  const found = paths(machine, getOptions(machine, values));
  expect(found.untaken.filter(({ transition }) => values.unreachable?.[transition] === undefined)).toEqual([]);
});

function getOptions(machine: AnyStateMachine, values: Omit<AnyModel, 'machine'>): PathOptions<AnyStateMachine> {
  const { config, inputs, events, done, fail, project } = values;
  const failures = [...getSlots(machine).keys()].map((slot) => [slot, { ...config.failures, ...fail?.[slot] }]);
  return { inputs, events, done, fail: Object.fromEntries(failures), ...(project && { project }) } as never;
}

function attempt<Result>(act: () => Result): Result | Error {
  try {
    return act();
  } catch (error) {
    return error as Error;
  }
}
