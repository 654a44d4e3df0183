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
  // It only reads: a replica, or what was the primary until a moment ago. Another connection finds the right one.
  '25006',
]);
/** The disk is full or does not answer, memory is used up, a limit of the database is met. */
const SHORT_OF_ROOM = new Set(['53000', '53100', '53200', '53400', '58030']);

/** The SQLSTATE or socket code of a database error, looked up through the query layer's wrapping; null when none. */
export function databaseCode(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && /^(?:[0-9A-Z]{5}|E[A-Z_]+)$/.test(at.code)) return at.code;
  }
  return null;
}

/** True when the database could not be reached or hung up, so that the statement may not have run. */
export function isConnectionLoss(error: unknown): boolean {
  const code = databaseCode(error);
  if (code !== null) return CONNECTION.has(code) || code.startsWith('08');
  return isTimeout(error) || says(error, /connection terminated|connection error/i);
}

/** True when the database cannot work for now, whatever it is asked; asking again at once would not help. */
export function isUnavailable(error: unknown): boolean {
  return isConnectionLoss(error) || isTimeout(error) || SHORT_OF_ROOM.has(databaseCode(error) ?? '');
}

/**
 * True when the database was too slow to answer or to take a connection: asking again at once would only make it
 * slower.
 */
export function isTimeout(error: unknown): boolean {
  return databaseCode(error) === '57014' || says(error, /timeout exceeded when trying to connect|query read timeout/i);
}

function says(error: unknown, words: RegExp): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (words.test(at.message)) return true;
  }
  return false;
}

/** True for a lost race that succeeds when tried again: serialization failure or deadlock. */
export function isRetryable(error: unknown): boolean {
  const code = databaseCode(error);
  return code === '40001' || code === '40P01';
}
