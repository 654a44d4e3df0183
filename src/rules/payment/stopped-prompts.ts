import type { PaymentWay } from '../../../contract/mpesa.ts';
import * as texts from '../../../contract/texts/payment.ts';

/** M-Pesa sends no prompts now (PAY-M2, PAY-M3). */
export interface StoppedPrompts {
  readonly prompt: 'slow' | 'closed';
  /** Other ways that are open to this order, the surest one first. */
  readonly ways: readonly PaymentWay[];
  /** When the next prompt may be tried, epoch ms of the server's clock. */
  readonly until: number;
}

/** Returns what is wrong, with the ways that are open. */
export function getStoppedText({ prompt, ways }: StoppedPrompts): string {
  const open = { hasHand: ways.includes('hand'), hasCash: ways.includes('cod') };
  return prompt === 'slow' ? texts.promptsSlow(open) : texts.promptsStopped(open);
}
