/** Words that Safaricom refuses in an address (providers 1.11). */
const FORBIDDEN = ['mpesa', 'm-pesa', 'safaricom', 'exe', 'exec', 'cmd', 'sql', 'query'] as const;

/** Returns the first word in an address that Safaricom refuses, or `null`. */
export function findForbiddenWord(address: string): string | null {
  const small = address.toLowerCase();
  return FORBIDDEN.find((word) => small.includes(word)) ?? null;
}
