export interface ProviderAnswer {
  readonly status: number;
  /** `undefined` when the body is not JSON. */
  readonly body: unknown;
  /** From the `Retry-After` header. `null` when it is missing. */
  readonly retryAfterMs: number | null;
  /** From the `Cache-Control` header. `null` when it has no `max-age`. */
  readonly maxAgeMs: number | null;
}

/**
 * A provider did not answer. `wasSent` is false when there was no connection, so that the request cannot have arrived.
 */
export class NoAnswerError extends Error {
  readonly wasSent: boolean;

  constructor(cause: unknown) {
    const code = getErrorCode(cause);
    super(`no answer: ${code ?? (cause instanceof Error ? cause.name : 'unknown')}`, { cause });
    this.name = 'NoAnswerError';
    this.wasSent = code === null || !NEVER_CONNECTED.has(code);
  }
}

/**
 * Makes one HTTP call to a provider and returns any status and body. Throws `NoAnswerError`, also when `signal` aborts.
 */
export async function callProvider(
  url: URL,
  {
    method,
    headers,
    body,
    signal,
  }: {
    readonly method: 'GET' | 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly signal: AbortSignal;
  },
): Promise<ProviderAnswer> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal,
    });
    return {
      status: response.status,
      body: parseJson(await response.text()),
      retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
      maxAgeMs: parseMaxAge(response.headers.get('cache-control')),
    };
  } catch (cause) {
    throw new NoAnswerError(cause);
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses whole seconds. Ignores the date format, because the clocks differ. */
function parseRetryAfter(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;
}

function parseMaxAge(cacheControl: string | null): number | null {
  return parseRetryAfter(/(?:^|[\s,])max-age=(\d+)/.exec(cacheControl ?? '')?.[1] ?? null);
}

const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Returns the error code of the network, e.g. `ECONNRESET`. `null` for timeouts and similar errors. */
function getErrorCode(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : null;
}
