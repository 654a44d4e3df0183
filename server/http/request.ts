import * as v from 'valibot';
import type { Schema } from '../../contract/endpoint.ts';
import { Refusal } from '../refusal.ts';
import * as texts from '../common.texts.ts';
import { required } from '../../contract/texts/common.ts';

const MOST_FIELDS = 20;

/**
 * Parses a request by its endpoint's schema. Throws Refusal `invalid` with a word for each bad field (H15), and
 * `not-found` where an id in the path is none: nothing has such a name.
 */
export function parseRequest<Request extends Schema>(
  schema: Request,
  raw: unknown,
  inPath: readonly string[] = [],
): v.InferOutput<Request> {
  const parsed = v.safeParse(schema, raw, { abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  const isNoId = (issue: v.BaseIssue<unknown>) => issue.type === 'uuid' && inPath.includes(v.getDotPath(issue) ?? '');
  if (parsed.issues.some(isNoId)) throw new Refusal('not-found', texts.notFound);
  throw new Refusal('invalid', texts.checkFields, {
    fields: Object.fromEntries(
      parsed.issues.slice(0, MOST_FIELDS).map((issue) => [v.getDotPath(issue) ?? 'request', wordOf(issue)]),
    ),
  });
}

/** Never the library's words: they repeat what was received. */
function wordOf(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') return texts.unknownField;
  return issue.received === 'undefined' ? required : texts.invalidValue;
}

const DEEPEST = 12;

/** True when a JSON text nests deeper than any of our requests; read before parsing, so that nothing recurses. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (isText) {
      if (char === 0x5c) at += 1;
      else if (char === 0x22) isText = false;
    } else if (char === 0x22) isText = true;
    else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (char === 0x5d || char === 0x7d) depth -= 1;
  }
  return false;
}
