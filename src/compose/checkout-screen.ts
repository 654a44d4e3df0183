import { onePerApp } from './env.ts';

/** Whether the checkout of this tab shows a payment itself, so that no bar shows it a second time. */
export interface CheckoutScreen {
  /** The checkout shows its payment from now on; answers how to end that. */
  readonly take: () => () => void;
  readonly isTaken: () => boolean;
  /** Calls the listener when that changes; answers how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The one of an app. */
export const checkoutScreen = onePerApp(createScreen);

function createScreen(): CheckoutScreen {
  const shown = new Set<object>();
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  return {
    take() {
      const mark = {};
      shown.add(mark);
      notify();
      return () => {
        if (shown.delete(mark)) notify();
      };
    },
    isTaken: () => shown.size > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
