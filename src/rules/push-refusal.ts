import { failedCall } from './failure.ts';

/** What a refusal of payments says beside its words (contract/mpesa.ts), as machines read it. */
export interface PushRefusal {
  /** Seconds until the same phone may be asked again (D8); null where the server names no time. */
  readonly retryAfter: number | null;
  /**
   * Status of an order that cannot be paid, changed or replaced any more, e.g. `cancelled`; null where it says none.
   */
  readonly orderStatus: string | null;
  /** A code has to prove the phone first (D25). */
  readonly proof: boolean;
}

/** Reads the `data` of a failed call; only a 409 says such things, and only well-formed ones are believed. */
export function pushRefusal(error: unknown): PushRefusal {
  const { status, data } = failedCall(error);
  const said: Record<string, unknown> = status === 409 && typeof data === 'object' && data !== null ? { ...data } : {};
  const { retryAfter, orderStatus, proof } = said;
  return {
    retryAfter:
      typeof retryAfter === 'number' && retryAfter > 0 && Number.isFinite(retryAfter) ? Math.ceil(retryAfter) : null,
    orderStatus: typeof orderStatus === 'string' && orderStatus !== '' ? orderStatus : null,
    proof: proof === true,
  };
}
