import type { FastifyRequest } from 'fastify';

/** Whether the browser takes brotli, read as RFC 9110 writes it but for weights other than 0. */
export function acceptsBrotli({ headers }: FastifyRequest): boolean {
  return /(?:^|,)\s*br\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/.test(headers['accept-encoding']?.toString() ?? '');
}
