import type { StoppedPrompts } from '../../../src/rules/payment/stopped-prompts.ts';

/** What the purchase is told while M-Pesa sends no prompts. */
export const stopped = (change: Partial<StoppedPrompts> = {}): StoppedPrompts => ({
  prompt: 'closed',
  ways: ['hand', 'cod'],
  until: 0,
  ...change,
});

/** An order that stands is only turned into cash on delivery (D21). */
export const makesOrder = ({ slot, input }: { readonly slot: string; readonly input: unknown }): boolean =>
  slot === 'orderPlacement' && (input as { orderId?: string | null }).orderId == null;
