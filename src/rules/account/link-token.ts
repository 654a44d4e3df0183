import { textInAddress } from '../address-text.ts';

/** As much as the contract takes. */
const LONGEST = 200;
/** Signs of one byte, as a link can carry them. */
const TOKEN = /^[!-~]{1,200}$/;

/**
 * The token of an e-mailed link (§2 Route table, D15, D22); null where it has none, or one that cannot be ours. Where both
 * are there the path's counts.
 */
export function linkToken(inPath: string | undefined, search: string): string | null {
  const token = (inPath ?? textInAddress(search, 'token', LONGEST + 1)).trim();
  return TOKEN.test(token) ? token : null;
}
