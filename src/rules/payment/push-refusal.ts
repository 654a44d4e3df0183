import { mpesaPhone } from '../../../contract/rules/mpesa-phone.ts';
import { failedCall } from '../failure.ts';

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
  /** The wait is of this phone alone: another one works at once (D25). */
  readonly otherPhone: boolean;
  /** The account's own phone as digits, where a prompt to it works at once (D25); null where none is offered. */
  readonly ownPhone: string | null;
}

/**
 * Reads the `data` of a failed call. A 409 says what holds of the order, a 429 what holds of the phone; only well-formed
 * values are believed.
 */
export function pushRefusal(error: unknown): PushRefusal {
  const { retryAfter, orderStatus, proof } = dataOf(error, 409);
  const { otherPhone, ownPhone } = dataOf(error, 429);
  return {
    retryAfter:
      typeof retryAfter === 'number' && retryAfter > 0 && Number.isFinite(retryAfter) ? Math.ceil(retryAfter) : null,
    orderStatus: typeof orderStatus === 'string' && orderStatus !== '' ? orderStatus : null,
    proof: proof === true,
    otherPhone: otherPhone === true,
    ownPhone: typeof ownPhone === 'string' ? mpesaPhone(ownPhone) : null,
  };
}

function dataOf(error: unknown, ofStatus: number): Record<string, unknown> {
  const { status, data } = failedCall(error);
  return status === ofStatus && typeof data === 'object' && data !== null ? { ...data } : {};
}
