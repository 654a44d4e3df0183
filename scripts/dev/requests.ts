import type { Connect } from 'vite';

/** Other sites cannot start work here. */
export function isFromHere({ headers }: Connect.IncomingMessage): boolean {
  return (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
}

/** Returns the text of a request, or `null` when it is longer than this many bytes. */
export async function readBody(request: Connect.IncomingMessage, largest: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largest) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
