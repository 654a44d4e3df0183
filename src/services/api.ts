import ky, { HTTPError } from 'ky';
import * as v from 'valibot';
import { fillPath } from '../../contract/endpoint.ts';
import type { Access, Endpoint, Schema } from '../../contract/endpoint.ts';
import { ApiError, Failure } from '../../contract/errors.ts';
import { inTime, TIME_OUT_MS } from './in-time.ts';
import { retriesBefore, retryAfterOf } from './retry.ts';

export interface ApiOptions {
  /** Origin and base, e.g. `https://duka.test/api`. */
  readonly base: string;
  /** The token to send with a call of this access; null sends none (§6: two scopes). */
  readonly token: (access: Access) => string | null;
  /** Called for every 401 with the call and the token that was refused (§6, §8). */
  readonly onUnauthorized: (call: Pick<Endpoint, 'access' | 'path'>, token: string | null) => void;
  /** Called with the server's time of each answer, epoch ms, for deadlines on phones whose clock is wrong (H13). */
  readonly onServerTime?: (epochMs: number) => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Never tried again by itself: a GET with a rhythm of its own (H18). */
  readonly once?: boolean;
  /** A 401 is told to the asker alone, who says so before the session ends (Q1). */
  readonly keepSession?: boolean;
}

export type Api = ReturnType<typeof createApi>;

/** The one place that sees ky and valibot fail: rejects with ApiError and with nothing else. */
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
        // ky's own ends with the headers; ours has the body in it.
        timeout: false,
        retry: once ? 0 : retriesBefore(deadline, signal),
        signal,
        headers: { ...headers, ...(held !== null && { authorization: `Bearer ${held}` }) },
        ...(method === 'GET' ? { searchParams: queryOf(rest) } : { json: rest }),
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
    return untilGivenUp(options.signal, (given) => send(endpoint, request, options, given));
  };
}

/** Rejects when the time is over, the answer's body included, or the asker gives up; the signal ends `work` (§7). */
async function untilGivenUp<Result>(
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
    return await inTime(work(stop.signal), late);
  } finally {
    asker?.removeEventListener('abort', giveUp);
  }
}

function queryOf(rest: Record<string, unknown>): Record<string, string> {
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
    retryAfter: retryAfterOf(response),
  });
}
