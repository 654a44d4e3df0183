/** A safe link of the catalogue: a path in this shop, or a URL of another site. */
export type SafeLink =
  | { readonly kind: 'path'; readonly to: string }
  | { readonly kind: 'address'; readonly href: string };

/** Placeholder for the shop's origin. */
const HERE = 'https://here.invalid';

/**
 * Returns a link if it is http(s) or relative (D20), otherwise `null`. Parses it as browsers do, which skip tabs and
 * line ends and treat a backslash as a slash.
 */
export function toSafeLink(link: string | null | undefined): SafeLink | null {
  const url = link == null || link.trim() === '' ? null : parseUrl(link);
  if (url === null) return null;
  if (url.origin === HERE) return { kind: 'path', to: `${url.pathname}${url.search}${url.hash}` };
  return url.protocol === 'https:' || url.protocol === 'http:' ? { kind: 'address', href: url.href } : null;
}

function parseUrl(link: string): URL | null {
  try {
    return new URL(link, HERE);
  } catch {
    return null;
  }
}
