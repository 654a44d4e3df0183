import { fetchPicture, type FetchOptions } from './fetch-picture.ts';
import { publicAddress } from './public-address.ts';

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
    addressOf = publicAddress,
    ...more
  }: FetchOptions & { readonly simulatedPictures: string | null },
): Promise<Buffer> {
  if (simulatedPictures !== null && new URL(url).href.startsWith(simulatedPictures)) return simulated(url);
  return fetchPicture(url, {
    ...more,
    timeoutMs: TIMEOUT_MS,
    mostBytes: MOST_BYTES,
    addressOf: async (host) => {
      if (!GOOGLES.test(host)) throw new Error('is not on a host of Google');
      return addressOf(host);
    },
  });
}

async function simulated(url: string): Promise<Buffer> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`was answered with ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
