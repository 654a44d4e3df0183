import { createBackground } from './background.ts';
import { createClock } from './clock.ts';
import type { Clock } from './clock.ts';
import type { Database } from './db/client.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { createLimiter } from './rate-limit.ts';
import { createJobs } from './jobs/jobs.ts';
import type { Logger } from './log.ts';
import { createDarajaToken } from './providers/daraja-token.ts';
import { createDaraja } from './providers/daraja.ts';
import type { MpesaProvider } from './providers/mpesa.ts';
import type { SmsProvider } from './providers/sms.ts';
import { createTermii } from './providers/termii.ts';

export interface Parts {
  readonly env: Env;
  readonly db: Database;
  readonly log: Logger;
  readonly sms?: SmsProvider;
  readonly mpesa?: MpesaProvider;
  readonly clock?: Clock;
}

/** Ties the parts together. Rejects where the database does not tell its time. */
export async function wire({ env, db, log, sms, mpesa, clock: given }: Parts): Promise<Deps> {
  const clock = given ?? (await createClock(() => db.now()));
  return {
    env,
    db,
    log,
    clock,
    jobs: createJobs({ db, clock, log }),
    background: createBackground(log),
    limiter: createLimiter({ db, clock, factor: env.rateLimitFactor }),
    sms: sms ?? createTermii({ ...env.termii, channel: 'dnd', timeoutMs: 8_000 }),
    mpesa:
      mpesa ??
      createDaraja({ settings: env.mpesa, clock, log, tokens: createDarajaToken({ settings: env.mpesa, db, clock }) }),
  };
}
