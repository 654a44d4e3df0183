import net from 'node:net';
import {
  DEFAULT_DEMO_PASSWORD,
  MPESA_SANDBOX,
  SIMULATED_GOOGLE_ID,
  SIMULATED_KEY,
  SIMULATED_MPESA,
} from './settings.ts';
import { LIMITS } from '../limits/limits.ts';
import { isPrivateAddress } from '../limits/private-addresses.ts';
import type { ParsedSettings } from './settings.ts';
import type { Env } from './env.ts';

/** Checks combinations of settings that are valid individually. One sentence per fault, without the values. */

/** Host names that public DNS does not resolve. */
const INTERNAL_NAME = /^[^.]+$|\.(?:local|localhost|internal|lan|home|test)$/;

/** A higher factor would disable the limits (D30). */
const MOST_RATE_LIMIT_FACTOR = 10;

/** Returns what production forbids: missing providers, simulators and published secrets. */
export function findUnsafeSettings(it: ParsedSettings): readonly string[] {
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
    if (it[name] !== undefined) faults.push(`${name} is not allowed in production: only Google may sign in shoppers`);
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
  if (it.MPESA_INITIATOR_PASSWORD === SIMULATED_MPESA.initiator.password)
    faults.push('MPESA_INITIATOR_PASSWORD is the simulator’s');
  if (it.MPESA_CERTIFICATE === SIMULATED_MPESA.initiator.certificate)
    faults.push('MPESA_CERTIFICATE is the simulator’s');
  if (it.DEMO_PASSWORD === DEFAULT_DEMO_PASSWORD) faults.push('DEMO_PASSWORD is the published default');
  if (it.RATE_LIMIT_FACTOR > MOST_RATE_LIMIT_FACTOR)
    faults.push(`RATE_LIMIT_FACTOR must be at most ${MOST_RATE_LIMIT_FACTOR} in production`);
  if (it.MPESA_SANDBOX === undefined) {
    if (it.MPESA_BASE_URL !== undefined && isSandbox(it.MPESA_BASE_URL))
      faults.push('MPESA_BASE_URL is the sandbox, which moves no real money. MPESA_SANDBOX=1 allows it');
    if (it.MPESA_SHORTCODE === SIMULATED_MPESA.shortcode)
      faults.push('MPESA_SHORTCODE is the sandbox’s, which moves no real money. MPESA_SANDBOX=1 allows it');
  }
  if (it.MPESA_CALLBACK_ADDRESSES.length > 0 && it.TRUST_PROXY.length === 0)
    faults.push('MPESA_CALLBACK_ADDRESSES needs TRUST_PROXY in production: every callback comes from the proxy');
  return faults;
}

/** The real Daraja needs all of its settings or none, and accepts only https callback URLs (providers 1.2). */
export function findMpesaFaults(it: ParsedSettings): readonly string[] {
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
  const ofInitiator = ['MPESA_INITIATOR_NAME', 'MPESA_INITIATOR_PASSWORD', 'MPESA_CERTIFICATE'] as const;
  const given = ofInitiator.find((name) => it[name] !== undefined);
  for (const name of ofInitiator)
    if (given !== undefined && it[name] === undefined) faults.push(`${name} is needed with ${given}`);
  // A test shop must not take real money (D30).
  const base = it.MPESA_BASE_URL ?? MPESA_SANDBOX;
  if (it.NODE_ENV !== 'production' && !isSandbox(base) && !isLoopback(base))
    faults.push(`MPESA_BASE_URL must be ${MPESA_SANDBOX} outside production`);
  return faults;
}

/** Real mail requires a login, and passwords are sent only over TLS (providers 1.10). */
export function findMailFaults(it: ParsedSettings): readonly string[] {
  if (it.SMTP_HOST === undefined) return [];
  return (['SMTP_USER', 'SMTP_PASSWORD'] as const)
    .filter((name) => it[name] === undefined)
    .map((name) => `${name} is needed with SMTP_HOST`);
}

/** The limit for a first order must not exceed the general one (D19). */
export function findLimitFaults({ COD_MAX_VALUE, COD_MAX_VALUE_FIRST }: ParsedSettings): readonly string[] {
  return COD_MAX_VALUE_FIRST > COD_MAX_VALUE ? ['COD_MAX_VALUE_FIRST must be at most COD_MAX_VALUE'] : [];
}

export function findDatabaseFaults({ DATABASE_POOLER, DATABASE_URL }: ParsedSettings): readonly string[] {
  const isAlone = DATABASE_POOLER === 'on' && DATABASE_URL === undefined;
  return isAlone ? ['DATABASE_POOLER needs DATABASE_URL: the embedded database has no pooler'] : [];
}

function isSandbox(address: string): boolean {
  return new URL(address).hostname === new URL(MPESA_SANDBOX).hostname;
}

function isLoopback(address: string): boolean {
  return isLoopbackHost(new URL(address).hostname);
}

function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0|\[?::\]?)$/.test(host);
}

/** Returns warnings for the log, one line each: settings that allow the start but will harm shoppers or the owner. */
export function findWarnings({
  isProduction,
  isSecure,
  trustProxy,
  backup,
  trimmed,
  odd,
  mail,
  mpesa,
}: Pick<
  Env,
  'isProduction' | 'isSecure' | 'trustProxy' | 'backup' | 'trimmed' | 'odd' | 'mail' | 'mpesa'
>): readonly string[] {
  const isBlind = isProduction && isSecure && trustProxy.length === 0;
  return [
    ...(isBlind
      ? [
          `TRUST_PROXY is not set: behind the proxy that ends TLS all shoppers share one address and its limits, e.g. ${LIMITS.codes.most} codes an hour`,
        ]
      : []),
    ...(isProduction && backup.hour === null ? ['BACKUP_HOUR is not set: only npm run backup makes backups'] : []),
    ...(isProduction && mail.alertTo === null
      ? ['ALERT_MAIL is not set: no mail reports what waits in the back office. npm run back-office lists it']
      : []),
    ...trimmed.map((name) => `${name} has surrounding spaces, quotes or invisible characters, which were removed`),
    ...odd.map((name) => `${name} has a quote at one end, or an invisible character inside`),
    ...(mpesa.isSimulated
      ? []
      : [...findReceiverWarning(mpesa), ...findCallbackWarning(mpesa), ...findInitiatorWarning(mpesa)]),
  ];
}

/** A short code and a transaction type that rarely match. A wrong pair makes every push fail (PAY-M1). */
function findReceiverWarning({
  transactionType,
  partyB,
  shortcode,
}: Pick<Env['mpesa'], 'transactionType' | 'partyB' | 'shortcode'>): readonly string[] {
  const isTill = transactionType === 'CustomerBuyGoodsOnline';
  if (isTill && partyB === shortcode)
    return ['MPESA_PARTY_B equals MPESA_SHORTCODE: for CustomerBuyGoodsOnline it is usually the number of the till'];
  if (!isTill && partyB !== shortcode)
    return ['MPESA_PARTY_B differs from MPESA_SHORTCODE: for CustomerPayBillOnline it is usually the paybill again'];
  return [];
}

/** M-Pesa cannot call private networks, and refuses its own names in some URLs (providers 1.2). */
function findCallbackWarning({ callbackOrigin }: Pick<Env['mpesa'], 'callbackOrigin'>): readonly string[] {
  const host = new URL(callbackOrigin).hostname.replaceAll(/^\[|\]$/g, '');
  const isPrivate = net.isIP(host) === 0 ? INTERNAL_NAME.test(host) : isPrivateAddress(host);
  return [
    ...(isPrivate ? ['MPESA_CALLBACK_ORIGIN is an address of a private network, which M-Pesa cannot call'] : []),
    ...(/mpesa|safaricom/.test(host)
      ? ['MPESA_CALLBACK_ORIGIN has the word mpesa or safaricom in it, which M-Pesa may refuse']
      : []),
  ];
}

/** Without the date nothing warns before Safaricom refuses the password (PAY-F4). */
function findInitiatorWarning({
  initiator,
  passwordEndsAt,
}: Pick<Env['mpesa'], 'initiator' | 'passwordEndsAt'>): readonly string[] {
  return initiator === null || passwordEndsAt !== null
    ? []
    : ['MPESA_INITIATOR_PASSWORD_DATE is not set: no warning comes before the password ends after 90 days'];
}
