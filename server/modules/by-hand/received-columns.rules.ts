import type { Confirmation } from '../../providers/mpesa-confirmation.rules.ts';
import type { WirePhone } from '../../providers/mpesa-values.rules.ts';

/** Columns of money as M-Pesa reported it. The amount is `null` when it is none. */
export function toReceived(told: Confirmation, now: Date) {
  const { receipt, amount, kind, shortcode, account, payer, name, paidAt } = told;
  return {
    receipt,
    state: 'stored' as const,
    source: 'confirmation' as const,
    kind,
    shortcode,
    account,
    amount: typeof amount === 'number' ? amount : null,
    payer: payer === null ? null : toPayerText(payer),
    name,
    // A payment of the future is one with a wrong clock.
    paidAt: paidAt === null || paidAt > now ? now : paidAt,
    receivedAt: now,
    updatedAt: now,
  };
}

/** The text that `parseWirePhone` reads. */
function toPayerText(payer: WirePhone): string {
  if (payer.kind === 'whole') return payer.phone;
  return payer.kind === 'hashed' ? payer.sha256 : `${payer.start}****${payer.end}`;
}
