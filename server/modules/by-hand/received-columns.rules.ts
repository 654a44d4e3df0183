import type { Confirmation } from '../../providers/mpesa-confirmation.rules.ts';
import type { StatementLine } from '../../providers/mpesa-statement.rules.ts';
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

/** Columns of money that Pull or the statement shows (PAY-T1). */
export function toReceivedLine(
  { receipt, amount, account, phone, name, at }: Omit<StatementLine, 'line' | 'balance'>,
  told: { readonly source: 'pull' | 'statement'; readonly kind: 'paybill' | 'till'; readonly shortcode: string },
  now: Date,
) {
  return {
    receipt,
    state: 'stored' as const,
    ...told,
    account: told.kind === 'till' ? '' : account,
    amount: typeof amount === 'number' ? amount : null,
    payer: phone === null ? null : toPayerText(phone),
    name,
    isShown: true,
    paidAt: at > now ? now : at,
    receivedAt: now,
    updatedAt: now,
  };
}

/** The text that `parseWirePhone` reads. */
export function toPayerText(payer: WirePhone): string {
  if (payer.kind === 'whole') return payer.phone;
  return payer.kind === 'hashed' ? payer.sha256 : `${payer.start}****${payer.end}`;
}
