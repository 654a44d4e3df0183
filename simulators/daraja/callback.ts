import type { Act } from './outcomes.ts';
import type { Prompt } from './prompts.ts';

const TIMEOUT_MS = 10_000;

/** Returns the body of a callback (providers 1.3), with the deviations of `act`. */
export function callbackBody(prompt: Prompt, act: Act): string {
  const { outcome, charge } = prompt;
  if (outcome === null) throw new Error('a callback needs an outcome');
  const items: readonly Readonly<Record<string, unknown>>[] = [
    { Name: 'Amount', Value: act.amount ?? prompt.amount },
    { Name: 'MpesaReceiptNumber', Value: act.receipt ?? charge?.receipt },
    { Name: 'Balance' },
    {
      Name: 'TransactionDate',
      Value: act.textDates ? formatNairobiTime(charge?.at ?? 0) : Number(formatNairobiTime(charge?.at ?? 0)),
    },
    { Name: 'PhoneNumber', Value: Number(prompt.phone) },
  ];
  return JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: prompt.merchantRequestId,
        CheckoutRequestID: prompt.checkoutRequestId,
        ResultCode: /^\d+$/.test(outcome.code) ? Number(outcome.code) : outcome.code,
        ResultDesc: `${act.prefix ? '[STK_CB - ]' : ''}${outcome.text}`,
        ...(charge !== null && {
          CallbackMetadata: { Item: items.filter(({ Name }) => !act.without.includes(String(Name))) },
        }),
      },
    },
  });
}

/** Returns the status of the reply, or 0 without one. Safaricom does not retry (providers 1.3). */
export async function deliver(url: string, body: string): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Formats a time as `YYYYMMDDHHmmss` in Nairobi. */
export function formatNairobiTime(ms: number): string {
  return new Date(ms + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
}
