import type { AnyMachineSnapshot } from 'xstate';
import type { Happening } from 'model-testing/model/happening';
import type { Stage } from 'flow-atlas/browser/script';
import { START } from '../../../tests/flows/support/payment.samples.ts';

/** Time passes until a timer fires or a call times out. */
const isPassing = ({ kind, event }: Happening['step']) =>
  kind === 'after' || (event['error'] as { kind?: string } | undefined)?.kind === 'timeout';
/** Times after which the prompt expires and the payment ends (U4, §4). Milliseconds. */
const DEADLINES_MS = [75_000, 600_000];
const isAtBrink = (before: AnyMachineSnapshot | null) =>
  DEADLINES_MS.some((ms) => (before?.context as { now?: number } | undefined)?.now === START + ms - 1);

/** A page updates its time each second, a case only in its steps. */
export const AT_BRINK: NonNullable<Stage['never']>[number] = {
  step: /./,
  when: ({ step, before }) => isAtBrink(before) && isPassing(step),
  why: 'a clock 1 ms before a deadline moves on with the time, so the deadline comes first',
};

/** The first events of a page that opens hidden or offline are covered by tests of its machine. */
export const UNTIMED: NonNullable<Stage['never']>[number] = {
  step: /./,
  when: ({ step, before }) =>
    before?.matches({ pending: { polling: 'starting' } }) === true && step.event.type !== 'clock.tick',
  why: 'a page sends the time as soon as a payment is resumed, before any user action',
};

/** The calls of a payment that are answered or given up within 10 s. */
const SHORT_CALLS = ['pushPrompt', 'switchToCash', 'phoneVerification'];
const getPrompt = (snapshot: AnyMachineSnapshot | null) =>
  JSON.stringify(
    (snapshot?.value as { readonly pending?: { readonly prompt?: unknown } } | undefined)?.pending?.prompt,
  );

/** Orders of events that a page cannot meet: its calls end soon, and its clock runs on. */
export const OUT_OF_TIME: readonly NonNullable<Stage['never']>[number][] = [
  {
    step: /^after paymentTimeout/,
    when: ({ before }) => Number(before?.context.now) > Number(before?.context.startedAt),
    why: "the page's clock runs on after a jump, so the ten minutes end before their timer",
  },
  {
    step: /^clock sends clock\.tick\(800 s\)/,
    when: ({ before }) => SHORT_CALLS.some((slot) => before?.children[slot] !== undefined),
    why: 'a call ends within 10 s',
  },
  {
    step: /^checkStatus answers/,
    when: ({ before }) => before?.matches({ pending: { network: 'offline' } }) === true,
    why: 'a page without a network gets no answer',
  },
  {
    step: /^checkStatus answers/,
    when: ({ step, before, after }) =>
      (step.event['output'] as { readonly now: number }).now < Number(before?.context.now) &&
      getPrompt(after) !== undefined &&
      getPrompt(before) !== getPrompt(after),
    why: "the page's clock runs on, so a prompt does not become newer",
  },
];
