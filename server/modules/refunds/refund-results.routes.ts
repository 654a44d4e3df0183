import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { answerNotFound } from '../../http/errors.ts';
import { toTooManyRequests } from '../../limits/too-many-requests.ts';
import { RESULT_PATHS } from './refund-sender.service.ts';

/** Daraja's results are below 4 kB. */
const BODY_LIMIT = 16 * 1024;
const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' } as const;

/**
 * Addresses of Daraja's results and queue time-outs. The secret of the call authenticates the caller (PAY-F3). A known
 * secret always gets 200, regardless of the body; an unknown one gets 404. Answers 503 while the database is
 * unavailable (Q20). Blocks an address after too many refusals, as the callback does.
 */
export function mountRefundResults(
  app: FastifyInstance,
  { limiter }: Pick<Deps, 'limiter'>,
  { refundResults, refusedCallbacks }: Pick<Services, 'refundResults' | 'refusedCallbacks'>,
): void {
  const { findCall, receive } = refundResults;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Reads the body as text, regardless of its content type.
    scope.addHook('onRequest', async (request) => {
      const seconds = limiter.secondsLeft('badCallbacks', request.ip);
      if (seconds > 0) throw toTooManyRequests(seconds);
      request.headers['content-type'] = 'text/plain';
    });
    scope.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    for (const at of ['result', 'timeout'] as const)
      scope.post<{ Params: { readonly secret: string } }>(
        `${RESULT_PATHS[at]}/:secret`,
        { config: { access: 'public' } },
        async (request, reply) => {
          const call = await findCall(at, request.params.secret);
          if (call === null) {
            await refusedCallbacks.note(request.ip);
            return answerNotFound(request, reply);
          }
          await receive(call, at, typeof request.body === 'string' ? request.body : '');
          return reply.header('cache-control', 'no-store').send(ACCEPTED);
        },
      );
  });
}
