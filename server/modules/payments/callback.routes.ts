import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { mountSecretAddresses } from '../../http/secret-addresses.ts';

interface Address {
  readonly attemptId: string;
  readonly token: string;
}

/** Daraja's bodies are below 1 kB. */
const BODY_LIMIT = 8 * 1024;
const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' } as const;

/** Callback URL of Daraja, with a secret of the attempt (D7). Answers 503 while the database is unavailable (Q20). */
export function mountCallback(
  app: FastifyInstance,
  deps: Deps,
  { callback, refusedCallbacks: refused }: Pick<Services, 'callback' | 'refusedCallbacks'>,
): void {
  const { isKnown, receive } = callback;
  mountSecretAddresses(app, deps, { bodyLimit: BODY_LIMIT, subject: 'a payment callback', refused }, (mount) =>
    mount(
      '/api/mpesa/callback/:attemptId/:token',
      async ({ attemptId, token }: Address) => ((await isKnown(attemptId, token)) ? attemptId.toLowerCase() : null),
      async (attemptId, body) => {
        await receive(attemptId, body);
        return ACCEPTED;
      },
    ),
  );
}
