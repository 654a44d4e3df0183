import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { mountSecretAddresses } from '../../http/secret-addresses.ts';
import { RESULT_PATHS } from './refund-sender.service.ts';

/** Daraja's results are below 4 kB. */
const BODY_LIMIT = 16 * 1024;
const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' } as const;

/**
 * Addresses of Daraja's results and queue time-outs, each with a secret of its call (PAY-F3). Answers 503 while the
 * database is unavailable (Q20).
 */
export function mountRefundResults(
  app: FastifyInstance,
  deps: Pick<Deps, 'env' | 'limiter'>,
  { refundResults, refusedCallbacks: refused }: Pick<Services, 'refundResults' | 'refusedCallbacks'>,
): void {
  const { findCall, receive } = refundResults;
  mountSecretAddresses(app, deps, { bodyLimit: BODY_LIMIT, subject: 'a result of a refund', refused }, (mount) => {
    for (const at of ['result', 'timeout'] as const)
      mount(
        `${RESULT_PATHS[at]}/:secret`,
        ({ secret }: { readonly secret: string }) => findCall(at, secret),
        async (call, body) => {
          await receive(call, at, body);
          return ACCEPTED;
        },
      );
  });
}
