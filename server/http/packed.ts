import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsBrotli } from './brotli.ts';

/** A body that is ready to send, to many. */
export interface Packed {
  readonly raw: Buffer;
  /** Packed when the first one asks for it. */
  brotli(): Promise<Buffer>;
  readonly etag: string;
}

const compress = promisify(zlib.brotliCompress);
/** Quality 5 is where time and size meet for what is made at run time. */
const QUALITY = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } };

export function pack(text: string): Packed {
  const raw = Buffer.from(text);
  let packed: Promise<Buffer> | null = null;
  return {
    raw,
    brotli: () => (packed ??= compress(raw, QUALITY)),
    etag: `"${digest(text)}"`,
  };
}

/** The bytes that a body takes, raw and packed. */
export function bytesOf({ raw }: Packed): number {
  return raw.length * 1.5;
}

/** Sends a body in the form that the browser takes, or 304 where it has it. The type is set already. */
export async function sendPacked(
  { raw, brotli, etag }: Packed,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.header('etag', etag).header('vary', 'accept-encoding');
  // A proxy that packs bodies anew makes the tag a weak one.
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  if (!acceptsBrotli(request)) return reply.send(raw);
  return reply.header('content-encoding', 'br').send(await brotli());
}

/** A short name of a text. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
