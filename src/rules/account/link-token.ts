import { getQueryText } from '../address-text.ts';

/** The longest token that the contract accepts. */
const LONGEST = 200;
/** Printable ASCII characters, which a link can carry. */
const TOKEN = /^[!-~]{1,200}$/;

/**
 * Returns the token of an e-mailed link (§2 Route table, D15, D22), or `null` when it is missing or cannot be ours. The
 * path takes precedence over the query.
 */
export function getLinkToken(inPath: string | undefined, search: string): string | null {
  const token = (inPath ?? getQueryText(search, 'token', LONGEST + 1)).trim();
  return TOKEN.test(token) ? token : null;
}
