/** A link of the catalogue as it may be followed: a path of this shop, or an address of another site. */
export type SafeLink =
  | { readonly kind: 'path'; readonly to: string }
  | { readonly kind: 'address'; readonly href: string };

/** Stands for whatever address the shop has. */
const HERE = 'https://here.invalid';

/**
 * Only http(s) and relative links are followed (D20): null for every other, and where there is none. It is read as
 * browsers do, who skip tabs and line ends and take a backslash for a slash.
 */
export function safeLink(link: string | null | undefined): SafeLink | null {
  const url = link == null || link.trim() === '' ? null : read(link);
  if (url === null) return null;
  if (url.origin === HERE) return { kind: 'path', to: `${url.pathname}${url.search}${url.hash}` };
  return url.protocol === 'https:' || url.protocol === 'http:' ? { kind: 'address', href: url.href } : null;
}

function read(link: string): URL | null {
  try {
    return new URL(link, HERE);
  } catch {
    return null;
  }
}
