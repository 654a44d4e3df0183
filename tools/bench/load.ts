import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Request } from './peers/contestant.ts';
import type { PreparedShop } from './prepare.ts';

export interface LoadResult {
  /** Requests per second with a 2xx reply. */
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Replies other than 2xx, and connection errors. */
  readonly failed: number;
}

/** `GET` of one path, or of several in turn, at `connections` for `seconds`. */
export async function loadReads(
  origin: string,
  paths: string | readonly string[],
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const requests = [paths].flat().map((path) => ({ path }));
  return toLoadResult(await autocannon({ url: origin, connections, duration: seconds, requests }), seconds);
}

/** One request again and again, at `connections` for `seconds`. */
export async function loadRequest(request: Request, connections: number, seconds: number): Promise<LoadResult> {
  return toLoadResult(await autocannon({ ...request, connections, duration: seconds }), seconds);
}

/** `POST /api/orders`, each from another buyer and with its own key. */
export async function loadOrders(
  origin: string,
  { tokens, draft }: PreparedShop,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const body = JSON.stringify(draft);
  let turn = 0;
  const result = await autocannon({
    url: `${origin}/api/orders`,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
        setupRequest: (request) => ({
          ...request,
          headers: {
            ...request.headers,
            authorization: `Bearer ${tokens[turn++ % tokens.length]}`,
            'idempotency-key': randomUUID(),
          },
        }),
      },
    ],
  });
  return toLoadResult(result, seconds);
}

export function toLoadResult(result: autocannon.Result, seconds: number): LoadResult {
  return {
    perSecond: Math.round(result['2xx'] / seconds),
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
