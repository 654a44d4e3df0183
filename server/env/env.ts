import path from 'node:path';
import * as v from 'valibot';
import { shop } from '../../contract/shop.config.ts';
import { findUnsafeSettings, findLimitFaults, findDatabaseFaults, findMailFaults, findMpesaFaults } from './faults.ts';
import {
  DEFAULT_DEMO_PASSWORD,
  MPESA_SANDBOX,
  Settings,
  SIMULATED_GOOGLE_ID,
  SIMULATED_KEY,
  SIMULATED_MPESA,
  type ParsedSettings,
} from './settings.ts';
import type { Initiator } from '../providers/daraja-account.ts';
import { cleanText, hasInvisible } from './text.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Safaricom's limit for the initiator's password (providers 1.11). */
const PASSWORD_DAYS = 90;

export type Env = ReturnType<typeof readEnv>;

/** Invalid settings that prevent the start. One line per fault, without the values. */
export class EnvError extends Error {
  constructor(faults: readonly string[]) {
    super(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'EnvError';
  }
}

/**
 * Reads and checks all settings. The only reader of `process.env`. Empty values count as unset. Throws `EnvError` with
 * all faults. Production requires real providers and no default secrets (H16, CVE-2023-46943).
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env) {
  const named = Object.keys(Settings.entries).map((name) => [name, source[name] ?? ''] as const);
  const given = Object.fromEntries(
    named.map(([name, value]) => [name, cleanText(value)] as const).filter(([, value]) => value !== ''),
  );
  const trimmed = named.filter(([name, value]) => name in given && given[name] !== value).map(([name]) => name);
  // The text of a certificate has line ends.
  const odd = Object.keys(given).filter((name) => name !== 'MPESA_CERTIFICATE' && hasInvisible(given[name] ?? ''));
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
    ...(isProduction ? findUnsafeSettings(it) : []),
    ...findMpesaFaults(it),
    ...findMailFaults(it),
    ...findLimitFaults(it),
    ...findDatabaseFaults(it),
  ];
  if (faults.length > 0) throw new EnvError(faults);
  const simulatorsPort = it.SIMULATORS_PORT ?? it.PORT + 1;
  /** Providers without a key are simulated. */
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
    /** Settings whose surrounding spaces, quotes or invisible characters were removed. */
    trimmed,
    /** Settings with a quote at one end, or an invisible character inside. */
    odd,
    host: it.HOST,
    port: it.PORT,
    /** Absolute path. */
    dataDir: path.resolve(it.DATA_DIR),
    /** `null`: the embedded database in `dataDir`. */
    databaseUrl: it.DATABASE_URL ?? null,
    databasePool: it.DATABASE_POOL,
    /** Separate connections for public reads. */
    databaseReadPool: it.DATABASE_READ_POOL,
    /** Whether a pooler in transaction mode is used, so that sessions are shared. */
    isDatabasePooled: it.DATABASE_POOLER === 'on',
    backup: {
      /** Absolute path. */
      dir: path.resolve(it.BACKUP_DIR ?? path.join(it.DATA_DIR, 'backups')),
      /** Hour of the day in Kenya. `null`: no automatic backup. */
      hour: it.BACKUP_HOUR ?? null,
      days: it.BACKUP_DAYS,
    },
    /** Retention of personal data that nothing open needs (Data Protection Act). */
    keep: {
      /** Bodies of M-Pesa callbacks, which contain phone numbers. */
      messagesMs: it.KEEP_MESSAGES_DAYS * DAY,
      /** Events of finished orders. */
      eventsMs: it.KEEP_EVENTS_DAYS * DAY,
      /** Settled alarms. */
      alarmsMs: it.KEEP_ALARMS_DAYS * DAY,
      codesMs: it.KEEP_CODES_DAYS * DAY,
    },
    /** Maximum size of the encoded pictures in the data directory. */
    mediaBytes: it.MEDIA_MB * 1_000_000,
    publicOrigin,
    /** Whether shoppers use TLS. Enables HSTS and `__Host-` cookies. */
    isSecure: publicOrigin.startsWith('https:'),
    trustProxy: it.TRUST_PROXY,
    logLevel: it.LOG_LEVEL,
    rateLimitFactor: it.RATE_LIMIT_FACTOR,
    catalogueKeptMs: it.CATALOGUE_KEPT_MS,
    watchdogSeconds: it.WATCHDOG_SECONDS,
    simulators: {
      enabled: Object.values(isSimulated).includes(true),
      /** All providers are simulated, so there is no real money and no real message. */
      isAll: !Object.values(isSimulated).includes(false),
      port: simulatorsPort,
      mailPort: simulatorsMailPort,
    },
    mail: {
      host: it.SMTP_HOST ?? '127.0.0.1',
      port: isSimulated.mail ? simulatorsMailPort : it.SMTP_PORT,
      /** `null`: the simulator, without a login. */
      login: isSimulated.mail ? null : { user: it.SMTP_USER ?? '', password: it.SMTP_PASSWORD ?? '' },
      from: { name: shop.name, address: it.MAIL_FROM ?? shop.email },
      /** Recipient of contact messages (A22). */
      contactTo: it.CONTACT_MAIL ?? shop.email,
      /** Recipient of mails about back office items (D29). `null`: none. */
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
      /** Till number, or the paybill. */
      partyB: it.MPESA_PARTY_B ?? it.MPESA_SHORTCODE ?? SIMULATED_MPESA.shortcode,
      /** Origin for Daraja's callbacks: `<origin>/api/mpesa/callback/…`. The simulators call this process directly. */
      callbackOrigin: new URL(
        it.MPESA_CALLBACK_ORIGIN ?? (isSimulated.mpesa ? `http://127.0.0.1:${it.PORT}` : publicOrigin),
      ).origin,
      /** Allowed callback addresses. Empty: any address with the attempt's secret (D7). */
      callbackAddresses: it.MPESA_CALLBACK_ADDRESSES,
      /** Timeout of a request to Daraja. */
      timeoutMs: it.MPESA_TIMEOUT_SECONDS * SECOND,
      /** Maximum time that the shopper waits for Daraja's reply (D10). */
      answerMs: it.MPESA_ANSWER_SECONDS * SECOND,
      /** Time for which an unanswered prompt blocks the next one (D8). */
      retryMs: it.MPESA_RETRY_SECONDS * SECOND,
      /** Time after which an unanswered attempt expires (Q14). */
      expireMs: it.MPESA_EXPIRE_MINUTES * MINUTE,
      /** Delays of the status queries after the push (D7). */
      queryMs: it.MPESA_QUERY_SECONDS.map((after) => after * SECOND),
      /** Limit for all processes together (D7). */
      queriesPerMinute: it.MPESA_QUERIES_PER_MINUTE,
      /** The user of M-Pesa's portal who asks for transactions and sends refunds. Without one these calls are refused (`not-set`). */
      initiator: readInitiator(it, isSimulated.mpesa),
      /** When the initiator's password ends. `null`: not known. */
      passwordEndsAt:
        it.MPESA_INITIATOR_PASSWORD_DATE === undefined
          ? null
          : new Date(it.MPESA_INITIATOR_PASSWORD_DATE.getTime() + PASSWORD_DAYS * DAY),
      /** The short code that pays refunds by B2C. `null`: none. */
      payoutShortcode: it.MPESA_B2C_SHORTCODE ?? (isSimulated.mpesa ? SIMULATED_MPESA.payoutShortcode : null),
      /** How payments by hand are offered. Off without registered addresses, which only a real shop needs. */
      byHand: it.MPESA_BY_HAND ?? (isSimulated.mpesa ? 'second' : 'off'),
      validates: it.MPESA_VALIDATION === 'on',
      isCounter: it.MPESA_COUNTER === 'on',
      pulls: (it.MPESA_PULL ?? (isSimulated.mpesa ? 'on' : 'off')) === 'on',
      /** Version of the addresses for payments by hand. */
      c2bVersion: it.MPESA_C2B_VERSION,
      /** Shown by the M-PESA app that scans a QR code. */
      merchantName: shop.name,
    },
    google: {
      /** `null`: no sign-in with Google. */
      clientId: it.GOOGLE_CLIENT_ID ?? (isSimulated.google ? SIMULATED_GOOGLE_ID : null),
      jwksUrl: it.GOOGLE_JWKS_URL ?? `${simulatedGoogle ?? 'https://www.googleapis.com'}/oauth2/v3/certs`,
      /** Google uses both spellings (providers 1.9). */
      issuers: it.GOOGLE_ISSUERS ?? ['https://accounts.google.com', 'accounts.google.com'],
      /** Base URL of Google's script and windows. */
      scripts: isSimulated.google
        ? `http://localhost:${simulatorsPort}/google/gsi/`
        : 'https://accounts.google.com/gsi/',
      /** Base URL of simulated profile pictures. `null` for Google's own. */
      simulatedPictures: simulatedGoogle === null ? null : `${simulatedGoogle}/a/`,
    },
    /** Whether `/flows/` serves the atlas. */
    hasFlows: it.FLOWS === undefined ? !isProduction : it.FLOWS === 'on',
    /** Whether the seeds of the demo shop run (H19). */
    seedDemo: it.DEMO_SHOP === undefined ? !isProduction : it.DEMO_SHOP === 'on',
    /** `null`: no demo account. */
    demoPassword: it.DEMO_PASSWORD ?? (isProduction ? null : DEFAULT_DEMO_PASSWORD),
    session: {
      /** From the login on (D13). */
      lifeMs: it.SESSION_HOURS * HOUR,
      /** After the last use, for a session without "remember me" (A24). */
      idleMs: it.SESSION_IDLE_HOURS * HOUR,
    },
    otp: {
      lifeMs: it.OTP_LIFE_SECONDS * SECOND,
      resendMs: it.OTP_RESEND_SECONDS * SECOND,
      /** Per code (D4). */
      tries: it.OTP_TRIES,
      /** Time in which a verified code can complete an account (D1). */
      verifiedMs: it.OTP_VERIFIED_MINUTES * MINUTE,
      /** Country codes for SMS (D3). */
      countries: it.OTP_COUNTRIES,
      /** Lifetime of a sign-up or phone change with an unverified phone. */
      signUpMs: it.SIGN_UP_MINUTES * MINUTE,
    },
    links: {
      /** Password reset link (D15). */
      resetMs: it.RESET_LINK_MINUTES * MINUTE,
      /** E-mail confirmation link (D22). */
      emailMs: it.EMAIL_LINK_HOURS * HOUR,
    },
    refunds: {
      /** All refunds of an order above it need a second person, whole shillings (PAY-F2). */
      approvalLimit: it.REFUND_APPROVAL_LIMIT,
    },
    orders: {
      /** Time for which an unpaid M-Pesa order holds its stock (D12). */
      holdMs: it.ORDER_HOLD_MINUTES * MINUTE,
      /** Lifetime of idempotency keys. */
      keyMs: it.ORDER_KEY_HOURS * HOUR,
      /** Limits for one shopper's open orders (D19). */
      bounds: {
        cashOrders: it.COD_MAX_OPEN,
        cashValue: it.COD_MAX_VALUE,
        firstCashValue: it.COD_MAX_VALUE_FIRST,
        unpaidMpesa: it.MPESA_MAX_UNPAID,
        pieces: it.ORDER_MAX_PIECES,
      },
      /** Age at which a cash order that the staff has not handled raises an alarm (D19). */
      untouchedMs: it.COD_UNTOUCHED_HOURS * HOUR,
      /** Age at which a paid order that was not sent, and a parcel that was not delivered, raises an alarm. */
      unsentMs: it.ORDER_UNSENT_HOURS * HOUR,
      undeliveredMs: it.ORDER_UNDELIVERED_DAYS * DAY,
      riders: it.RIDERS,
    },
  };
}

/** Returns `null` when M-Pesa is real and has no initiator. */
function readInitiator(it: ParsedSettings, isSimulated: boolean): Initiator | null {
  const { MPESA_INITIATOR_NAME: name, MPESA_INITIATOR_PASSWORD: password, MPESA_CERTIFICATE } = it;
  if (isSimulated) {
    const { initiator } = SIMULATED_MPESA;
    return {
      name: name ?? initiator.name,
      password: password ?? initiator.password,
      certificate: MPESA_CERTIFICATE ?? initiator.certificate,
    };
  }
  return name === undefined || password === undefined || MPESA_CERTIFICATE === undefined
    ? null
    : { name, password, certificate: MPESA_CERTIFICATE };
}
