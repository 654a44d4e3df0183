import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { fetchPublicAddress, type Address } from './public-address.ts';

export interface FetchOptions {
  /** Returns the address to connect to. Throws when no address is allowed. Tests replace it. */
  readonly resolveAddress?: (host: string) => Promise<Address>;
  /** Tests replace it, because their certificates are not signed. */
  readonly tls?: Pick<https.RequestOptions, 'ca' | 'checkServerIdentity'>;
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

/** Larger files are not meant for pages. */
export const MOST_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const MOST_REDIRECTS = 3;

/**
 * Fetches an https URL on the public internet. The same rules apply to redirects. Resolves each host name once and
 * connects to that address. Throws `Error` with a message for the shop owner.
 */
export async function fetchPicture(url: string, options: FetchOptions = {}): Promise<Buffer> {
  const { timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  let at = assertUsableUrl(url);
  for (let redirects = 0; ; redirects += 1) {
    const response = await withTimeout(signal, () => get(at, options, signal));
    const { statusCode: status = 0, headers } = response;
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      response.destroy();
      if (redirects === MOST_REDIRECTS) throw new Error('was sent on too often');
      at = assertUsableUrl(headers.location, at);
      continue;
    }
    if (status !== 200) {
      response.destroy();
      throw new Error(`was answered with ${status}`);
    }
    return withTimeout(signal, () => readBody(response, mostBytes));
  }
}

function assertUsableUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new Error('is not a valid address');
  const url = new URL(address, base);
  if (url.protocol !== 'https:') throw new Error('is not https');
  if (url.username !== '' || url.password !== '') throw new Error('holds a password');
  return url;
}

async function get(
  url: URL,
  { resolveAddress: addressOf = fetchPublicAddress, tls }: FetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const pinned = await addressOf(url.hostname);
  return new Promise((resolve, reject) => {
    const request = https.get(url, {
      ...tls,
      signal,
      agent: false,
      // Node requests either one address or all addresses.
      lookup: (_host, { all }, found) =>
        all === true ? found(null, [pinned]) : found(null, pinned.address, pinned.family),
      headers: { accept: 'image/avif,image/webp,image/png,image/jpeg', 'user-agent': 'Duka' },
    });
    request.once('response', resolve);
    request.once('error', reject);
  });
}

async function readBody(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = Number(response.headers['content-length'] ?? 0);
  if (size <= mostBytes) {
    size = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size > mostBytes) break;
    }
  }
  response.destroy();
  if (size > mostBytes) throw new Error(`is larger than ${Math.round(mostBytes / 1024 / 1024)} MB`);
  return Buffer.concat(parts);
}

async function withTimeout<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw new Error('took too long', { cause: error });
    throw error;
  }
}
