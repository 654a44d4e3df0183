import net from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { answerNotFound, isCallersFault } from '../../http/errors.ts';
import { plainAddress } from '../../limits/owners.ts';
import { tooOften } from '../../limits/too-often.ts';

interface Address {
  readonly attemptId: string;
  readonly token: string;
}

/** Daraja's own are below 1 kB. */
const BODY_LIMIT = 8 * 1024;
const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' } as const;

/**
 * Where Daraja reports what became of a prompt. The secret in the address is the lock (D7), a list of addresses an
 * optional second one. Whatever the body is, a known secret gets 200; a wrong one and an unknown attempt get the same
 * 404; while the database is away it is 503 (Q20). An address that was refused too often is refused at once.
 */
export function mountCallback(
  app: FastifyInstance,
  deps: Deps,
  { callback, refusedCallbacks: refused }: Pick<Services, 'callback' | 'refusedCallbacks'>,
): void {
  const { isKnown, receive } = callback;
  const mayCall = addressList(deps.env.mpesa.callbackAddresses);

  const isListed = deps.env.mpesa.callbackAddresses.length > 0 ? mayCall : () => false;
  const { limiter } = deps;

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Whatever its sender calls the body, it is kept as text; a header that is no media type would be refused
    // otherwise.
    scope.addHook('onRequest', async (request) => {
      // Before the body is read and anything is asked of the database.
      const seconds = isListed(request.ip) ? 0 : limiter.secondsLeft('badCallbacks', request.ip);
      if (seconds > 0) throw tooOften(seconds);
      request.headers['content-type'] = 'text/plain';
    });
    // A body that is too long or breaks off is refused before its secret is looked at.
    scope.addHook('onError', async ({ ip }, _reply, error) => {
      if (isCallersFault(error)) await refused.note(ip);
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

/** Addresses and CIDR blocks; an empty list lets everybody through. */
function addressList(entries: readonly string[]): (ip: string) => boolean {
  if (entries.length === 0) return () => true;
  const list = new net.BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/', 2);
    const family = net.isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (ip) => {
    const plain = plainAddress(ip);
    return list.check(plain, net.isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
