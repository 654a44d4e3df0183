import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { createAddressList } from '../../http/address-list.ts';
import { answerNotFound, isClientError } from '../../http/errors.ts';
import { toTooManyRequests } from '../../limits/too-many-requests.ts';

/** Safaricom's bodies are below 2 kB. */
const BODY_LIMIT = 8 * 1024;
const VALID = { ResultCode: '0', ResultDesc: 'Accepted' } as const;
const RECEIVED = { ResultCode: 0, ResultDesc: 'Success' } as const;

/**
 * Addresses for payments by hand: `confirm` and `check` for Safaricom's messages (PAY-C2), `shown` and `late` for results
 * of Transaction Status (PAY-C4). The secret in the address authenticates the caller, as for callbacks (D7), and the path
 * has none of the words that Safaricom refuses. A known secret gets 200 for every body, an unknown one 404. Answers 503
 * while the database is unavailable, except a validation.
 */
export function mountInbox(
  app: FastifyInstance,
  deps: Deps,
  { inbox, showing, refusedCallbacks: refused }: Pick<Services, 'inbox' | 'showing' | 'refusedCallbacks'>,
): void {
  const { limiter } = deps;
  const addresses = deps.env.mpesa.callbackAddresses;
  const mayCall = createAddressList(addresses);
  const isListed = addresses.length > 0 ? mayCall : () => false;

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addHook('onRequest', async (request) => {
      const seconds = isListed(request.ip) ? 0 : limiter.secondsLeft('badCallbacks', request.ip);
      if (seconds > 0) throw toTooManyRequests(seconds);
      request.headers['content-type'] = 'text/plain';
    });
    scope.addHook('onError', async ({ ip }, _reply, error) => {
      if (isClientError(error)) await refused.note(ip);
    });
    scope.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );

    /** Mounts an address. `receive` returns the answer. */
    function mount<Known>(
      name: string,
      find: (secret: string) => Promise<Known | null>,
      receive: (known: Known, body: string) => Promise<object>,
    ): void {
      scope.post<{ Params: { readonly secret: string } }>(
        `/api/pay-in/${name}/:secret`,
        { config: { access: 'public' } },
        async (request, reply) => {
          const known = await find(request.params.secret);
          if (known === null || !mayCall(request.ip)) {
            if (known !== null) await refused.noteForeign(request.ip);
            await refused.note(request.ip);
            return refuse(request, reply, limiter);
          }
          const answer = await receive(known, typeof request.body === 'string' ? request.body : '');
          return reply.header('cache-control', 'no-store').send(answer);
        },
      );
    }

    mount('confirm', inbox.find, async (secret, body) => {
      await inbox.confirm(secret, body);
      return RECEIVED;
    });
    mount('check', inbox.findForValidation, async (secret, body) =>
      secret === 'unknown' ? VALID : inbox.validate(body),
    );
    for (const name of ['shown', 'late'])
      mount(name, showing.find, async (call, body) => {
        await showing.receive(call, body);
        return RECEIVED;
      });
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply, limiter: Deps['limiter']): FastifyReply {
  if (limiter.secondsToWait('refusalLines', 'callback') === 0)
    request.log.warn({ ip: request.ip }, 'a message about a payment by hand was refused');
  return answerNotFound(request, reply);
}
