import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { toTooManyRequests } from '../limits/too-many-requests.ts';
import { createAddressList } from './address-list.ts';
import { answerNotFound, isClientError } from './errors.ts';

/** Counts refused messages of a caller. */
interface RefusedMessages {
  readonly note: (ip: string) => Promise<void>;
  /** A right secret from an address outside of the list. */
  readonly noteForeign: (ip: string) => Promise<void>;
}

interface SecretAddresses {
  /** Longest body in bytes. */
  readonly bodyLimit: number;
  /** Subject of the log line about a refused message, e.g. `a payment callback`. */
  readonly subject: string;
  readonly refused: RefusedMessages;
}

/** Mounts one address. `find` returns what a secret stands for, or `null`; `receive` returns the answer. */
export type MountAddress = <Params, Known>(
  path: string,
  find: (params: Params) => Promise<Known | null>,
  receive: (known: Known, body: string) => Promise<object>,
) => void;

/**
 * Addresses for a provider that signs nothing. The secret in the address authenticates the caller (D7), and an optional list
 * of addresses adds a second check. A known secret gets 200 for every body, an unknown one the same 404 as an unknown
 * address. Blocks a caller after too many refusals, but none of the list.
 */
export function mountSecretAddresses(
  app: FastifyInstance,
  { env, limiter }: Pick<Deps, 'env' | 'limiter'>,
  { bodyLimit, subject, refused }: SecretAddresses,
  mountAll: (mount: MountAddress) => void,
): void {
  const addresses = env.mpesa.callbackAddresses;
  const mayCall = createAddressList(addresses);
  const isListed = addresses.length > 0 ? mayCall : () => false;

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
    scope.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    mountAll((path, find, receive) => {
      scope.post(path, { config: { access: 'public' } }, async (request, reply) => {
        const known = await find(request.params as never);
        if (known === null || !mayCall(request.ip)) {
          if (known !== null) await refused.noteForeign(request.ip);
          await refused.note(request.ip);
          if (limiter.secondsToWait('refusalLines', 'callback') === 0)
            request.log.warn({ ip: request.ip }, `${subject} was refused`);
          return answerNotFound(request, reply);
        }
        const answer = await receive(known, typeof request.body === 'string' ? request.body : '');
        return reply.header('cache-control', 'no-store').send(answer);
      });
    });
  });
}
