import * as v from 'valibot';
import type { Schema } from '../../contract/endpoint.ts';
import { Refusal } from '../refusal.ts';
import * as texts from '../common.texts.ts';
import { required } from '../../contract/texts/common.ts';

const MOST_FIELDS = 20;

/**
 * Parses a request with the schema of its endpoint. Throws `Refusal` `invalid` with a text per invalid field (H15), and
 * `not-found` for a malformed id in the path.
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
      parsed.issues.slice(0, MOST_FIELDS).map((issue) => [v.getDotPath(issue) ?? 'request', toErrorText(issue)]),
    ),
  });
}

/** Never uses the library's texts, because they contain the received value. */
function toErrorText(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') return texts.unknownField;
  return issue.received === 'undefined' ? required : texts.invalidValue;
}

const DEEPEST = 12;

/** Returns whether JSON is nested deeper than any valid request. Runs before parsing, which would recurse. */
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
