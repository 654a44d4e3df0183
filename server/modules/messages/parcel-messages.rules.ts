import { createHash } from 'node:crypto';
import type { OrderId } from '../../../contract/fields.ts';
import { GRACE_MS } from '../../../contract/rules/grace.ts';
import type { ParcelState } from '../../machines/parcel.types.ts';
import type { MessageSubject } from './order-messages.texts.ts';

/** Returns the hash of a collection code. It includes the order, so that equal codes have different hashes. */
export function hashCollectionCode(orderId: OrderId, code: string): string {
  return createHash('sha256').update(`${orderId} ${code}`).digest('hex');
}

export const COLLECTION_CODE_DIGITS = 6;

interface ParcelFacts {
  readonly parcel: ParcelState;
  readonly parcelAt: Date | null;
  readonly collectUntil: Date | null;
  readonly hasCode: boolean;
}

const REMINDERS: readonly MessageSubject[] = ['reminder', 'lastReminder'];
/** States in which the buyer may come with the code. */
export const WITH_CODE: readonly ParcelState[] = ['ready', 'refused', 'uncollected'];

/**
 * Returns how long a message about a pickup waits, in milliseconds: 0 to send it now, `null` when it is out of date. It
 * waits while a correction may bring the state back in which it is needed (OWN-P4).
 */
export function getParcelWait(
  about: MessageSubject,
  { parcel, parcelAt, collectUntil, hasCode }: ParcelFacts,
  now: Date,
): number | null {
  if (about !== 'ready' && !REMINDERS.includes(about)) return 0;
  const isNeeded =
    about === 'ready'
      ? hasCode && WITH_CODE.includes(parcel)
      : parcel === 'ready' && collectUntil !== null && now < collectUntil;
  if (isNeeded) return 0;
  const left = (parcelAt?.getTime() ?? 0) + GRACE_MS - now.getTime();
  return left > 0 && parcel !== 'ready' ? left : null;
}
