import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { publicAddress, type Address } from './public-address.ts';

export interface FetchOptions {
  /** The one address to connect to; throws where there is none that may be. Replaced by tests. */
  readonly addressOf?: (host: string) => Promise<Address>;
  /** Replaced by tests, whose certificates nobody signed. */
  readonly tls?: Pick<https.RequestOptions, 'ca' | 'checkServerIdentity'>;
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

/** Larger files are not meant for a page. */
export const MOST_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const MOST_REDIRECTS = 3;

/**
 * The bytes behind an https address of the public internet. Every redirect is held to the same; a host's name is
 * looked up once and that address connected to. Throws an Error whose message a shop's owner understands.
 */
export async function fetchPicture(url: string, options: FetchOptions = {}): Promise<Buffer> {
  const { timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  let at = checked(url);
  for (let redirects = 0; ; redirects += 1) {
    const response = await within(signal, () => get(at, options, signal));
    const { statusCode: status = 0, headers } = response;
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      response.destroy();
      if (redirects === MOST_REDIRECTS) throw new Error('was sent on too often');
      at = checked(headers.location, at);
      continue;
    }
    if (status !== 200) {
      response.destroy();
      throw new Error(`was answered with ${status}`);
    }
    return within(signal, () => bodyOf(response, mostBytes));
  }
}

function checked(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new Error('is no address');
  const url = new URL(address, base);
  if (url.protocol !== 'https:') throw new Error('is not https');
  if (url.username !== '' || url.password !== '') throw new Error('holds a password');
  return url;
}

async function get(
  url: URL,
  { addressOf = publicAddress, tls }: FetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const pinned = await addressOf(url.hostname);
  return new Promise((resolve, reject) => {
    const request = https.get(url, {
      ...tls,
      signal,
      agent: false,
      // Node asks for one address or for all of them.
      lookup: (_host, { all }, found) =>
        all === true ? found(null, [pinned]) : found(null, pinned.address, pinned.family),
      headers: { accept: 'image/avif,image/webp,image/png,image/jpeg', 'user-agent': 'Duka' },
    });
    request.once('response', resolve);
    request.once('error', reject);
  });
}

async function bodyOf(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
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

async function within<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw new Error('took too long', { cause: error });
    throw error;
  }
}
