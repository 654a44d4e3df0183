import { toMpesaPhone } from '../../../contract/rules/mpesa-phone.ts';
import { toFailedCall } from '../failure.ts';

/** Data of a refused payment besides its message, as machines read it (contract/mpesa.ts). */
export interface PushRefusal {
  /** Seconds until the same phone may be prompted again (D8); `null` when the server names no time. */
  readonly retryAfter: number | null;
  /**
   * Status of an order that can no longer be paid, changed or replaced, e.g. `cancelled`; `null` when there is none.
   */
  readonly orderStatus: string | null;
  /** The phone must first be proved with a code (D25). */
  readonly proof: boolean;
  /** Only this phone has to wait; another one works immediately (D25). */
  readonly otherPhone: boolean;
  /** Ways to pay while M-Pesa sends no prompts, the surest one first (PAY-M2); `null` when prompts work. */
  readonly ways: readonly string[] | null;
  /** By hand goes on: a part of the order is paid, or a payment or a receipt of it is being checked (PAY-C5, PAY-S2). */
  readonly isByHand: boolean;
  /** The account's own phone as digits, if a prompt to it works immediately (D25); `null` when none is offered. */
  readonly ownPhone: string | null;
}

/** Parses the `data` of a failed call. A 409 describes the order, a 429 the phone. Ignores malformed values. */
export function parsePushRefusal(error: unknown): PushRefusal {
  const { retryAfter, orderStatus, proof, ways, due, checking } = getRefusalData(error, 409);
  const { otherPhone, ownPhone } = getRefusalData(error, 429);
  return {
    retryAfter:
      typeof retryAfter === 'number' && retryAfter > 0 && Number.isFinite(retryAfter) ? Math.ceil(retryAfter) : null,
    orderStatus: typeof orderStatus === 'string' && orderStatus !== '' ? orderStatus : null,
    proof: proof === true,
    otherPhone: otherPhone === true,
    ways: Array.isArray(ways) ? ways.filter((way) => typeof way === 'string') : null,
    isByHand: typeof due === 'number' || checking === true,
    ownPhone: typeof ownPhone === 'string' ? toMpesaPhone(ownPhone) : null,
  };
}

function getRefusalData(error: unknown, ofStatus: number): Record<string, unknown> {
  const { status, data } = toFailedCall(error);
  return status === ofStatus && typeof data === 'object' && data !== null ? { ...data } : {};
}
