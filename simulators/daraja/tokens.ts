import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SimulatedClock } from '../core/clock.ts';
import { refuse } from './errors.ts';
import { MERCHANT, type Rules } from './merchant.ts';

export interface Tokens {
  /** Returns whether an `Authorization` header has the current token. */
  isGood(authorization: string | undefined): boolean;
  /** Invalidates the current token. */
  revoke(): void;
  mount(app: FastifyInstance): void;
}

/** Daraja's OAuth: each token invalidates the previous one (providers 1.1). */
export function createTokens(clock: SimulatedClock, rules: () => Rules): Tokens {
  let current: { readonly token: string; readonly expiresAt: number } | undefined;
  const expected = `Basic ${Buffer.from(`${MERCHANT.consumerKey}:${MERCHANT.consumerSecret}`).toString('base64')}`;

  return {
    isGood: (authorization) =>
      rules().credentials === 'good' &&
      current !== undefined &&
      authorization === `Bearer ${current.token}` &&
      clock.now() < current.expiresAt,
    revoke: () => void (current = undefined),
    mount(app) {
      app.get<{ Querystring: { grant_type?: string } }>('/oauth/v1/generate', async ({ headers, query }, reply) => {
        if (headers.authorization?.startsWith('Basic ') !== true)
          return refuse(reply, '400.008.01', 'Invalid Authentication passed');
        if (query.grant_type !== 'client_credentials') return refuse(reply, '400.008.02', 'Invalid grant type passed');
        // Wrong credentials get an empty reply.
        const isGood = headers.authorization === expected && rules().credentials === 'good';
        if (!isGood) return reply.code(400).type('text/plain').send('');
        const seconds = rules().tokenSeconds;
        current = { token: randomBytes(21).toString('base64url'), expiresAt: clock.now() + seconds * 1000 };
        return { access_token: current.token, expires_in: String(seconds) };
      });
    },
  };
}

/** Refuses the calls of `app` without the current token. */
export function requireToken(app: FastifyInstance, tokens: Tokens): void {
  app.addHook('preHandler', async ({ headers }, reply) =>
    tokens.isGood(headers.authorization) ? undefined : refuse(reply, '404.001.03', 'Invalid Access Token'),
  );
}
