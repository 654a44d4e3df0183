import type { AnyMachineSnapshot } from 'xstate';
import type { Happening } from 'model-testing/model/happening';
import type { Stage } from 'flow-atlas/browser/script';
import { START } from '../../../tests/flows/support/payment.samples.ts';

/** Time passes until a timer, or until a call is given up. */
const isPassing = ({ kind, event }: Happening['step']) =>
  kind === 'after' || (event['error'] as { kind?: string } | undefined)?.kind === 'timeout';
/** U4, §4: after so long the prompt has expired, and the payment is over. */
const DEADLINES_MS = [75_000, 600_000];
const isAtBrink = (before: AnyMachineSnapshot | null) =>
  DEADLINES_MS.some((ms) => (before?.context as { now?: number } | undefined)?.now === START + ms - 1);

/** A page tells its time each second, a case only where it says so. */
export const AT_BRINK: NonNullable<Stage['never']>[number] = {
  step: /./,
  when: ({ step, before }) => isAtBrink(before) && isPassing(step),
  why: 'a clock that stands 1 ms before a deadline moves on as time passes, and the deadline comes first',
};

/** What can come first in a page that opens hidden or without a network is told of a payment by tests of its machine. */
export const UNTIMED: NonNullable<Stage['never']>[number] = {
  step: /./,
  when: ({ step, before }) =>
    before?.matches({ pending: { polling: 'starting' } }) === true && step.event.type !== 'clock.tick',
  why: 'a page tells the time as soon as a payment is taken up again, and nobody can do anything before',
};
