import type { Order } from '../../../contract/orders.ts';
import { getLinesToCheck, reorderLines } from '../../rules/orders/reorder.ts';
import type { CurrentLine } from '../../rules/orders/reorder.ts';
import { given, signedOut, withEvent, withOutput } from '../parts.ts';
import type { ContextScope } from '../parts.ts';
import { slot } from '../slots.ts';

/** Shared parts of an order's page and the list of orders: refresh, cancel, order again. */

/** Loads the shown data again when it is outdated. */
export function refreshing<const Invoke>(invoke: Invoke) {
  return {
    description: 'Whether the shown data is current.',
    initial: 'still',
    states: {
      still: {
        description: 'No change is known.',
        always: { description: 'The shown data is outdated.', guard: 'isStale', target: 'asking' },
      },
      asking: { description: 'The data loads again and stays visible meanwhile.', entry: 'clearStale', invoke },
    },
  } as const;
}

interface Cancelling<Ask, Asking, Input, Refused> {
  /** Transition of `cancel.ask`. */
  readonly ask: Ask;
  /** Events that close the dialog. */
  readonly asking: Asking;
  /** Input of the call: the order. */
  readonly input: Input;
  /** Transitions after specific refusals. */
  readonly refused: Refused;
}

/** Region that cancels an order after a question (H4). */
export function cancelling<const Ask, const Asking, Input, const Refused extends readonly unknown[]>({
  ask,
  asking,
  input,
  refused,
}: Cancelling<Ask, Asking, Input, Refused>) {
  return {
    description: 'Cancels an order (H4).',
    initial: 'none',
    states: {
      none: { description: 'No cancellation is running.', on: { 'cancel.ask': ask } },
      asking: {
        id: 'cancelAsking',
        description: 'A dialog asks whether to cancel the order.',
        ...asking,
      },
      sending: {
        id: 'cancelSending',
        description: 'The order is being cancelled. The dialog waits.',
        invoke: {
          ...slot('cancelOrder'),
          input,
          onDone: [
            {
              description: 'The reply contains the cancelled order.',
              guard: withOutput('isCancelTold'),
              target: 'none',
              actions: withOutput('setCancelled'),
            },
            {
              description: 'The order is cancelled, but the reply does not contain it, so the shown data loads again.',
              target: 'none',
              actions: 'markStale',
            },
          ],
          onError: [
            ...refused,
            {
              description: 'The order could not be cancelled for another reason. The page shows the error.',
              target: 'failed',
              actions: withEvent('setCancelProblem'),
            },
          ],
        },
      },
      failed: { description: 'The order could not be cancelled. The page shows the error.', on: { 'cancel.ask': ask } },
    },
  } as const;
}

interface Reordering<Context, Ask, Checking, Expired> {
  /** Transition of `reorder.ask`. */
  readonly ask: Ask;
  /** Returns the order that is ordered again. */
  readonly orderIn: (context: Context) => Order | null;
  /** Additional configuration of the checking state. */
  readonly checking?: Checking;
  /** Target when the session has ended. */
  readonly expired: Expired;
}

/** Region that adds the available items of an order to the cart (Q25). */
export function reordering<Context, const Ask, const Expired extends string, const Checking = object>({
  ask,
  orderIn,
  checking,
  expired,
}: Reordering<Context, Ask, Checking, Expired>) {
  const params = ({ context, event }: { context: Context; event: { output: readonly CurrentLine[] } }) =>
    reorderLines(orderIn(context), event.output);
  return {
    description: 'Orders the items of an order again (Q25).',
    initial: 'none',
    states: {
      none: { description: 'No reorder is running.', on: { 'reorder.ask': ask } },
      checking: {
        description: 'The shop checks which items are available, and their prices.',
        ...checking,
        invoke: {
          ...slot('checkLines'),
          input: ({ context }: { context: Context }) => ({ lines: getLinesToCheck(orderIn(context)) }),
          onDone: [
            {
              description: 'At least one item is still available.',
              guard: given('isSomeLeft', params),
              target: '#toCart',
              actions: [given('setReorderTexts', params), given('addToCart', params)],
            },
            {
              description: 'No item is available any more.',
              target: 'said',
              actions: given('setReorderTexts', params),
            },
          ],
          onError: [
            signedOut(expired),
            {
              description: 'The check failed. The page shows the error.',
              target: 'failed',
              actions: withEvent('setReorderProblem'),
            },
          ],
        },
      },
      said: {
        description: 'No item is available any more. The page shows this.',
        on: { 'reorder.ask': ask },
      },
      failed: { description: 'The check failed. The page shows the error.', on: { 'reorder.ask': ask } },
    },
  } as const;
}

/** Final state of a reorder. */
export const toCart = {
  id: 'toCart',
  type: 'final',
  description: 'The cart follows, with the available items and the changes.',
  entry: given('goToCart', ({ context }: ContextScope<{ readonly reorderTexts: readonly string[] }>) => ({
    texts: context.reorderTexts,
  })),
} as const;
