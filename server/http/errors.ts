import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FailureCode } from '../../contract/errors.ts';
import { databaseCode, isUnavailable } from '../db/errors.ts';
import { Refusal, type RefusalKind } from '../refusal.ts';
import { plainPage, wantsPage } from './plain-page.ts';
import * as texts from '../common.texts.ts';

/** The part of a failure that the caller sees. Nothing else leaves the server. */
export interface FailureReply {
  readonly status: number;
  readonly message: string;
  readonly code?: FailureCode | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly data?: unknown;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Texts for errors of the HTTP layer, because its own texts reveal the library. */
const BY_STATUS: Readonly<Record<number, string>> = {
  404: texts.notFound,
  405: texts.noSuchCall,
  408: texts.tooSlow,
  413: texts.tooLarge,
  414: texts.addressTooLong,
  415: texts.sendJson,
  431: texts.tooLarge,
};

/** Without 401, because only the token check returns it (D14). */
const STATUS: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-often': 429,
  unavailable: 503,
};

/** Thrown only by the token check (D14). */
export class UnauthorizedError extends Error {}

/** Converts an error to a reply. Unknown errors become a 500 with a constant body (H15). */
export function toFailureReply(error: unknown): FailureReply {
  if (error instanceof Refusal) {
    return {
      status: STATUS[error.kind],
      message: error.message,
      code: error.code,
      fields: error.fields,
      data: error.data,
      retryAfter: error.retryAfter,
    };
  }
  if (error instanceof UnauthorizedError) return { status: 401, message: texts.sessionExpired };
  if (isUnavailable(error)) return { status: 503, message: texts.unavailable, retryAfter: 5 };
  const code = databaseCode(error);
  if (code !== null && code.startsWith('22')) return { status: 400, message: texts.unreadable };
  if (code !== null && ['23505', '23503', '23514', '40001', '40P01'].includes(code))
    return { status: 409, message: texts.conflict };
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500 && status !== 401)
    return { status, message: BY_STATUS[status] ?? texts.unreadable };
  return { status: 500, message: texts.broken };
}

/** Logs the error and sends the failure envelope. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toFailureReply(error);
  if (failure.status >= 500) request.log.error({ err: error }, 'request failed');
  return sendFailure(failure, request, reply);
}

/** Sends a 404 with the same text for every kind of resource. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendFailure({ status: STATUS['not-found'], message: texts.notFound }, request, reply);
}

/** Returns whether the caller sent an invalid request. False for rate limits and server errors. */
export function isClientError(error: unknown): boolean {
  const { status } = toFailureReply(error);
  return status < 500 && status !== STATUS['too-often'];
}

/** Sends the failure envelope of the contract, or a plain page when the browser requested a page. */
export function sendFailure(failure: FailureReply, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (failure.retryAfter !== undefined) void reply.header('retry-after', String(Math.ceil(failure.retryAfter)));
  void reply.code(failure.status).header('cache-control', 'no-store');
  if (wantsPage(request)) return reply.type('text/html; charset=utf-8').send(plainPage(failure.message));
  return reply.type(JSON_TYPE).send(toEnvelope(failure, request.id));
}

function toEnvelope({ message, code, fields, data }: FailureReply, requestId: string): string {
  return JSON.stringify({
    success: false,
    message,
    requestId,
    code,
    fields,
    data,
  });
}

const UNREADABLE_STATUS: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers requests that could not be parsed, e.g. with too large headers, on the raw socket and closes it. */
export function answerUnreadable(
  headers: Readonly<Record<string, string>>,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const failure = toFailureReply(
      Object.assign(new Error('no request'), { statusCode: UNREADABLE_STATUS[error.code ?? ''] ?? 400 }),
    );
    const requestId = randomUUID();
    const body = toEnvelope(failure, requestId);
    const lines = Object.entries({
      ...headers,
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'content-type': JSON_TYPE,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`, ...lines, '', body].join('\r\n'), () =>
      socket.destroy(),
    );
  };
}
