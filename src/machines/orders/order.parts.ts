import type { Order } from '../../../contract/orders.ts';
import { linesToCheck, reordered } from '../../rules/orders/reorder.ts';
import type { LineNow } from '../../rules/orders/reorder.ts';
import { given, signedOut, withEvent, withOutput } from '../parts.ts';
import type { ContextScope } from '../parts.ts';
import { slot } from '../slots.ts';

/** What an order on its own page and an order in the list have in common: to be asked for again, cancelled, ordered again. */

/** Loads what is shown once more when something says that it has changed. */
export function refreshing<const Invoke>(invoke: Invoke) {
  return {
    description: 'Whether what is shown is as the server has it.',
    initial: 'still',
    states: {
      still: {
        description: 'Nothing says that it has changed.',
        always: { description: 'Something says that it has changed.', guard: 'isStale', target: 'asking' },
      },
      asking: { description: 'It is loaded again and stays shown meanwhile.', entry: 'clearStale', invoke },
    },
  } as const;
}

interface Cancelling<Ask, Asking, Input, Refused> {
  /** What follows `cancel.ask`. */
  readonly ask: Ask;
  /** What ends the dialog. */
  readonly asking: Asking;
  /** Names the order to the server. */
  readonly input: Input;
  /** What follows a refusal that the server explains. */
  readonly refused: Refused;
}

/** Cancels an order after a question (H4). */
export function cancelling<const Ask, const Asking, Input, const Refused extends readonly unknown[]>({
  ask,
  asking,
  input,
  refused,
}: Cancelling<Ask, Asking, Input, Refused>) {
  return {
    description: 'Cancelling an order (H4).',
    initial: 'none',
    states: {
      none: { description: 'No order is being cancelled.', on: { 'cancel.ask': ask } },
      asking: {
        id: 'cancelAsking',
        description: 'A dialog asks whether the order is really to be cancelled.',
        ...asking,
      },
      sending: {
        id: 'cancelSending',
        description: 'The server is asked to cancel it; the dialog waits.',
        invoke: {
          ...slot('cancelOrder'),
          input,
          onDone: [
            {
              description: 'The answer brings the cancelled order.',
              guard: withOutput('isCancelTold'),
              target: 'none',
              actions: withOutput('setCancelled'),
            },
            {
              description: 'It is cancelled, but the answer does not show it: what is shown is loaded again.',
              target: 'none',
              actions: 'markStale',
            },
          ],
          onError: [
            ...refused,
            {
              description: 'It could not be cancelled for another reason, and the page says why.',
              target: 'failed',
              actions: withEvent('setCancelProblem'),
            },
          ],
        },
      },
      failed: { description: 'It could not be cancelled, and the page says why.', on: { 'cancel.ask': ask } },
    },
  } as const;
}

interface Reordering<Context, Ask, Checking, Expired> {
  /** What follows `reorder.ask`. */
  readonly ask: Ask;
  /** The order that is ordered again. */
  readonly orderIn: (context: Context) => Order | null;
  /** What else the state does that asks the shop. */
  readonly checking?: Checking;
  /** Where the machine goes when the session has ended. */
  readonly expired: Expired;
}

/** Puts what can still be bought of an order into the cart (Q25). */
export function reordering<Context, const Ask, const Expired extends string, const Checking = object>({
  ask,
  orderIn,
  checking,
  expired,
}: Reordering<Context, Ask, Checking, Expired>) {
  const params = ({ context, event }: { context: Context; event: { output: readonly LineNow[] } }) =>
    reordered(orderIn(context), event.output);
  return {
    description: 'Ordering the lines of an order again (Q25).',
    initial: 'none',
    states: {
      none: { description: 'No order is being ordered again.', on: { 'reorder.ask': ask } },
      checking: {
        description: 'The shop is asked what of it can still be ordered, and for how much.',
        ...checking,
        invoke: {
          ...slot('checkLines'),
          input: ({ context }: { context: Context }) => ({ lines: linesToCheck(orderIn(context)) }),
          onDone: [
            {
              description: 'At least one product of it can still be ordered.',
              guard: given('isSomeLeft', params),
              target: '#toCart',
              actions: [given('setReorderTexts', params), given('addToCart', params)],
            },
            {
              description: 'No product of it can be ordered any more.',
              target: 'said',
              actions: given('setReorderTexts', params),
            },
          ],
          onError: [
            signedOut(expired),
            {
              description: 'The shop could not be asked, and the page says why.',
              target: 'failed',
              actions: withEvent('setReorderProblem'),
            },
          ],
        },
      },
      said: {
        description: 'Nothing of it can be ordered any more, and the page says so.',
        on: { 'reorder.ask': ask },
      },
      failed: { description: 'The shop could not be asked, and the page says why.', on: { 'reorder.ask': ask } },
    },
  } as const;
}

/** The end of an order that is ordered again. */
export const toCart = {
  id: 'toCart',
  type: 'final',
  description: 'The cart follows, with what can be ordered again and what has changed.',
  entry: given('goToCart', ({ context }: ContextScope<{ readonly reorderTexts: readonly string[] }>) => ({
    texts: context.reorderTexts,
  })),
} as const;
