import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { mountSecretAddresses } from '../../http/secret-addresses.ts';

/** Safaricom's bodies are below 2 kB. */
const BODY_LIMIT = 8 * 1024;
const VALID = { ResultCode: '0', ResultDesc: 'Accepted' } as const;
const RECEIVED = { ResultCode: 0, ResultDesc: 'Success' } as const;

interface Address {
  readonly secret: string;
}

/**
 * Addresses for payments by hand: `confirm` and `check` for Safaricom's messages (PAY-C2), `shown` and `late` for results
 * of Transaction Status (PAY-C4). The path has none of the words that Safaricom refuses. Answers 503 while the database is
 * unavailable, except a validation.
 */
export function mountInbox(
  app: FastifyInstance,
  deps: Pick<Deps, 'env' | 'limiter'>,
  { inbox, showing, refusedCallbacks: refused }: Pick<Services, 'inbox' | 'showing' | 'refusedCallbacks'>,
): void {
  const subject = 'a message about a payment by hand';
  mountSecretAddresses(app, deps, { bodyLimit: BODY_LIMIT, subject, refused }, (mount) => {
    mount(
      '/api/pay-in/confirm/:secret',
      ({ secret }: Address) => inbox.find(secret),
      async (secret, body) => {
        await inbox.confirm(secret, body);
        return RECEIVED;
      },
    );
    mount(
      '/api/pay-in/check/:secret',
      ({ secret }: Address) => inbox.findForValidation(secret),
      async (secret, body) => (secret === 'unknown' ? VALID : inbox.validate(body)),
    );
    for (const name of ['shown', 'late'])
      mount(
        `/api/pay-in/${name}/:secret`,
        ({ secret }: Address) => showing.find(secret),
        async (call, body) => {
          await showing.receive(call, body);
          return RECEIVED;
        },
      );
  });
}
