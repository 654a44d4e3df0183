// @engine pglite
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { isClientError } from '../../../server/http/errors.ts';
import { compressBody, sendCompressed } from '../../../server/http/compression.ts';
import { Refusal } from '../../../server/refusal.ts';
import { createTestApp } from '../../support/server.ts';

test('F9: does not blame the caller for rate limits and server errors', () => {
  const faults = [new Refusal('invalid', 'x'), new Refusal('too-often', 'x'), new Error('x')].map(isClientError);
  expect(faults).toEqual([true, false, false]);
});

test('returns 304 only for a page that was found; a 404 page is sent again', async () => {
  const page = compressBody('text');
  const sent = async (status: number, match: string) => {
    const extras = () => [
      (app: FastifyInstance) =>
        void app.get('/packed', { config: { access: 'public' } }, async (request, reply) =>
          sendCompressed(page, request, reply.code(status)),
        ),
    ];
    const shop = await createTestApp({ handlers: () => [], extras });
    const answer = await shop.app.inject({ url: '/packed', headers: { 'if-none-match': match } });
    await shop.close();
    return [answer.statusCode, answer.body];
  };
  expect(await sent(200, page.etag)).toEqual([304, '']);
  expect(await sent(200, '"another"')).toEqual([200, 'text']);
  expect(await sent(404, page.etag)).toEqual([404, 'text']);
});
