import { stripPhone } from '../../../contract/rules/phone.ts';
import { isWholeNumber, parseJson } from '../stored.ts';

/** Lifetime of a sign-up that waits for its code, the same as on the server (D1). Milliseconds. */
const SIGN_UP_LIFETIME_MS = 900_000;

export interface SentCode {
  readonly pinId: string;
  /** Server time of the reply. Epoch ms. */
  readonly sentAt: number;
}

/** A sign-up that waits for its code. It never contains the password (X22). */
export interface PendingSignUp {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/** A sent code as the tab stores it (X22). */
export interface StoredCode extends SentCode {
  readonly phone: string;
}

/** A pending sign-up as the tab stores it. */
export interface StoredSignUp extends PendingSignUp {
  /** Server time when the sign-up was accepted. Epoch ms. */
  readonly at: number;
}

/**
 * Parses the stored code. `null` when it is missing, unreadable, for another phone, or not younger than `usableFor` ms.
 */
export function parseStoredCode(text: string | null, phone: string, usableFor: number, now: number): StoredCode | null {
  const value = parseJson(text);
  return isStoredCode(value) && value.phone === phone && isYounger(value.sentAt, usableFor, now) ? value : null;
}

/** A stored sign-up, with whether its code is still valid. */
export interface RestoredSignUp {
  readonly waiting: PendingSignUp;
  readonly hasCode: boolean;
}

/** Parses the stored sign-up and looks up its code. `null` when it is missing, unreadable or expired. */
export function restoreSignUp(
  text: string | null,
  findCode: (phone: string) => StoredCode | null,
  now: number,
): RestoredSignUp | null {
  const value = parseJson(text);
  if (!isStoredSignUp(value) || !isYounger(value.at, SIGN_UP_LIFETIME_MS, now)) return null;
  const { name, email, phone } = value;
  return { waiting: { name, email, phone }, hasCode: findCode(stripPhone(phone)) !== null };
}

/** Returns the sign-up for guests only: a signed-in shopper has none to finish. */
export function forGuest(found: RestoredSignUp | null, isSignedIn: boolean): RestoredSignUp | null {
  return isSignedIn ? null : found;
}

/** The clock may be slightly earlier than before the page was reloaded. */
function isYounger(at: number, than: number, now: number): boolean {
  return Math.abs(now - at) < than;
}

function isStoredCode(value: unknown): value is StoredCode {
  if (typeof value !== 'object' || value === null) return false;
  const { phone, pinId, sentAt } = value as Record<string, unknown>;
  return typeof phone === 'string' && typeof pinId === 'string' && pinId !== '' && isWholeNumber(sentAt, 0);
}

function isStoredSignUp(value: unknown): value is StoredSignUp {
  if (typeof value !== 'object' || value === null) return false;
  const { name, email, phone, at } = value as Record<string, unknown>;
  return [name, email, phone].every((text) => typeof text === 'string') && isWholeNumber(at, 0);
}
