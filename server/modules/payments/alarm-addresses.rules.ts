/** More addresses than these are counted by the alarm and not named. */
const MOST_NAMED = 5;

/** The addresses that an alarm names, with one more: the first ones stay, none is named twice (X18). */
export function namedAddresses(detail: unknown, address: string): readonly string[] {
  const known: unknown = detail !== null && typeof detail === 'object' && 'addresses' in detail ? detail.addresses : [];
  const named = Array.isArray(known) ? known.filter((one) => typeof one === 'string') : [];
  return [...new Set([...named, address])].slice(0, MOST_NAMED);
}
