/** More addresses than these are counted by the alarm and not named. */
const MOST_NAMED = 5;

/** The addresses that an alarm names, with one more: the first ones stay, none is named twice (X18). */
export function namedAddresses(detail: unknown, address: string): readonly string[] {
  const known: unknown = detail !== null && typeof detail === 'object' && 'addresses' in detail ? detail.addresses : [];
  const named = Array.isArray(known) ? known.filter((one) => typeof one === 'string') : [];
  return [...new Set([...named, address])].slice(0, MOST_NAMED);
}

/**
 * What sets the refusal of callbacks right. M-Pesa calls from public addresses, so a private one is that of a proxy before
 * the shop: then it is not known who called (X18).
 */
export function addressFix(kind: 'callbacksRefused' | 'callbackAddress', isProxy: boolean): string {
  if (isProxy) return 'Check TRUST_PROXY: a private address is that of the proxy, and the one behind it is not read.';
  return kind === 'callbackAddress' ? 'Check MPESA_CALLBACK_ADDRESSES against the addresses of Safaricom.' : '';
}
