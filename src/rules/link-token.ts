/** What the contract takes; no link of ours is longer. */
const LONGEST = 200;

/**
 * The token of an e-mailed link, null where it has none (§2 Route table, D15, D22). Where both are there the path's
 * counts; spaces are none.
 */
export function linkToken(inPath: string | undefined, search: string): string | null {
  const token = (inPath ?? new URLSearchParams(search).get('token') ?? '').trim();
  return token === '' || token.length > LONGEST ? null : token;
}
