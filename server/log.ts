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

/** Masks `254712345678` as `254712***678`. Hides shorter numbers completely. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length >= 9 ? `${digits.slice(0, 6)}***${digits.slice(-3)}` : '***';
}

/** No valid URL is longer, and longer ones must not fill the disk. */
const LONGEST_URL = 500;

/**
 * Returns a URL without secrets in its path and query (D15). Decodes the path as the router does, so that no encoding
 * hides a secret.
 */
export function toSafeUrl(url: string): string {
  const shown = removeValues(url);
  return shown.length > LONGEST_URL ? `${shown.slice(0, LONGEST_URL)}…` : shown;
}

function removeValues(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const hidden = decodeOrKeep(path)
    .replace(/(\/auth\/+reset-password\/+).+/i, '$1***')
    .replace(/(\/mpesa\/callback\/[^/]+\/)[^/]+/, '$1***')
    .replace(/(\/api\/money\/[rt]\/)[^/]+/, '$1***')
    .replace(/(\/pay-in\/[^/]+\/)[^/]+/, '$1***')
    .replace(/(\/orders\/by-key\/)[^/]+/, '$1***');
  if (query === undefined) return hidden;
  return `${hidden}?${query.split('&').map(toSafePair).join('&')}`;
}

function toSafePair(pair: string): string {
  const [name = '', value] = pair.split('=', 2);
  return value !== undefined && /(?:token|phone|email|credential|key|code)$/i.test(decodeOrKeep(name))
    ? `${name}=***`
    : pair;
}

/** Returns the text unchanged when it cannot be decoded, because it matches no route. */
function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the loggable part of an error. Never the parameters of a statement, which contain names and phones. */
function toLoggableError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = databaseCode(error);
  // For invalid data (class 22) and constraint violations (class 23) the database quotes the value.
  const isQuery = 'query' in error || 'params' in error || ('severity' in error && /^2[23]/.test(code ?? ''));
  return {
    type: error.name,
    message: isQuery ? `query failed: ${code ?? 'unknown'}` : error.message,
    ...(code !== null && { code }),
    stack: isQuery ? undefined : error.stack,
    ...(error.cause !== undefined && { cause: toLoggableError(error.cause) }),
  };
}

const HIDE: ReadonlyMap<string, (text: string) => string> = new Map([
  ...SECRETS.map((name) => [name, () => '***'] as const),
  ...PHONES.map((name) => [name, maskPhone] as const),
  ['email', (text) => `***${text.slice(text.lastIndexOf('@'))}`],
]);
/** Log fields are not nested deeper. Deeper values would be cycles. */
const DEEPEST = 5;

/** Copies plain values without secrets. Class instances are left to their serializers. */
function removeSecrets(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return depth < DEEPEST ? value.map((one) => removeSecrets(one, depth + 1)) : '***';
  if (typeof value !== 'object' || value === null) return value;
  const kind: unknown = Object.getPrototypeOf(value);
  if (kind !== Object.prototype && kind !== null) return value;
  if (depth >= DEEPEST) return '***';
  const copy: Record<string, unknown> = {};
  for (const [name, its] of Object.entries(value)) {
    const hide = HIDE.get(name);
    if (hide === undefined) copy[name] = removeSecrets(its, depth + 1);
    else copy[name] = typeof its === 'string' ? hide(its) : '***';
  }
  return copy;
}

/** The level of the lines about requests, which come first in number. */
const INFO = '{"level":30,';
const COLLECT_BYTES = 4_096;
const COLLECT_MS = 100;

/**
 * The standard output of a shop that serves requests. Collects lines of the level info for a moment, because a system
 * call per line costs more than a cached reply. A line of any other level is written at once, with those before it.
 */
export function createLogOutput(fd = 1): DestinationStream {
  const output = pino.destination({ dest: fd, sync: true, minLength: COLLECT_BYTES, periodicFlush: COLLECT_MS });
  process.once('exit', () => output.flushSync());
  return {
    write(line) {
      output.write(line);
      if (!line.startsWith(INFO)) output.flushSync();
    },
  };
}

/** Structured logs (H14) without secrets. Phones are masked, e-mails keep only their domain. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: toLoggableError, error: toLoggableError },
      // pino's own path-based redaction takes longer per line than a cached response takes in total.
      formatters: { log: (fields) => removeSecrets(fields) as Record<string, unknown> },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}
