import type { Config } from '../config.ts';

/** A name without a value, or words for any value: `userName`, `{address and city of the station}`. */
export const ANY: unique symbol = Symbol('any value');

export type Args = Readonly<Record<string, unknown>>;

/** Parses `<call> answers(case)` or `<call> fails(case)`; `null` for anything else. Comments in `[…]` are dropped. */
export function parseAnswer(on: string): { call: string; kind: 'answers' | 'fails'; words: string } | null {
  const found = /^(.+?) (answers|fails)\((.*)\)$/s.exec(withoutComments(on).trim());
  if (found === null) return null;
  const [, call = '', kind, words = ''] = found;
  return { call, kind: kind === 'answers' ? 'answers' : 'fails', words };
}

/** Drops the table's comments: `[…]` at the end or before a closing bracket, but not lists inside `{…}`. */
export function withoutComments(on: string): string {
  return on.replace(/ \[[^\]]*\](?=\)|$)/g, '');
}

/**
 * Returns the errors that the words of `fails(…)` mean, one for each alternative; `null` when a word is unknown. `401`,
 * `400, message 'X'`, `429, no message`, `network lost`, `no answer in 10000 ms`, `500 or network lost`, `any`.
 */
export function parseFailures(
  { failures, createFailure: failureOf }: Pick<Config, 'failures' | 'createFailure'>,
  words: string,
): Error[] | null {
  if (words === 'any') return Object.values(failures);
  const [, message] = /message '((?:[^'\\]|\\.)*)'/.exec(words) ?? [];
  const left = words.replace(/(?:server )?message '(?:[^'\\]|\\.)*'/, '').replace(/no message/, '');
  const parts = left
    .split(/,| or /)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0)
    return message === undefined && !words.includes('no message') ? null : [failureOf.status(400, message ?? '')];
  const errors = parts.map((part) => toError(failureOf, part, message));
  return errors.every((error) => error !== null) ? errors : null;
}

function toError(failureOf: Config['createFailure'], words: string, message: string | undefined): Error | null {
  if (/^network (is )?lost$/.test(words)) return failureOf.networkLost();
  if (/^(no answer in 10000 ms|10 s time-?out|time-?out)$/.test(words)) return failureOf.timeout();
  if (/^(broken reply|the reply cannot be read)$/.test(words)) return failureOf.brokenReply();
  if (words === '5xx') return failureOf.status(503, message ?? '');
  return /^[45]\d\d$/.test(words) ? failureOf.status(Number(words), message ?? '') : null;
}

/** Parses the arguments after a call's name: `{a:'x', b}` or `?a=x&b=y`; following words are dropped. */
export function parseArgs(text: string): Args {
  const rest = text.trim();
  const query = /^\?(\S*)/.exec(rest)?.[1];
  if (query !== undefined) return Object.fromEntries(new URLSearchParams(query));
  return rest.startsWith('{') ? (parseLiteral(rest) as Args) : {};
}

/** Parses the tables' object-like literals: unquoted keys and values, names without a value, `…` for open parts. */
export function parseLiteral(text: string): unknown {
  let at = 0;
  const skip = () => {
    while (/[\s,]/.test(text[at] ?? '')) at++;
  };
  const fail = (): never => {
    throw new Error(`cannot read ${text} at ${at}`);
  };

  const value = (): unknown => {
    skip();
    if (text[at] === '{') return object();
    if (text[at] === '[') return list();
    return text[at] === "'" ? quoted() : plain(bare(/[,}\]]/));
  };
  const quoted = (): string => {
    const found = /^'((?:[^'\\]|\\.)*)'/.exec(text.slice(at)) ?? fail();
    at += found[0].length;
    return (found[1] ?? '').replace(/\\(.)/g, '$1');
  };
  const bare = (end: RegExp): string => {
    const from = at;
    while (at < text.length && !end.test(text[at] ?? '')) at++;
    return text.slice(from, at).trim();
  };
  const list = (): unknown[] => {
    const items: unknown[] = [];
    at++;
    for (skip(); text[at] !== ']'; skip()) {
      if (at >= text.length) fail();
      items.push(value());
    }
    at++;
    return items;
  };
  const object = (): Args => {
    const fields: Record<string, unknown> = {};
    at++;
    for (skip(); text[at] !== '}'; skip()) {
      if (at >= text.length) fail();
      const name = bare(/[:,}]/).replace(/^'|'$/g, '');
      const hasValue = text[at] === ':';
      if (hasValue) at++;
      const given = hasValue ? value() : ANY;
      if (name !== '…' && name !== '') fields[name.replace(/^… | …$/g, '')] = given;
    }
    at++;
    return fields;
  };
  return value();
}

function plain(word: string): unknown {
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  return /^-?\d+(\.\d+)?$/.test(word) ? Number(word) : word;
}
