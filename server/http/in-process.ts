import type { Endpoint } from '../../contract/endpoint.ts';
import { toFailureReply } from './errors.ts';
import type { Handler } from './handler.ts';
import { parseRequest } from './request.ts';

export interface InProcessReply {
  readonly status: number;
  /** The body as the API would send it. A failure has no request id, because there was no request. */
  readonly body: unknown;
  /** The error, for the log. */
  readonly error?: unknown;
}

/** Calls public GET endpoints without HTTP, as an anonymous caller. Never rejects. */
export type CallInProcess = (endpoint: Pick<Endpoint, 'method' | 'path'>, request: unknown) => Promise<InProcessReply>;

/** Looks up endpoints by method and path, because the pages' bundle contains its own copy of the contract. */
export function createCaller(handlers: readonly Handler[]): CallInProcess {
  const byName = new Map(handlers.map((it) => [`${it.endpoint.method} ${it.endpoint.path}`, it]));
  return async ({ method, path }, request) => {
    try {
      const it = byName.get(`${method} ${path}`);
      if (it === undefined || method !== 'GET' || it.endpoint.access !== 'public') {
        throw new Error(`A page may not call ${method} ${path}`);
      }
      const call = {
        user: null,
        staff: null,
        ip: '',
        requestId: '',
        idempotencyKey: null,
        flow: null,
        nonce: null,
        browser: null,
        bearer: null,
        staffBrowser: null,
        setFlow: () => undefined,
        setBrowser: () => undefined,
        setStaffBrowser: () => undefined,
      };
      const body = await it.handle(parseRequest(it.endpoint.request, request) as never, call as never);
      // Gives the page the same dates and missing fields as over HTTP.
      return { status: 200, body: JSON.parse(JSON.stringify(body)) };
    } catch (error) {
      const { status, message, data } = toFailureReply(error);
      return { status, body: { success: false, message, requestId: null, data }, error };
    }
  };
}
