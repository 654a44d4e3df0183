import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsBrotli } from './brotli.ts';

/** A prepared response body, sent to many callers. */
export interface CompressedBody {
  readonly raw: Buffer;
  /** Compressed on first use. A promise until that is done. */
  brotli(): Buffer | Promise<Buffer>;
  readonly etag: string;
}

const compress = promisify(zlib.brotliCompress);
/** Quality 5 is the best balance of time and size for compression at run time. */
const QUALITY = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } };

export function compressBody(text: string): CompressedBody {
  const raw = Buffer.from(text);
  let packed: Buffer | Promise<Buffer> | null = null;
  return {
    raw,
    brotli: () => (packed ??= compress(raw, QUALITY).then((done) => (packed = done))),
    etag: `"${digest(raw)}"`,
  };
}

/** Returns the memory of a body in bytes, raw and compressed. */
export function getSize({ raw }: CompressedBody): number {
  return raw.length * 1.5;
}

/** Returns the headers that let caches tell the body from others. */
export const getVariantHeaders = ({ etag }: CompressedBody) => ({ etag, vary: 'accept-encoding' });

/**
 * Sends a body in an encoding that the browser accepts, or 304 when its ETag matches. The caller sets the content type.
 */
export async function sendCompressed(
  body: CompressedBody,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.headers(getVariantHeaders(body));
  // Proxies that recompress bodies turn the ETag into a weak one.
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(body.etag)) return reply.code(304).send();
  if (!acceptsBrotli(request)) return reply.send(body.raw);
  return reply.header('content-encoding', 'br').send(await body.brotli());
}

/** Returns a short hash of a text or its UTF-8 bytes. */
export function digest(text: string | Buffer): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
