import * as v from 'valibot';
import {
  addresses,
  baseUrl,
  certificate,
  countries,
  day,
  email,
  list,
  seconds,
  shortcode,
  url,
  webUrl,
  whole,
} from './values.ts';

/** API key of the simulator. Production refuses it. */
export const SIMULATED_KEY = 'simulated-termii-key';
/** Credentials of the simulated Daraja. Production refuses the secrets. */
export const SIMULATED_MPESA = {
  consumerKey: 'simulated-consumer-key',
  consumerSecret: 'simulated-consumer-secret',
  shortcode: '174379',
  passkey: 'simulated-passkey',
  payoutShortcode: '600998',
  initiator: {
    name: 'simulated-initiator',
    password: 'simulated-password',
    certificate: [
      '-----BEGIN PUBLIC KEY-----',
      'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsT/yp07OvTZUomznIKKh',
      '6slD0j0zw4NvyanIR4pTUIqn1g2PGgq3FuOEG+L7oUurNh9gypDdxg3xVo2IKl16',
      '13raLLBo1167mLyNZfLSndNcsWGTshwvokwFHcsbjwOXSkjU8UIcBrx1qz5bIVde',
      's+h+NY3nx3sxGGevhvdvErq984tS/lnhbEvysOEvBHOMaHNrjgSZQ4XXBXxiI1pN',
      'vNVwJQge2+ce60eMHAiy5QmKA02+6dQSQ0OcSMHRMzbWlPjLYDaSuDOU61VBmQQl',
      'fj1rRE3Y325tTNXuh8XCivaGaiFuv1Svf1ywuXYatqPxiTLyxsAh7RjSPBJFm+CJ',
      '0wIDAQAB',
      '-----END PUBLIC KEY-----',
      '',
    ].join('\n'),
  },
} as const;
/** Daraja's sandbox, without real money (providers 1.2). */
export const MPESA_SANDBOX = 'https://sandbox.safaricom.co.ke';
/** Client id of the simulated Google. Production refuses it. */
export const SIMULATED_GOOGLE_ID = 'simulated.apps.googleusercontent.com';
/** Default password of the demo account. Production refuses it. */
export const DEFAULT_DEMO_PASSWORD = 'Karibu2026';

/** All settings by environment variable, with their defaults. */
export const Settings = v.object({
  NODE_ENV: v.optional(
    v.picklist(['development', 'production', 'test'], 'must be development, production or test'),
    'development',
  ),
  HOST: v.optional(v.string(), '127.0.0.1'),
  PORT: whole(0, 65_535, '3000'),
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: v.optional(url(['postgres:', 'postgresql:'])),
  DATABASE_POOL: whole(1, 500, '10'),
  DATABASE_READ_POOL: whole(1, 500, '5'),
  /** Whether `DATABASE_URL` points to a pooler in transaction mode (decision 0033). */
  DATABASE_POOLER: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
  /** Backup folder. Defaults to a folder of the data directory. */
  BACKUP_DIR: v.optional(v.string()),
  /** Hour of the nightly backup, in Kenyan time. No backup when unset. */
  BACKUP_HOUR: v.optional(whole(0, 23, '')),
  /** Older backups are removed, except the newest. */
  BACKUP_DAYS: whole(1, 3_650, '14'),
  KEEP_MESSAGES_DAYS: whole(30, 3_650, '180'),
  KEEP_EVENTS_DAYS: whole(30, 3_650, '730'),
  KEEP_ALARMS_DAYS: whole(30, 3_650, '365'),
  KEEP_CODES_DAYS: whole(2, 365, '2'),
  MEDIA_MB: whole(100, 1_000_000, '2000'),
  PUBLIC_ORIGIN: v.optional(webUrl),
  /** Addresses or CIDR blocks whose `X-Forwarded-*` headers are trusted. None by default. */
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
    v.maxValue(1_000_000, 'must be at most 1000000'),
  ),
  /** Maximum age of cached catalogue responses (decision 0018). 0 disables the cache. */
  CATALOGUE_KEPT_MS: whole(0, 1_000, '1000'),
  /** Ends the process when its event loop is blocked for this time. 0 disables the check. */
  WATCHDOG_SECONDS: whole(0, 3_600, '60'),
  SIMULATORS_PORT: v.optional(whole(1, 65_535, '3001')),
  SIMULATORS_MAIL_PORT: v.optional(whole(1, 65_535, '3002')),
  SMTP_HOST: v.optional(v.string()),
  SMTP_PORT: whole(1, 65_535, '587'),
  SMTP_USER: v.optional(v.string()),
  SMTP_PASSWORD: v.optional(v.string()),
  MAIL_FROM: v.optional(email),
  CONTACT_MAIL: v.optional(email),
  /** Recipient of mails about back office items (D29). */
  ALERT_MAIL: v.optional(email),
  TERMII_BASE_URL: v.optional(baseUrl),
  TERMII_API_KEY: v.optional(v.string()),
  TERMII_SENDER_ID: v.optional(
    v.pipe(v.string(), v.minLength(3, 'needs 3 to 11 characters'), v.maxLength(11, 'needs 3 to 11 characters')),
  ),
  MPESA_BASE_URL: v.optional(baseUrl),
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
  MPESA_CALLBACK_ADDRESSES: addresses,
  /** Allows the sandbox in production, to try the shop at its final place. */
  MPESA_SANDBOX: v.optional(v.literal('1', 'must be 1 or not set')),
  MPESA_TIMEOUT_SECONDS: whole(1, 60, '8'),
  MPESA_ANSWER_SECONDS: whole(1, 9, '2'),
  MPESA_RETRY_SECONDS: whole(1, 3600, '120'),
  MPESA_EXPIRE_MINUTES: whole(1, 24 * 60, '10'),
  MPESA_QUERY_SECONDS: seconds('25,70,130,300,600,1800,7200,21600,86400'),
  MPESA_QUERIES_PER_MINUTE: whole(1, 10_000, '5'),
  /** User of M-Pesa's portal who asks for transactions and sends refunds (providers 1.11). */
  MPESA_INITIATOR_NAME: v.optional(v.string()),
  MPESA_INITIATOR_PASSWORD: v.optional(v.string()),
  /** The day on which the password was set. It is valid for 90 days. */
  MPESA_INITIATOR_PASSWORD_DATE: v.optional(day),
  MPESA_CERTIFICATE: v.optional(certificate),
  /** The short code that pays out. */
  MPESA_B2C_SHORTCODE: v.optional(shortcode),
  /** Whether payments by hand are offered, and whether before the prompt (PAY-C1). */
  MPESA_BY_HAND: v.optional(v.picklist(['off', 'second', 'first'], 'must be off, second or first')),
  /** Whether a payment to the account of no open order is refused, where Safaricom asks before it (PAY-C2). */
  MPESA_VALIDATION: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
  /** Whether the short code is also used at a counter. */
  MPESA_COUNTER: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
  /** Whether M-Pesa's transactions are pulled every few hours, after their registration (PAY-T1). */
  MPESA_PULL: v.optional(v.picklist(['on', 'off'], 'must be on or off')),
  MPESA_C2B_VERSION: v.optional(v.picklist(['v1', 'v2'], 'must be v1 or v2'), 'v2'),
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_JWKS_URL: v.optional(webUrl),
  GOOGLE_ISSUERS: v.optional(list('')),
  DEMO_PASSWORD: v.optional(v.string()),
  FLOWS: v.optional(v.picklist(['on', 'off'], 'must be on or off')),
  DEMO_SHOP: v.optional(v.picklist(['on', 'off'], 'must be on or off')),
  SESSION_HOURS: whole(1, 24 * 365, '168'),
  SESSION_IDLE_HOURS: whole(1, 24 * 365, '12'),
  OTP_LIFE_SECONDS: whole(1, 600, '600'),
  OTP_RESEND_SECONDS: whole(0, 3600, '60'),
  OTP_TRIES: whole(1, 10, '5'),
  OTP_VERIFIED_MINUTES: whole(1, 60, '15'),
  OTP_COUNTRIES: countries('254,234,233'),
  SIGN_UP_MINUTES: whole(1, 24 * 60, '15'),
  RESET_LINK_MINUTES: whole(1, 24 * 60, '30'),
  EMAIL_LINK_HOURS: whole(1, 24 * 7, '24'),
  ORDER_HOLD_MINUTES: whole(1, 24 * 60, '30'),
  ORDER_KEY_HOURS: whole(1, 24 * 7, '24'),
  COD_MAX_OPEN: whole(1, 1000, '10'),
  COD_MAX_VALUE: whole(1, 1_000_000_000, '300000'),
  COD_MAX_VALUE_FIRST: whole(1, 1_000_000_000, '100000'),
  COD_UNTOUCHED_HOURS: whole(1, 24 * 365, '48'),
  ORDER_UNSENT_HOURS: whole(1, 24 * 365, '72'),
  /** Names of the riders who carry cash, separated by commas (OWN-P3). */
  RIDERS: list(''),
  ORDER_UNDELIVERED_DAYS: whole(1, 365, '14'),
  MPESA_MAX_UNPAID: whole(1, 1000, '3'),
  /** Above it another owner must approve, whole shillings for all refunds of an order (PAY-F2). */
  REFUND_APPROVAL_LIMIT: whole(0, 1_000_000_000, '10000'),
  ORDER_MAX_PIECES: whole(1, 1_000_000, '50'),
});

/** The settings as given, validated one by one. */
export type ParsedSettings = v.InferOutput<typeof Settings>;
