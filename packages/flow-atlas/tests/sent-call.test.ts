import type { AnyMachineSnapshot } from 'xstate';
import { expect, test } from 'vitest';
import { withoutOtherValues } from '../cases/sent-call.ts';

/** A step that starts a call with this input. */
function createStep(input: unknown) {
  const children = { send: { options: { input } } };
  return { before: null, after: { children } as unknown as AnyMachineSnapshot };
}

test.each([
  [{ to: 'a', count: 2 }, "POST /letters {to:'a', count:2, subject}"],
  [{ to: 'b', count: 3 }, 'POST /letters {to, count, subject}'],
  // Other names, and values that are no plain text or number, say nothing about the call.
  [{ receiver: 'b', count: [2] }, "POST /letters {to:'a', count:2, subject}"],
  [undefined, "POST /letters {to:'a', count:2, subject}"],
])('TST-Q6: a call with the input %j has only values that the step sends', (input, expected) =>
  expect(withoutOtherValues("POST /letters {to:'a', count:2, subject}", createStep(input))).toBe(expected),
);

test('TST-Q6: an actor that ran before sends nothing at this step', () => {
  const { after } = createStep({ to: 'b' });
  expect(withoutOtherValues("POST /letters {to:'a'}", { before: after, after })).toBe("POST /letters {to:'a'}");
});
