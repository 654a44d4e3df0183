import { digest } from './compression.ts';

/** A cacheable request in its normalised form, with the key of its response. */
export interface ParsedUrl {
  readonly asked: never;
  readonly key: string;
}

const MOST_URLS = 2_000;
const LONGEST_URL = 500;
const LONGEST_ASKED = 1_000;

/**
 * Remembers what the URLs of cacheable requests ask for, so that popular ones are parsed once. The oldest URL is
 * forgotten first, and a failure is not kept.
 */
export function createParsedUrls() {
  const known = new Map<string, ParsedUrl>();

  function keep(url: string, parsed: ParsedUrl): ParsedUrl {
    if (url.length > LONGEST_URL) return parsed;
    const [oldest] = known.size >= MOST_URLS ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(url, parsed);
    return parsed;
  }

  return {
    /** `parse` returns a promise when the result depends on the database; it is not kept then. */
    getOrCreate(url: string, path: string, parse: () => object | Promise<object>): ParsedUrl | Promise<ParsedUrl> {
      const found = known.get(url);
      if (found !== undefined) return found;
      const asked = parse();
      return asked instanceof Promise
        ? asked.then((it: object) => toParsedUrl(path, it))
        : keep(url, toParsedUrl(path, asked));
    },
    /** Number of kept URLs. */
    size: () => known.size,
  };
}

/** Hashes long requests, because the keys of the cache have a maximum length. */
function toParsedUrl(path: string, asked: object): ParsedUrl {
  const text = JSON.stringify(asked);
  return { asked: asked as never, key: `${path} ${text.length > LONGEST_ASKED ? digest(text) : text}` };
}
