const CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // The server is read-only: a replica, or a former primary. A new connection finds the primary.
  '25006',
]);
/** The disk is full or unavailable, memory is used up, or a database limit is reached. */
const SHORT_OF_ROOM = new Set(['53000', '53100', '53200', '53400', '58030']);

/** Returns the SQLSTATE or socket code of a database error, including wrapped ones, or `null`. */
export function databaseCode(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && /^(?:[0-9A-Z]{5}|E[A-Z_]+)$/.test(at.code)) return at.code;
  }
  return null;
}

/** Returns whether the connection failed, so that the statement may not have run. */
export function isConnectionLoss(error: unknown): boolean {
  const code = databaseCode(error);
  if (code !== null) return CONNECTION.has(code) || code.startsWith('08');
  return isTimeout(error) || hasMessage(error, /connection terminated|connection error/i);
}

/** Returns whether the database is unavailable for all statements. An immediate retry would not help. */
export function isUnavailable(error: unknown): boolean {
  return isConnectionLoss(error) || isTimeout(error) || SHORT_OF_ROOM.has(databaseCode(error) ?? '');
}

/** Returns whether the database was too slow to answer or connect. An immediate retry would make it slower. */
export function isTimeout(error: unknown): boolean {
  return (
    databaseCode(error) === '57014' || hasMessage(error, /timeout exceeded when trying to connect|query read timeout/i)
  );
}

function hasMessage(error: unknown, words: RegExp): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (words.test(at.message)) return true;
  }
  return false;
}

/** Returns whether a retry can succeed: serialization failure or deadlock. */
export function isRetryable(error: unknown): boolean {
  const code = databaseCode(error);
  return code === '40001' || code === '40P01';
}
