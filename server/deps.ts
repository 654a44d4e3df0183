import { createBackground, type Background } from './background.ts';
import { createClock, type Clock } from './clock.ts';
import type { Database } from './db/client.ts';
import type { Env } from './env/env.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { createLimiter, type Limiter } from './limits/limiter.ts';
import type { Logger } from './log.ts';
import { createDarajaAccount } from './providers/daraja-account.ts';
import { createDarajaToken } from './providers/daraja-token.ts';
import { createDaraja } from './providers/daraja.ts';
import { createGoogle, type GoogleProvider } from './providers/google.ts';
import type { MailProvider } from './providers/mail.ts';
import type { MpesaAccount } from './providers/mpesa-account.ts';
import type { MpesaProvider } from './providers/mpesa.ts';
import type { SmsProvider } from './providers/sms.ts';
import { createSmtp } from './providers/smtp.ts';
import { createTermii } from './providers/termii.ts';

/** Dependencies of all modules. Created once by `createDeps`, in tests with simulated providers. */
export interface Deps {
  readonly env: Env;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: Jobs;
  readonly limiter: Limiter;
  readonly sms: SmsProvider;
  readonly mpesa: MpesaProvider;
  readonly mpesaAccount: MpesaAccount;
  readonly mail: MailProvider;
  readonly google: GoogleProvider;
  readonly background: Background;
}

/** Dependencies that are already open, and replacements for tests. */
export type DepsOverrides = Pick<Deps, 'env' | 'db' | 'log'> &
  Partial<Pick<Deps, 'sms' | 'mpesa' | 'mpesaAccount' | 'mail' | 'google' | 'clock'>>;

/** Creates the missing dependencies. Rejects when the database returns no time. */
export async function createDeps({
  env,
  db,
  log,
  sms,
  mpesa,
  mpesaAccount,
  mail,
  google,
  clock: given,
}: DepsOverrides): Promise<Deps> {
  const clock = given ?? (await createClock(() => db.now()));
  const tokens = createDarajaToken({ settings: env.mpesa, db, clock });
  return {
    env,
    db,
    log,
    clock,
    jobs: createJobs({ db, clock, log }),
    background: createBackground(log),
    limiter: createLimiter({ db, clock, factor: env.rateLimitFactor }),
    sms: sms ?? createTermii({ ...env.termii, channel: 'dnd', timeoutMs: 8_000 }),
    mail: mail ?? createSmtp({ ...env.mail, timeoutMs: 10_000 }),
    google: google ?? createGoogle({ settings: env.google, clock, log }),
    mpesa: mpesa ?? createDaraja({ settings: env.mpesa, clock, log, tokens }),
    mpesaAccount: mpesaAccount ?? createDarajaAccount({ settings: env.mpesa, tokens, log }),
  };
}
