import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { createAddressList } from '../../http/address-list.ts';
import { answerNotFound, isClientError } from '../../http/errors.ts';
import { toTooManyRequests } from '../../limits/too-many-requests.ts';

interface Address {
  readonly attemptId: string;
  readonly token: string;
}

/** Daraja's bodies are below 1 kB. */
const BODY_LIMIT = 8 * 1024;
const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' } as const;

/**
 * Callback URL of Daraja. The secret in the URL authenticates the caller (D7). An optional list of addresses adds a
 * second check. A known secret always gets 200, regardless of the body. A wrong secret and an unknown attempt get the
 * same 404. Answers 503 while the database is unavailable (Q20). Blocks an address after too many refusals.
 */
export function mountCallback(
  app: FastifyInstance,
  deps: Deps,
  { callback, refusedCallbacks: refused }: Pick<Services, 'callback' | 'refusedCallbacks'>,
): void {
  const { isKnown, receive } = callback;
  const mayCall = createAddressList(deps.env.mpesa.callbackAddresses);

  const isListed = deps.env.mpesa.callbackAddresses.length > 0 ? mayCall : () => false;
  const { limiter } = deps;

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Reads the body as text, regardless of its content type. Fastify would refuse an invalid content type otherwise.
    scope.addHook('onRequest', async (request) => {
      // Checked before the body is read and the database is queried.
      const seconds = isListed(request.ip) ? 0 : limiter.secondsLeft('badCallbacks', request.ip);
      if (seconds > 0) throw toTooManyRequests(seconds);
      request.headers['content-type'] = 'text/plain';
    });
    // A body that is too long or incomplete is refused before the secret is checked.
    scope.addHook('onError', async ({ ip }, _reply, error) => {
      if (isClientError(error)) await refused.note(ip);
    });
    scope.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: Address }>(
      '/api/mpesa/callback/:attemptId/:token',
      { config: { access: 'public' } },
      async (request, reply) => {
        const { attemptId, token } = request.params;
        const isRight = await isKnown(attemptId, token);
        if (!isRight || !mayCall(request.ip)) {
          if (isRight) await refused.noteForeign(request.ip);
          await refused.note(request.ip);
          return refuse(request, reply, limiter);
        }
        await receive(attemptId.toLowerCase(), typeof request.body === 'string' ? request.body : '');
        return reply.header('cache-control', 'no-store').send(ACCEPTED);
      },
    );
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply, limiter: Deps['limiter']): FastifyReply {
  if (limiter.secondsToWait('refusalLines', 'callback') === 0)
    request.log.warn({ ip: request.ip }, 'a payment callback was refused');
  return answerNotFound(request, reply);
}
