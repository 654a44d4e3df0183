import ky, { HTTPError } from 'ky';
import * as v from 'valibot';
import { fillPath } from '../../contract/endpoint.ts';
import type { Access, Endpoint, Schema } from '../../contract/endpoint.ts';
import { ApiError, Failure } from '../../contract/errors.ts';
import { withTimeout, TIME_OUT_MS } from './with-timeout.ts';
import { createRetryOptions, parseRetryAfter } from './retry.ts';

export interface ApiOptions {
  /** Origin and base path, e.g. `https://duka.test/api`. */
  readonly base: string;
  /** Returns the token for calls with this access, or `null` to send none (§6: two scopes). */
  readonly token: (access: Access) => string | null;
  /** Called for every 401 with the call and the refused token (§6, §8). */
  readonly onUnauthorized: (call: Pick<Endpoint, 'access' | 'path'>, token: string | null) => void;
  /** Called with the server time of each reply, for deadlines on phones with a wrong clock. Epoch ms (H13). */
  readonly onServerTime?: (epochMs: number) => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Disables retries, for a GET that the caller repeats itself (H18). */
  readonly once?: boolean;
  /** Reports a 401 to the caller only, which shows a notice before the session ends (Q1). */
  readonly keepSession?: boolean;
}

export type Api = ReturnType<typeof createApi>;

/** The only place that handles failures of ky and valibot. Rejects with `ApiError` only. */
export function createApi({ base, token, onUnauthorized, onServerTime }: ApiOptions) {
  async function send<Request extends Schema, Reply extends Schema>(
    { method, path, access, reply }: Endpoint<Request, Reply>,
    request: v.InferInput<Request>,
    { headers = {}, once = false, keepSession = false }: CallOptions,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Reply>> {
    const deadline = performance.now() + TIME_OUT_MS;
    const { path: filled, rest } = fillPath(path, request as Record<string, unknown>);
    const url = `${base}${filled}`;
    const held = token(access);
    const noteTime = (response: Response) => {
      const date = Date.parse(response.headers.get('date') ?? '');
      if (Number.isFinite(date)) onServerTime?.(date);
    };
    let body: unknown;
    let requestId: string | null = null;
    try {
      const response = await ky(url, {
        method,
        // ky's own timeout ends when the headers arrive; this one includes the body.
        timeout: false,
        retry: once ? 0 : createRetryOptions(deadline, signal),
        signal,
        headers: { ...headers, ...(held !== null && { authorization: `Bearer ${held}` }) },
        ...(method === 'GET' ? { searchParams: toSearchParams(rest) } : { json: rest }),
      });
      noteTime(response);
      requestId = response.headers.get('x-request-id');
      body = await response.json();
    } catch (error) {
      if (error instanceof HTTPError) {
        noteTime(error.response);
        if (error.response.status === 401 && !keepSession) onUnauthorized({ access, path }, held);
        throw await refusal(error.response);
      }
      if (signal.aborted) throw error;
      if (error instanceof SyntaxError) throw new ApiError({ kind: 'broken', status: 200, requestId });
      throw new ApiError({ kind: 'offline', status: 0 });
    }
    const parsed = v.safeParse(reply, body);
    if (parsed.success) return parsed.output;
    const failure = v.safeParse(Failure, body);
    if (failure.success) {
      const { message, code, fields = {}, data } = failure.output;
      throw new ApiError({ kind: 'refused', status: 200, message, code, requestId, fields, data });
    }
    throw new ApiError({ kind: 'broken', status: 200, requestId });
  }

  return function call<Request extends Schema, Reply extends Schema>(
    endpoint: Endpoint<Request, Reply>,
    request: v.InferInput<Request>,
    options: CallOptions = {},
  ): Promise<v.InferOutput<Reply>> {
    return withDeadline(options.signal, (given) => send(endpoint, request, options, given));
  };
}

/**
 * Rejects when the time is over, including the time for the reply's body, or when the caller aborts. The signal aborts
 * `work` (§7).
 */
async function withDeadline<Result>(
  asker: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const giveUp = () => stop.abort(asker?.reason);
  if (asker?.aborted) giveUp();
  asker?.addEventListener('abort', giveUp);
  const late = () => {
    stop.abort();
    return new ApiError({ kind: 'timeout', status: 0 });
  };
  try {
    return await withTimeout(work(stop.signal), late);
  } finally {
    asker?.removeEventListener('abort', giveUp);
  }
}

function toSearchParams(rest: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

async function refusal(response: Response): Promise<ApiError> {
  const kind = response.status === 401 ? 'unauthorized' : 'refused';
  const body = v.safeParse(Failure, await response.json().catch(() => null));
  return new ApiError({
    kind,
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    ...(body.success && {
      message: body.output.message,
      code: body.output.code,
      requestId: body.output.requestId ?? response.headers.get('x-request-id'),
      fields: body.output.fields ?? {},
      data: body.output.data,
    }),
    retryAfter: parseRetryAfter(response),
  });
}
