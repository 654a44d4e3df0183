import { digest } from './compression.ts';

/** A cacheable request in its normalised form, with the key of its response. */
export interface ParsedUrl {
  readonly asked: never;
  readonly key: string;
}

const MOST_URLS = 2_000;
const LONGEST_URL = 500;
const LONGEST_ASKED = 1_000;

/** Remembers a value per URL. Forgets the oldest URL first, and ignores long ones. */
export function createUrlMemory<Value>() {
  const known = new Map<string, Value>();
  return {
    get: (url: string): Value | undefined => known.get(url),
    set(url: string, value: Value): void {
      if (url.length > LONGEST_URL) return;
      const [oldest] = known.size >= MOST_URLS && !known.has(url) ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
      known.set(url, value);
    },
    /** Number of kept URLs. */
    size: () => known.size,
  };
}

/**
 * Remembers what the URLs of cacheable requests ask for, so that popular ones are parsed once. A failure is not kept.
 */
export function createParsedUrls() {
  const { get, set, size } = createUrlMemory<ParsedUrl>();

  return {
    get,
    /** `parse` returns a promise when the result depends on the database; it is not kept then. */
    getOrCreate(url: string, path: string, parse: () => object | Promise<object>): ParsedUrl | Promise<ParsedUrl> {
      const found = get(url);
      if (found !== undefined) return found;
      const asked = parse();
      if (asked instanceof Promise) return asked.then((it: object) => toParsedUrl(path, it));
      const parsed = toParsedUrl(path, asked);
      set(url, parsed);
      return parsed;
    },
    size,
  };
}

/** Hashes long requests, because the keys of the cache have a maximum length. */
function toParsedUrl(path: string, asked: object): ParsedUrl {
  const text = JSON.stringify(asked);
  return { asked: asked as never, key: `${path} ${text.length > LONGEST_ASKED ? digest(text) : text}` };
}
