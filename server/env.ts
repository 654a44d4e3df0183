import path from 'node:path';
import * as v from 'valibot';

/** The simulated provider's key; production refuses it. */
export const SIMULATED_KEY = 'simulated-termii-key';
/** Password of the demo account where none is set; production refuses it. */
export const DEFAULT_DEMO_PASSWORD = 'Karibu2026';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const whole = (min: number, max: number, fallback: string) =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );
const list = (fallback: string) =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.transform((value) => value.split(',').map((item) => item.trim()).filter((item) => item !== '')),
  );
const url = (protocols: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), `must be a URL (${protocols.join(', ')})`),
  );
const webUrl = url(['http:', 'https:']);

const Settings = v.object({
  NODE_ENV: v.optional(v.picklist(['development', 'production', 'test'], 'must be development, production or test'), 'development'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  PORT: whole(0, 65_535, '3000'),
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: v.optional(url(['postgres:', 'postgresql:'])),
  DATABASE_POOL: whole(1, 500, '10'),
  PUBLIC_ORIGIN: v.optional(webUrl),
  /** Addresses or CIDR blocks whose X-Forwarded-* headers are believed; none by default. */
  TRUST_PROXY: list(''),
  LOG_LEVEL: v.optional(v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is not a log level'), 'info'),
  RATE_LIMIT_FACTOR: v.pipe(
    v.optional(v.string(), '1'),
    v.transform(Number),
    v.finite('must be a number'),
    v.gtValue(0, 'must be above 0'),
  ),
  SIMULATORS_PORT: v.optional(whole(1, 65_535, '3001')),
  TERMII_BASE_URL: v.optional(webUrl),
  TERMII_API_KEY: v.optional(v.string()),
  TERMII_SENDER_ID: v.optional(v.pipe(v.string(), v.minLength(3, 'needs 3 to 11 characters'), v.maxLength(11, 'needs 3 to 11 characters'))),
  DEMO_PASSWORD: v.optional(v.string()),
  DEMO_SHOP: v.optional(v.picklist(['on', 'off'], 'must be on or off')),
  SESSION_HOURS: whole(1, 24 * 365, '168'),
  SESSION_IDLE_HOURS: whole(1, 24 * 365, '12'),
  OTP_LIFE_SECONDS: whole(1, 600, '600'),
  OTP_RESEND_SECONDS: whole(0, 3600, '60'),
  OTP_TRIES: whole(1, 10, '5'),
  OTP_VERIFIED_MINUTES: whole(1, 60, '15'),
  OTP_COUNTRIES: list('254,234,233'),
  SIGN_UP_MINUTES: whole(1, 24 * 60, '60'),
  ORDER_HOLD_MINUTES: whole(1, 24 * 60, '30'),
  ORDER_KEY_HOURS: whole(1, 24 * 7, '24'),
  COD_MAX_OPEN: whole(1, 1000, '10'),
});

export type Env = ReturnType<typeof readEnv>;

/** Settings that keep the process from starting; one line a fault, without the values. */
export class EnvError extends Error {
  constructor(faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'EnvError';
  }
}

/**
 * Reads and checks every setting; the only reader of `process.env`. Empty values count as not set.
 * Throws EnvError with all faults. Production needs the real providers and no default secret (§H16, CVE-2023-46943).
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const parsed = v.safeParse(Settings, given);
  if (!parsed.success) {
    throw new EnvError(parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'setting'} ${issue.message}`));
  }
  const it = parsed.output;
  const isProduction = it.NODE_ENV === 'production';
  if (isProduction) refuseUnsafe(it);
  const simulatorsPort = it.SIMULATORS_PORT ?? it.PORT + 1;
  const hasSimulators = !isProduction && it.TERMII_API_KEY === undefined;
  const publicOrigin = new URL(it.PUBLIC_ORIGIN ?? `http://localhost:${it.PORT}`).origin;
  return {
    mode: it.NODE_ENV,
    isProduction,
    host: it.HOST,
    port: it.PORT,
    /** Absolute. */
    dataDir: path.resolve(it.DATA_DIR),
    /** Null: the embedded database in `dataDir`. */
    databaseUrl: it.DATABASE_URL ?? null,
    databasePool: it.DATABASE_POOL,
    publicOrigin,
    /** Whether shoppers reach us over TLS: HSTS, `__Host-` cookies. */
    isSecure: publicOrigin.startsWith('https:'),
    trustProxy: it.TRUST_PROXY,
    logLevel: it.LOG_LEVEL,
    rateLimitFactor: it.RATE_LIMIT_FACTOR,
    simulators: { enabled: hasSimulators, port: simulatorsPort },
    termii: {
      baseUrl: it.TERMII_BASE_URL ?? (hasSimulators ? `http://127.0.0.1:${simulatorsPort}/termii` : 'https://v3.api.termii.com'),
      apiKey: it.TERMII_API_KEY ?? SIMULATED_KEY,
      senderId: it.TERMII_SENDER_ID ?? 'Duka',
    },
    /** Fill an empty database with the demo catalogue. */
    seedDemo: it.DEMO_SHOP === undefined ? !isProduction : it.DEMO_SHOP === 'on',
    /** Null: no demo account. */
    demoPassword: it.DEMO_PASSWORD ?? (isProduction ? null : DEFAULT_DEMO_PASSWORD),
    session: {
      /** D13. */
      lifeMs: it.SESSION_HOURS * HOUR,
      /** After the last use, for a session without "remember me" (A24). */
      idleMs: it.SESSION_IDLE_HOURS * HOUR,
    },
    otp: {
      lifeMs: it.OTP_LIFE_SECONDS * SECOND,
      resendMs: it.OTP_RESEND_SECONDS * SECOND,
      /** D4. */
      tries: it.OTP_TRIES,
      /** How long a verified code may complete an account (D1). */
      verifiedMs: it.OTP_VERIFIED_MINUTES * MINUTE,
      /** Country codes that get an SMS (D3). */
      countries: it.OTP_COUNTRIES,
      /** Life of a sign-up whose phone is not verified. */
      signUpMs: it.SIGN_UP_MINUTES * MINUTE,
    },
    orders: {
      /** An unpaid M-Pesa order holds its stock so long (D12). */
      holdMs: it.ORDER_HOLD_MINUTES * MINUTE,
      /** Idempotency keys are kept so long. */
      keyMs: it.ORDER_KEY_HOURS * HOUR,
      /** D19. */
      maxOpenCod: it.COD_MAX_OPEN,
    },
  };
}

function refuseUnsafe(it: v.InferOutput<typeof Settings>): void {
  const faults: string[] = [];
  const needed = ['PUBLIC_ORIGIN', 'TERMII_BASE_URL', 'TERMII_API_KEY', 'TERMII_SENDER_ID'] as const;
  for (const name of needed) if (it[name] === undefined) faults.push(`${name} is needed in production`);
  if (it.SIMULATORS_PORT !== undefined) faults.push('SIMULATORS_PORT is not allowed in production: there are no simulators');
  if (it.PUBLIC_ORIGIN !== undefined && !it.PUBLIC_ORIGIN.startsWith('https:') && !isLoopback(it.PUBLIC_ORIGIN)) {
    faults.push('PUBLIC_ORIGIN must be https in production');
  }
  if (it.TERMII_BASE_URL !== undefined && (isLoopback(it.TERMII_BASE_URL) || !it.TERMII_BASE_URL.startsWith('https:'))) {
    faults.push('TERMII_BASE_URL must be the real provider (https) in production');
  }
  if (it.TERMII_API_KEY === SIMULATED_KEY) faults.push('TERMII_API_KEY is the simulator’s');
  if (it.DEMO_PASSWORD === DEFAULT_DEMO_PASSWORD) faults.push('DEMO_PASSWORD is the published default');
  if (faults.length > 0) throw new EnvError(faults);
}

function isLoopback(address: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/.test(new URL(address).hostname);
}
