import { createHash } from 'node:crypto';

/** Returns the SHA-256 of the request with sorted keys, so that equal requests have equal hashes. */
export function hashRequest(request: unknown): string {
  return createHash('sha256').update(toCanonical(request)).digest('hex');
}

function toCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, field]) => `${JSON.stringify(key)}:${toCanonical(field)}`).join(',')}}`;
}
