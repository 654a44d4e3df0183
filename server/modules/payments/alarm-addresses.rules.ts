/** The alarm lists this many addresses. It only counts further ones. */
const MOST_NAMED = 5;

/** Adds an address to those in the alarm. Keeps the first ones, without duplicates (X18). */
export function parseAddresses(detail: unknown, address: string): readonly string[] {
  const known: unknown = detail !== null && typeof detail === 'object' && 'addresses' in detail ? detail.addresses : [];
  const named = Array.isArray(known) ? known.filter((one) => typeof one === 'string') : [];
  return [...new Set([...named, address])].slice(0, MOST_NAMED);
}

/**
 * Returns how to fix refused callbacks. M-Pesa calls from public addresses, so a private address belongs to a proxy
 * that hides the caller (X18).
 */
export function addressFix(kind: 'callbacksRefused' | 'callbackAddress', isProxy: boolean): string {
  if (isProxy)
    return 'Check TRUST_PROXY: a private address belongs to a proxy, so the address of the client was not read.';
  return kind === 'callbackAddress' ? 'Check MPESA_CALLBACK_ADDRESSES against the addresses of Safaricom.' : '';
}
