import path from 'node:path';
import * as v from 'valibot';
import { shop } from '../contract/shop.config.ts';
import { addresses, email, list, seconds, shortcode, url, webUrl, whole } from './env-values.ts';

/** The simulated provider's key; production refuses it. */
export const SIMULATED_KEY = 'simulated-termii-key';
/** What the simulated Daraja knows its merchant by; production refuses each of the secrets. */
export const SIMULATED_MPESA = {
  consumerKey: 'simulated-consumer-key',
  consumerSecret: 'simulated-consumer-secret',
  shortcode: '174379',
  passkey: 'simulated-passkey',
} as const;
/** Whom the simulated Google makes its credentials for; production refuses it. */
export const SIMULATED_GOOGLE_ID = 'simulated.apps.googleusercontent.com';
/** Password of the demo account where none is set; production refuses it. */
export const DEFAULT_DEMO_PASSWORD = 'Karibu2026';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const Settings = v.object({
  NODE_ENV: v.optional(
    v.picklist(['development', 'production', 'test'], 'must be development, production or test'),
    'development',
  ),
  HOST: v.optional(v.string(), '127.0.0.1'),
  PORT: whole(0, 65_535, '3000'),
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: v.optional(url(['postgres:', 'postgresql:'])),
  DATABASE_POOL: whole(1, 500, '10'),
  PUBLIC_ORIGIN: v.optional(webUrl),
  /** Addresses or CIDR blocks whose X-Forwarded-* headers are believed; none by default. */
  TRUST_PROXY: addresses,
  LOG_LEVEL: v.optional(
    v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is not a log level'),
    'info',
  ),
  RATE_LIMIT_FACTOR: v.pipe(
    v.optional(v.string(), '1'),
    v.transform(Number),
    v.finite('must be a number'),
    v.gtValue(0, 'must be above 0'),
  ),
  /** How old an answer of the catalogue may be (decision 0018); 0 keeps none. */
  CATALOGUE_KEPT_MS: whole(0, 1_000, '1000'),
  SIMULATORS_PORT: v.optional(whole(1, 65_535, '3001')),
  SIMULATORS_MAIL_PORT: v.optional(whole(1, 65_535, '3002')),
  SMTP_HOST: v.optional(v.string()),
  SMTP_PORT: whole(1, 65_535, '587'),
  SMTP_USER: v.optional(v.string()),
  SMTP_PASSWORD: v.optional(v.string()),
  MAIL_FROM: v.optional(email),
  CONTACT_MAIL: v.optional(email),
  TERMII_BASE_URL: v.optional(webUrl),
  TERMII_API_KEY: v.optional(v.string()),
  TERMII_SENDER_ID: v.optional(
    v.pipe(v.string(), v.minLength(3, 'needs 3 to 11 characters'), v.maxLength(11, 'needs 3 to 11 characters')),
  ),
  MPESA_BASE_URL: v.optional(webUrl),
  MPESA_CONSUMER_KEY: v.optional(v.string()),
  MPESA_CONSUMER_SECRET: v.optional(v.string()),
  MPESA_SHORTCODE: v.optional(shortcode),
  MPESA_PASSKEY: v.optional(v.string()),
  MPESA_TRANSACTION_TYPE: v.optional(
    v.picklist(
      ['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'],
      'must be CustomerPayBillOnline or CustomerBuyGoodsOnline',
    ),
    'CustomerPayBillOnline',
  ),
  MPESA_PARTY_B: v.optional(shortcode),
  MPESA_CALLBACK_ORIGIN: v.optional(webUrl),
  MPESA_CALLBACK_ADDRESSES: list(''),
  MPESA_TIMEOUT_SECONDS: whole(1, 60, '8'),
  MPESA_ANSWER_SECONDS: whole(1, 9, '2'),
  MPESA_RETRY_SECONDS: whole(1, 3600, '120'),
  MPESA_EXPIRE_MINUTES: whole(1, 24 * 60, '10'),
  MPESA_QUERY_SECONDS: seconds('25,70,130,300,600,1800,7200,21600,86400'),
  MPESA_QUERIES_PER_MINUTE: whole(1, 10_000, '5'),
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_JWKS_URL: v.optional(webUrl),
  GOOGLE_ISSUERS: v.optional(list('')),
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
  RESET_LINK_MINUTES: whole(1, 24 * 60, '30'),
  EMAIL_LINK_HOURS: whole(1, 24 * 7, '24'),
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
 * Throws EnvError with all faults. Production needs the real providers and no default secret (H16, CVE-2023-46943).
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env) {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = v.safeParse(Settings, given);
  if (!parsed.success) {
    throw new EnvError(parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'setting'} ${issue.message}`));
  }
  const it = parsed.output;
  const isProduction = it.NODE_ENV === 'production';
  const faults = [...(isProduction ? unsafe(it) : []), ...unusableMpesa(it), ...unusableMail(it)];
  if (faults.length > 0) throw new EnvError(faults);
  const simulatorsPort = it.SIMULATORS_PORT ?? it.PORT + 1;
  /** Each provider without a key of its own is simulated. */
  const isSimulated = {
    termii: !isProduction && it.TERMII_API_KEY === undefined,
    mpesa: !isProduction && it.MPESA_CONSUMER_KEY === undefined,
    mail: !isProduction && it.SMTP_HOST === undefined,
    google: !isProduction && it.GOOGLE_CLIENT_ID === undefined,
  };
  const simulatedGoogle = isSimulated.google ? `http://127.0.0.1:${simulatorsPort}/google` : null;
  const simulatorsMailPort = it.SIMULATORS_MAIL_PORT ?? simulatorsPort + 1;
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
    catalogueKeptMs: it.CATALOGUE_KEPT_MS,
    simulators: {
      enabled: Object.values(isSimulated).includes(true),
      port: simulatorsPort,
      mailPort: simulatorsMailPort,
    },
    mail: {
      host: it.SMTP_HOST ?? '127.0.0.1',
      port: isSimulated.mail ? simulatorsMailPort : it.SMTP_PORT,
      /** Null: the simulator, where nobody logs in. */
      login: isSimulated.mail ? null : { user: it.SMTP_USER ?? '', password: it.SMTP_PASSWORD ?? '' },
      from: { name: shop.name, address: it.MAIL_FROM ?? shop.email },
      /** Who reads what the contact page sends (A22). */
      contactTo: it.CONTACT_MAIL ?? shop.email,
    },
    termii: {
      baseUrl:
        it.TERMII_BASE_URL ??
        (isSimulated.termii ? `http://127.0.0.1:${simulatorsPort}/termii` : 'https://v3.api.termii.com'),
      apiKey: it.TERMII_API_KEY ?? SIMULATED_KEY,
      senderId: it.TERMII_SENDER_ID ?? 'Duka',
    },
    mpesa: {
      baseUrl:
        it.MPESA_BASE_URL ??
        (isSimulated.mpesa ? `http://127.0.0.1:${simulatorsPort}/daraja` : 'https://sandbox.safaricom.co.ke'),
      consumerKey: it.MPESA_CONSUMER_KEY ?? SIMULATED_MPESA.consumerKey,
      consumerSecret: it.MPESA_CONSUMER_SECRET ?? SIMULATED_MPESA.consumerSecret,
      shortcode: it.MPESA_SHORTCODE ?? SIMULATED_MPESA.shortcode,
      passkey: it.MPESA_PASSKEY ?? SIMULATED_MPESA.passkey,
      transactionType: it.MPESA_TRANSACTION_TYPE,
      /** The till's number, or the paybill again. */
      partyB: it.MPESA_PARTY_B ?? it.MPESA_SHORTCODE ?? SIMULATED_MPESA.shortcode,
      /** Where Daraja reaches us: `<origin>/api/mpesa/callback/…`. The simulators reach this process itself. */
      callbackOrigin: new URL(
        it.MPESA_CALLBACK_ORIGIN ?? (isSimulated.mpesa ? `http://127.0.0.1:${it.PORT}` : publicOrigin),
      ).origin,
      /** Who may call back; empty: everybody who knows the attempt's secret (D7). */
      callbackAddresses: it.MPESA_CALLBACK_ADDRESSES,
      /** One request to Daraja. */
      timeoutMs: it.MPESA_TIMEOUT_SECONDS * SECOND,
      /** The shopper waits no longer for Daraja's answer (D10). */
      answerMs: it.MPESA_ANSWER_SECONDS * SECOND,
      /** A prompt without an answer blocks the next for this time (D8). */
      retryMs: it.MPESA_RETRY_SECONDS * SECOND,
      /** An attempt without an answer expires (Q14). */
      expireMs: it.MPESA_EXPIRE_MINUTES * MINUTE,
      /** After the push (D7). */
      queryMs: it.MPESA_QUERY_SECONDS.map((after) => after * SECOND),
      /** All processes together (D7). */
      queriesPerMinute: it.MPESA_QUERIES_PER_MINUTE,
    },
    google: {
      /** Null: nobody signs in with Google. */
      clientId: it.GOOGLE_CLIENT_ID ?? (isSimulated.google ? SIMULATED_GOOGLE_ID : null),
      jwksUrl: it.GOOGLE_JWKS_URL ?? `${simulatedGoogle ?? 'https://www.googleapis.com'}/oauth2/v3/certs`,
      /** Both spellings that Google uses (providers 1.9). */
      issuers: it.GOOGLE_ISSUERS ?? ['https://accounts.google.com', 'accounts.google.com'],
      /** Where the browser gets Google's script and windows. */
      scripts: isSimulated.google
        ? `http://localhost:${simulatorsPort}/google/gsi/`
        : 'https://accounts.google.com/gsi/',
      /** Where pictures of the simulated people are, null where there are only Google's own. */
      simulatedPictures: simulatedGoogle === null ? null : `${simulatedGoogle}/a/`,
    },
    /** Run the fillings that come with the program (H19). */
    seedDemo: it.DEMO_SHOP === undefined ? !isProduction : it.DEMO_SHOP === 'on',
    /** Null: no demo account. */
    demoPassword: it.DEMO_PASSWORD ?? (isProduction ? null : DEFAULT_DEMO_PASSWORD),
    session: {
      /** From the login (D13). */
      lifeMs: it.SESSION_HOURS * HOUR,
      /** After the last use, for a session without "remember me" (A24). */
      idleMs: it.SESSION_IDLE_HOURS * HOUR,
    },
    otp: {
      lifeMs: it.OTP_LIFE_SECONDS * SECOND,
      resendMs: it.OTP_RESEND_SECONDS * SECOND,
      /** For one code (D4). */
      tries: it.OTP_TRIES,
      /** How long a verified code may complete an account (D1). */
      verifiedMs: it.OTP_VERIFIED_MINUTES * MINUTE,
      /** Country codes that get an SMS (D3). */
      countries: it.OTP_COUNTRIES,
      /** Life of a sign-up, and of a change of number, whose phone is not verified. */
      signUpMs: it.SIGN_UP_MINUTES * MINUTE,
    },
    links: {
      /** Sets a new password (D15). */
      resetMs: it.RESET_LINK_MINUTES * MINUTE,
      /** Confirms a new e-mail address (D22). */
      emailMs: it.EMAIL_LINK_HOURS * HOUR,
    },
    orders: {
      /** An unpaid M-Pesa order holds its stock for this time (D12). */
      holdMs: it.ORDER_HOLD_MINUTES * MINUTE,
      /** Idempotency keys are kept for this time. */
      keyMs: it.ORDER_KEY_HOURS * HOUR,
      /** Open cash orders of one shopper (D19). */
      maxOpenCod: it.COD_MAX_OPEN,
    },
  };
}

type Given = v.InferOutput<typeof Settings>;

/** What must not be so in production: missing providers, simulators in their place, published secrets. */
function unsafe(it: Given): readonly string[] {
  const needed = [
    'PUBLIC_ORIGIN',
    'TERMII_BASE_URL',
    'TERMII_API_KEY',
    'TERMII_SENDER_ID',
    'SMTP_HOST',
    'MAIL_FROM',
    'MPESA_BASE_URL',
    'MPESA_CONSUMER_KEY',
    'MPESA_CONSUMER_SECRET',
    'MPESA_SHORTCODE',
    'MPESA_PASSKEY',
  ] as const;
  const faults = needed.filter((name) => it[name] === undefined).map((name) => `${name} is needed in production`);
  for (const name of ['GOOGLE_JWKS_URL', 'GOOGLE_ISSUERS'] as const)
    if (it[name] !== undefined) faults.push(`${name} is not allowed in production: only Google signs its people in`);
  if (it.GOOGLE_CLIENT_ID === SIMULATED_GOOGLE_ID) faults.push('GOOGLE_CLIENT_ID is the simulator’s');
  for (const name of ['SIMULATORS_PORT', 'SIMULATORS_MAIL_PORT'] as const)
    if (it[name] !== undefined) faults.push(`${name} is not allowed in production: there are no simulators`);
  if (it.PUBLIC_ORIGIN !== undefined && !it.PUBLIC_ORIGIN.startsWith('https:') && !isLoopback(it.PUBLIC_ORIGIN)) {
    faults.push('PUBLIC_ORIGIN must be https in production');
  }
  for (const name of ['TERMII_BASE_URL', 'MPESA_BASE_URL'] as const) {
    const given = it[name];
    if (given !== undefined && (isLoopback(given) || !given.startsWith('https:')))
      faults.push(`${name} must be the real provider (https) in production`);
  }
  if (it.SMTP_HOST !== undefined && isLoopbackHost(it.SMTP_HOST))
    faults.push('SMTP_HOST must be the real provider in production');
  if (it.TERMII_API_KEY === SIMULATED_KEY) faults.push('TERMII_API_KEY is the simulator’s');
  if (it.MPESA_CONSUMER_KEY === SIMULATED_MPESA.consumerKey) faults.push('MPESA_CONSUMER_KEY is the simulator’s');
  if (it.MPESA_CONSUMER_SECRET === SIMULATED_MPESA.consumerSecret)
    faults.push('MPESA_CONSUMER_SECRET is the simulator’s');
  if (it.MPESA_PASSKEY === SIMULATED_MPESA.passkey) faults.push('MPESA_PASSKEY is the simulator’s');
  if (it.DEMO_PASSWORD === DEFAULT_DEMO_PASSWORD) faults.push('DEMO_PASSWORD is the published default');
  return faults;
}

/**
 * The real Daraja takes all of its settings or none; it refuses callback addresses that are not https (providers 1.2).
 */
function unusableMpesa(it: Given): readonly string[] {
  if (it.MPESA_CONSUMER_KEY === undefined) return [];
  const needed = ['MPESA_CONSUMER_SECRET', 'MPESA_SHORTCODE', 'MPESA_PASSKEY'] as const;
  const missing = it.NODE_ENV === 'production' ? [] : needed.filter((name) => it[name] === undefined);
  const faults = missing.map((name) => `${name} is needed with MPESA_CONSUMER_KEY`);
  if (it.MPESA_TRANSACTION_TYPE === 'CustomerBuyGoodsOnline' && it.MPESA_PARTY_B === undefined) {
    faults.push('MPESA_PARTY_B is needed with CustomerBuyGoodsOnline: the number of the till');
  }
  const origin = it.MPESA_CALLBACK_ORIGIN ?? it.PUBLIC_ORIGIN;
  if (origin === undefined || !origin.startsWith('https:') || isLoopback(origin)) {
    faults.push('MPESA_CALLBACK_ORIGIN must be a public https address with MPESA_CONSUMER_KEY');
  }
  return faults;
}

/** A password goes out over TLS to who it is for, or not at all: real mail takes a login (providers 1.10). */
function unusableMail(it: Given): readonly string[] {
  if (it.SMTP_HOST === undefined) return [];
  return (['SMTP_USER', 'SMTP_PASSWORD'] as const)
    .filter((name) => it[name] === undefined)
    .map((name) => `${name} is needed with SMTP_HOST`);
}

function isLoopback(address: string): boolean {
  return isLoopbackHost(new URL(address).hostname);
}

function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0|\[?::\]?)$/.test(host);
}

/** What lets the shop start and will still hurt its shoppers; one line each, for the log. */
export function doubtsOf({
  isProduction,
  isSecure,
  trustProxy,
}: Pick<Env, 'isProduction' | 'isSecure' | 'trustProxy'>): readonly string[] {
  const isBlind = isProduction && isSecure && trustProxy.length === 0;
  return isBlind
    ? [
        'TRUST_PROXY is not set: behind the proxy that ends TLS all shoppers share one address and its limits, e.g. 10 codes an hour',
      ]
    : [];
}
