import type { Background } from './background.ts';
import type { Clock } from './clock.ts';
import type { Database } from './db/client.ts';
import type { Env } from './env.ts';
import type { Limiter } from './rate-limit.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Logger } from './log.ts';
import type { MpesaProvider } from './providers/mpesa.ts';
import type { SmsProvider } from './providers/sms.ts';

/** All that a module may use; made once by `wire`, or by `createTestApp` with doubles. */
export interface Deps {
  readonly env: Env;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: Jobs;
  readonly limiter: Limiter;
  readonly sms: SmsProvider;
  readonly mpesa: MpesaProvider;
  readonly background: Background;
}
