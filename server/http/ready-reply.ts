import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../env/env.ts';
import { acceptsBrotli } from './brotli.ts';
import { getVariantHeaders, type CompressedBody } from './compression.ts';
import { commonHeaders } from './security.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns the reply of a URL that needs no handler, or `null`. Only for public routes. */
    ready?: (url: string) => ReadyReply | null;
  }
}

/** A reply with status 200 that is the same for all callers, except for its id and time. */
export interface ReadyReply {
  readonly body: CompressedBody;
  /** Its headers besides those of every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Name and value of all headers in turn, without those of the request and the encoding. */
  readonly lines: readonly string[];
}

/** Returns a function that makes replies with these headers. */
export function createReadyReplies(
  headers: Readonly<Record<string, string>>,
  env: Pick<Env, 'isSecure'>,
): (body: CompressedBody) => ReadyReply {
  const shared = Object.entries({ ...commonHeaders(env), ...headers }).flat();
  return (body) => {
    const { etag, vary } = getVariantHeaders(body);
    return { body, headers, lines: [...shared, 'etag', etag, 'vary', vary] };
  };
}

/**
 * Sends the reply past Fastify, whose handling of 14 headers costs more than the rest of a cached reply. Returns false
 * when it has to be sent by its handler: for a conditional request, or when it is not compressed yet.
 */
export function sendReady({ body, lines }: ReadyReply, request: FastifyRequest, reply: FastifyReply, date: string) {
  if (request.headers['if-none-match'] !== undefined) return false;
  const isPacked = acceptsBrotli(request);
  const sent = isPacked ? body.brotli() : body.raw;
  if (sent instanceof Promise) return false;
  const own = ['content-length', String(sent.length), 'x-request-id', request.id, 'date', date];
  if (isPacked) own.push('content-encoding', 'br');
  void reply.hijack();
  reply.raw.writeHead(200, lines.concat(own)).end(sent);
  return true;
}
