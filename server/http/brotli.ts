import type { FastifyRequest } from 'fastify';

/** Returns whether the browser accepts Brotli, by RFC 9110 except for weights other than 0. */
export function acceptsBrotli({ headers }: FastifyRequest): boolean {
  return /(?:^|,)\s*br\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/.test(headers['accept-encoding']?.toString() ?? '');
}
