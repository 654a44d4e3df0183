import type { ExpectedCall } from '../browser/sent-calls.ts';

/** Parses `POST /auth/login {email:'a@b.c'}`; `null` when the words are no call of a page. */
export function parseCall(words: string): ExpectedCall | null {
  const [, method, address, rest = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)(.*)$/s.exec(words) ?? [];
  if (method === undefined || address === undefined) return null;
  const [path = '', asked] = address.replace(/^\/api(?=\/)/, '').split('?', 2);
  const query = Object.fromEntries(new URLSearchParams(asked));
  const body = rest.includes('{') ? parseBody(rest.slice(rest.indexOf('{'))) : undefined;
  const headers = parseHeaders(rest);
  return {
    method,
    path,
    ...(asked !== undefined && { query }),
    ...(body !== undefined && { body }),
    ...(headers !== null && { headers }),
  };
}

/** Parses headers in the words: `(Bearer)` and `Idempotency-Key`. The page chooses their values. */
function parseHeaders(words: string): Readonly<Record<string, string>> | null {
  const headers = {
    ...(/\bBearer\b/.test(words) && !/\bno Bearer\b/.test(words) && { authorization: 'Bearer ' }),
    ...(/\bIdempotency-Key\b/.test(words) && { 'idempotency-key': '' }),
  };
  return Object.keys(headers).length === 0 ? null : headers;
}

/** Parses a value written as `{email:'a@b.c', items:[…], name}`; `undefined` for prose. */
function parseBody(text: string): unknown {
  let at = 0;
  const skip = (what: RegExp) => {
    const [found = ''] = new RegExp(what.source, 'y').exec(text.slice(at)) ?? [];
    at += found.length;
    return found;
  };
  const listed = (end: string, each: () => void) => {
    at += 1;
    for (skip(/[\s,…]*/); text[at] !== end; skip(/[\s,…]*/)) {
      if (at >= text.length) throw new Error('no end');
      each();
    }
    at += 1;
  };
  const value = (): unknown => {
    skip(/\s*/);
    if (text[at] === '{') {
      const fields: Record<string, unknown> = {};
      listed('}', () => {
        const name = skip(/\w+/);
        if (name === '') throw new Error('no name');
        fields[name] = skip(/\s*:/) === '' ? '{any}' : value();
        if (!/[\s,…}]/.test(text[at] ?? '')) throw new Error('prose');
      });
      return fields;
    }
    if (text[at] === '[') {
      const items: unknown[] = [];
      listed(']', () => items.push(value()));
      return items;
    }
    const quoted = skip(/'[^']*'/);
    if (quoted !== '') return quoted.slice(1, -1);
    const word = skip(/[^,}\]]+/).trim();
    if (word === '') throw new Error('no value');
    return /^(-?\d+(\.\d+)?|true|false|null)$/.test(word) ? (JSON.parse(word) as unknown) : '{any}';
  };
  try {
    return value();
  } catch {
    return undefined;
  }
}
