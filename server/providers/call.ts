export interface ProviderAnswer {
  readonly status: number;
  /** Undefined where the body is no JSON. */
  readonly body: unknown;
  /** From the header Retry-After, null when there is none. */
  readonly retryAfterMs: number | null;
  /** From the header Cache-Control, null when it names no age. */
  readonly maxAgeMs: number | null;
}

/**
 * A provider that did not answer. `wasSent` is false when no connection was made, so that nothing can have reached it.
 */
export class NoAnswer extends Error {
  readonly wasSent: boolean;

  constructor(cause: unknown) {
    const code = codeOf(cause);
    super(`no answer: ${code ?? (cause instanceof Error ? cause.name : 'unknown')}`, { cause });
    this.name = 'NoAnswer';
    this.wasSent = code === null || !NEVER_CONNECTED.has(code);
  }
}

/** One HTTP call of a provider, whatever status or body comes back. Throws NoAnswer, also when `signal` ends it. */
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
      body: jsonOrNothing(await response.text()),
      retryAfterMs: millisecondsOf(response.headers.get('retry-after')),
      maxAgeMs: maxAgeOf(response.headers.get('cache-control')),
    };
  } catch (cause) {
    throw new NoAnswer(cause);
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whole seconds; the form with a date is of no use to a server with its own clock. */
function millisecondsOf(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;
}

function maxAgeOf(cacheControl: string | null): number | null {
  return millisecondsOf(/(?:^|[\s,])max-age=(\d+)/.exec(cacheControl ?? '')?.[1] ?? null);
}

const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** What the network said, e.g. ECONNRESET; null for time-outs and the like. */
function codeOf(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : null;
}
