import type { PaymentLimits } from '../../contract/rules/payment-limits.ts';
import type { ShopperLimits } from '../rules/checkout/order-form.ts';

/** While M-Pesa sends no prompts, the limits are asked for again, at most this often. Milliseconds. */
const AGAIN_MS = 30_000;

interface Watch {
  readonly ask: () => Promise<PaymentLimits>;
  readonly onAnswer: (limits: ShopperLimits) => void;
  /** The server's time, epoch ms. */
  readonly now: () => number;
  readonly isVisible: () => boolean;
}

/**
 * Asks for the shopper's limits, and again while M-Pesa sends no prompts, so that the prompt is offered as soon as it
 * works (PAY-M2). A hidden page asks for nothing (U5). Without an answer it does not ask again. Returns what stops it.
 */
export function watchPaymentLimits({ ask, onAnswer, now, isVisible }: Watch): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (ms: number) => {
    timer = setTimeout(() => (isVisible() ? void question() : wait(AGAIN_MS)), ms);
  };
  const question = () => ask().then(hear, () => undefined);
  function hear(limits: PaymentLimits) {
    if (isOver) return;
    const { prompt = 'open', retryAfter = 0 } = limits;
    if (prompt === 'open') return onAnswer(limits);
    const waitMs = retryAfter * 1000;
    onAnswer({ ...limits, promptsAt: now() + waitMs });
    wait(Math.max(waitMs, AGAIN_MS));
  }
  void question();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
