/** Pages that a login may return to (D18): pages of this shop except the authentication pages. */
const ALLOWED =
  /^\/(?:$|\?|(?:cart|checkout|order-success|wishlist|search|products|profile|track-order|contact|about|customer-service|return-policy|terms-of-service|privacy-policy)(?:\?|$)|(?:product|products|track-order)\/[\w.~%-]+(?:\?|$))/;

/**
 * Returns the path to open after login, or `/` when the remembered path is not a page of this site. Rejects other
 * hosts, `//host`, backslashes, control characters and schemes.
 */
export function toSafeOrigin(origin: string | null | undefined): string {
  if (origin == null || origin.length > 500) return '/';
  // Browsers read a backslash as a slash and skip control characters.
  if (/[\\\u0000-\u0020\u007f]/.test(origin)) return '/';
  return ALLOWED.test(origin) ? origin : '/';
}
