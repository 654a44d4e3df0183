/** Signs of one byte, as a link can carry them, and no more than the contract takes. */
const TOKEN = /^[!-~]{1,200}$/;

/**
 * The token of an e-mailed link (§2 Route table, D15, D22); null where it has none, or one that cannot be ours. Where both
 * are there the path's counts.
 */
export function linkToken(inPath: string | undefined, search: string): string | null {
  const token = (inPath ?? new URLSearchParams(search).get('token') ?? '').trim();
  return TOKEN.test(token) ? token : null;
}
