import path from 'node:path';
import * as v from 'valibot';
import { shop } from '../../contract/shop.config.ts';
import { unsafe, unusableBounds, unusableDatabase, unusableMail, unusableMpesa } from './faults.ts';
import {
  DEFAULT_DEMO_PASSWORD,
  MPESA_SANDBOX,
  Settings,
  SIMULATED_GOOGLE_ID,
  SIMULATED_KEY,
  SIMULATED_MPESA,
} from './settings.ts';
import { cleanText, isOdd } from './text.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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
  const named = Object.keys(Settings.entries).map((name) => [name, source[name] ?? ''] as const);
  const given = Object.fromEntries(
    named.map(([name, value]) => [name, cleanText(value)] as const).filter(([, value]) => value !== ''),
  );
  const trimmed = named.filter(([name, value]) => name in given && given[name] !== value).map(([name]) => name);
  const odd = Object.keys(given).filter((name) => isOdd(given[name] ?? ''));
  const parsed = v.safeParse(Settings, given);
  if (!parsed.success) {
    const faults = new Map<string, string>();
    for (const { path, message } of parsed.issues) {
      const name = String(path?.[0].key ?? 'setting');
      if (!faults.has(name)) faults.set(name, `${name} ${message}`);
    }
    throw new EnvError([...faults.values()]);
  }
  const it = parsed.output;
  const isProduction = it.NODE_ENV === 'production';
  const faults = [
    ...(isProduction ? unsafe(it) : []),
    ...unusableMpesa(it),
    ...unusableMail(it),
    ...unusableBounds(it),
    ...unusableDatabase(it),
  ];
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
    /** Settings that came with blanks, quotes or invisible characters around them, which were cut off. */
    trimmed,
    /** Settings that have a quote at one end, or an invisible character inside. */
    odd,
    host: it.HOST,
    port: it.PORT,
    /** Absolute. */
    dataDir: path.resolve(it.DATA_DIR),
    /** Null: the embedded database in `dataDir`. */
    databaseUrl: it.DATABASE_URL ?? null,
    databasePool: it.DATABASE_POOL,
    /** Connections of reads for everybody, beside those. */
    databaseReadPool: it.DATABASE_READ_POOL,
    /** Behind a pooler in transaction mode, where no session is the shop's own. */
    isDatabasePooled: it.DATABASE_POOLER === 'on',
    backup: {
      /** Absolute. */
      dir: path.resolve(it.BACKUP_DIR ?? path.join(it.DATA_DIR, 'backups')),
      /** Of the day in Kenya; null: no backup by itself. */
      hour: it.BACKUP_HOUR ?? null,
      days: it.BACKUP_DAYS,
    },
    /** For how long what names shoppers is kept where nothing open needs it (Data Protection Act). */
    keep: {
      /** Bodies of M-Pesa's callbacks, with phones in them. */
      messagesMs: it.KEEP_MESSAGES_DAYS * DAY,
      /** What happened to an order that is over. */
      eventsMs: it.KEEP_EVENTS_DAYS * DAY,
      /** Alarms that the desk has settled. */
      alarmsMs: it.KEEP_ALARMS_DAYS * DAY,
      codesMs: it.KEEP_CODES_DAYS * DAY,
    },
    /** What the encoded pictures in the data directory may take. */
    mediaBytes: it.MEDIA_MB * 1_000_000,
    publicOrigin,
    /** Whether shoppers reach us over TLS: HSTS, `__Host-` cookies. */
    isSecure: publicOrigin.startsWith('https:'),
    trustProxy: it.TRUST_PROXY,
    logLevel: it.LOG_LEVEL,
    rateLimitFactor: it.RATE_LIMIT_FACTOR,
    catalogueKeptMs: it.CATALOGUE_KEPT_MS,
    watchdogSeconds: it.WATCHDOG_SECONDS,
    simulators: {
      enabled: Object.values(isSimulated).includes(true),
      /** Nothing here is real: no money, no message. */
      isAll: !Object.values(isSimulated).includes(false),
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
      /** Who is told of what waits for the desk (D29); null: nobody. */
      alertTo: it.ALERT_MAIL ?? null,
    },
    termii: {
      baseUrl:
        it.TERMII_BASE_URL ??
        (isSimulated.termii ? `http://127.0.0.1:${simulatorsPort}/termii` : 'https://v3.api.termii.com'),
      apiKey: it.TERMII_API_KEY ?? SIMULATED_KEY,
      senderId: it.TERMII_SENDER_ID ?? 'Duka',
    },
    mpesa: {
      isSimulated: isSimulated.mpesa,
      baseUrl: it.MPESA_BASE_URL ?? (isSimulated.mpesa ? `http://127.0.0.1:${simulatorsPort}/daraja` : MPESA_SANDBOX),
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
    /** Whether the atlas of the flows is shown under /flows/. */
    hasFlows: it.FLOWS === undefined ? !isProduction : it.FLOWS === 'on',
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
      /** Of one shopper's open orders (D19). */
      bounds: {
        cashOrders: it.COD_MAX_OPEN,
        cashValue: it.COD_MAX_VALUE,
        firstCashValue: it.COD_MAX_VALUE_FIRST,
        unpaidMpesa: it.MPESA_MAX_UNPAID,
        pieces: it.ORDER_MAX_PIECES,
      },
      /** A cash order that the staff leaves alone for so long raises an alarm (D19). */
      untouchedMs: it.COD_UNTOUCHED_HOURS * HOUR,
      /** A paid order that is not sent, and a parcel that is not delivered, for so long raise one each. */
      unsentMs: it.ORDER_UNSENT_HOURS * HOUR,
      undeliveredMs: it.ORDER_UNDELIVERED_DAYS * DAY,
    },
  };
}
