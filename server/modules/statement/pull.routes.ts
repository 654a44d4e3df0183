import type { FastifyInstance } from 'fastify';
import { PULLED_PATH } from './pull.service.ts';

const BODY_LIMIT = 8 * 1024;
const RECEIVED = { ResultCode: 0, ResultDesc: 'Success' } as const;

/**
 * Safaricom requires an address for Pull and documents no message to it (providers 1.11): the rows are in the answer to
 * the query. Answers whatever arrives, so that Safaricom counts the address as alive, and reads nothing of it. It needs no
 * secret, because a message changes nothing.
 */
export function mountPulled(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Fastify would refuse an invalid content type.
    scope.addHook('onRequest', async (request) => {
      request.headers['content-type'] = 'text/plain';
    });
    scope.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, _body, done) =>
      done(null, null),
    );
    scope.post(PULLED_PATH, { config: { access: 'public' } }, async (_request, reply) =>
      reply.header('cache-control', 'no-store').send(RECEIVED),
    );
  });
}
