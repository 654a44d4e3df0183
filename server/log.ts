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

/** An address without what it must not show: secrets in paths, and the values of a query (D15). */
export function safeUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const hidden = path
    .replace(/(\/auth\/reset-password\/)[^/]+/, '$1***')
    .replace(/(\/mpesa\/callback\/[^/]+\/)[^/]+/, '$1***')
    .replace(/(\/orders\/by-key\/)[^/]+/, '$1***');
  if (query === undefined) return hidden;
  return `${hidden}?${query.replace(/((?:token|phone|email|credential|key|code)=)[^&]*/gi, '$1***')}`;
}

/** What of an error may be logged: never the parameters of a statement, which hold names and phones. */
function errorOf(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = databaseCode(error);
  const isQuery = 'query' in error || 'params' in error;
  return {
    type: error.name,
    message: isQuery ? `query failed: ${code ?? 'unknown'}` : error.message,
    ...(code !== null && { code }),
    stack: isQuery ? undefined : error.stack,
    ...(error.cause !== undefined && { cause: errorOf(error.cause) }),
  };
}

/** Structured logs (H14) without secrets; phones keep their ends, e-mail addresses only their domain. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const nested = (names: readonly string[]) => names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorOf, error: errorOf },
      redact: {
        paths: [...nested(SECRETS), ...nested(PHONES), ...nested(['email'])],
        censor: (value, path) => {
          const name = path.at(-1) ?? '';
          if (typeof value !== 'string') return '***';
          if (PHONES.includes(name)) return maskPhone(value);
          return name === 'email' ? `***${value.slice(value.lastIndexOf('@'))}` : '***';
        },
      },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}
