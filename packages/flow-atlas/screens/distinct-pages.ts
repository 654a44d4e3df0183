/**
 * Returns the pages that contain something new: an element with its attributes inside its parents that no earlier page
 * has. Ignores words, values and numbers, so that a page checker sees every kind of element without seeing every page.
 */
export function selectDistinctPages<Page extends { readonly html: string }>(pages: readonly Page[]): Page[] {
  const seen = new Set<string>();
  return pages.filter(({ html }) => {
    const own = findElements(html).filter((one) => !seen.has(one));
    for (const one of own) seen.add(one);
    return own.length > 0;
  });
}

const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
const PARENTS = 2;

/** Returns each element with its nearest parents, and whether it contains text. */
function findElements(html: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, end = '', tag = '', attributes = '', words = ''] of html.matchAll(
    /<(\/?)([a-z][\w-]*)([^>]*)>([^<]*)/gi,
  )) {
    if (end !== '') {
      open.pop();
      continue;
    }
    const own = `${tag}${removeValues(attributes)}${words.trim() === '' ? '' : ' words'}`;
    found.push([...open.slice(-PARENTS), own].join(' > '));
    if (!VOID.has(tag) && !attributes.endsWith('/')) open.push(own);
  }
  return found;
}

/** Removes parts of attributes that depend on values. */
function removeValues(attributes: string): string {
  return attributes
    .replaceAll(
      / (value|href|src|srcset|id|for|name|d|viewBox|aria-label|aria-labelledby|aria-describedby|aria-controls|datetime|alt|placeholder)="[^"]+"/gi,
      ' $1',
    )
    .replaceAll(/\d+/g, '0');
}
