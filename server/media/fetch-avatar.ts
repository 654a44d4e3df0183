import { fetchPicture, type FetchOptions } from './fetch-picture.ts';
import { fetchPublicAddress } from './public-address.ts';

const GOOGLES = /^[a-z0-9.-]+\.googleusercontent\.com$/;
const MOST_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;

/**
 * Fetches a profile picture over https from Google's own hosts, at most 1 MB, including redirects (H20). Accepts
 * simulated pictures from the simulator. Throws `Error` for any other URL.
 */
export async function fetchAvatar(
  url: string,
  {
    simulatedPictures,
    resolveAddress: addressOf = fetchPublicAddress,
    ...more
  }: FetchOptions & { readonly simulatedPictures: string | null },
): Promise<Buffer> {
  if (simulatedPictures !== null && new URL(url).href.startsWith(simulatedPictures)) return resolveSimulated(url);
  return fetchPicture(url, {
    ...more,
    timeoutMs: TIMEOUT_MS,
    mostBytes: MOST_BYTES,
    resolveAddress: async (host) => {
      if (!GOOGLES.test(host)) throw new Error('is not on a host of Google');
      return addressOf(host);
    },
  });
}

async function resolveSimulated(url: string): Promise<Buffer> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`was answered with ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
