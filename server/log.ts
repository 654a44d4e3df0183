import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { databaseCode } from './db/errors.ts';

export type { Logger };

const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'passwordHash',
  'credential',
  'pin',
  'pinId',
  'pin_id',
  'token',
  'tokenHash',
  'verificationToken',
  'api_key',
  'apiKey',
  'Password',
  'passkey',
];
const PHONES = ['phone', 'msisdn', 'to', 'phoneNumber', 'recipientPhone'];

/** `254712345678` → `254712***678`; anything shorter disappears. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length >= 9 ? `${digits.slice(0, 6)}***${digits.slice(-3)}` : '***';
}

/** Longer addresses are nobody's who means well, and must not fill the disk. */
const LONGEST_URL = 500;

/**
 * An address without what it must not show: secrets in paths, and the values of a query (D15). It is read as the router
 * reads it, so that no other spelling of a path gets a secret past.
 */
export function safeUrl(url: string): string {
  const shown = withoutValues(url);
  return shown.length > LONGEST_URL ? `${shown.slice(0, LONGEST_URL)}…` : shown;
}

function withoutValues(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const hidden = decoded(path)
    .replace(/(\/auth\/+reset-password\/+).+/i, '$1***')
    .replace(/(\/mpesa\/callback\/[^/]+\/)[^/]+/, '$1***')
    .replace(/(\/orders\/by-key\/)[^/]+/, '$1***');
  if (query === undefined) return hidden;
  return `${hidden}?${query.split('&').map(safePair).join('&')}`;
}

function safePair(pair: string): string {
  const [name = '', value] = pair.split('=', 2);
  return value !== undefined && /(?:token|phone|email|credential|key|code)$/i.test(decoded(name))
    ? `${name}=***`
    : pair;
}

/** What cannot be decoded leads nowhere and stays as it came. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What of an error may be logged: never the parameters of a statement, which hold names and phones. */
function errorOf(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = databaseCode(error);
  // Of data that does not fit (class 22) or meets a constraint (23) the database quotes the value itself.
  const isQuery = 'query' in error || 'params' in error || ('severity' in error && /^2[23]/.test(code ?? ''));
  return {
    type: error.name,
    message: isQuery ? `query failed: ${code ?? 'unknown'}` : error.message,
    ...(code !== null && { code }),
    stack: isQuery ? undefined : error.stack,
    ...(error.cause !== undefined && { cause: errorOf(error.cause) }),
  };
}

const HIDE: ReadonlyMap<string, (text: string) => string> = new Map([
  ...SECRETS.map((name) => [name, () => '***'] as const),
  ...PHONES.map((name) => [name, maskPhone] as const),
  ['email', (text) => `***${text.slice(text.lastIndexOf('@'))}`],
]);
/** What is logged is flatter than this; the rest would be a loop, or nobody's to read. */
const DEEPEST = 5;

/** A copy without secrets of what is plain: what has a class is written by its serializer. */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return depth < DEEPEST ? value.map((one) => withoutSecrets(one, depth + 1)) : '***';
  if (typeof value !== 'object' || value === null) return value;
  const kind: unknown = Object.getPrototypeOf(value);
  if (kind !== Object.prototype && kind !== null) return value;
  if (depth >= DEEPEST) return '***';
  const copy: Record<string, unknown> = {};
  for (const [name, its] of Object.entries(value)) {
    const hide = HIDE.get(name);
    if (hide === undefined) copy[name] = withoutSecrets(its, depth + 1);
    else copy[name] = typeof its === 'string' ? hide(its) : '***';
  }
  return copy;
}

/** Structured logs (H14) without secrets; phones keep their ends, e-mail addresses only their domain. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorOf, error: errorOf },
      // The library's own redaction, by paths, takes longer for one line than a kept answer takes as a whole.
      formatters: { log: (fields) => withoutSecrets(fields) as Record<string, unknown> },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}
