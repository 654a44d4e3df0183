/** The pages a login may return to (D18): ours, and never the authentication pages themselves. */
const ALLOWED =
  /^\/(?:$|\?|(?:cart|checkout|order-success|wishlist|search|products|profile|track-order|contact|about|customer-service|return-policy|terms-of-service|privacy-policy)(?:\?|$)|(?:product|products|track-order)\/[\w.~%-]+(?:\?|$))/;

/**
 * The path to go to after login, or `/` where the remembered one is not a path of our own site.
 * Refuses other hosts, `//host`, backslashes, control characters and schemes.
 */
export function safeOrigin(origin: string | null | undefined): string {
  if (origin == null || origin.length > 500) return '/';
  // Browsers read a backslash as a slash and skip control characters.
  if (/[\\\u0000-\u0020\u007f]/.test(origin)) return '/';
  return ALLOWED.test(origin) ? origin : '/';
}
