import { strippedPhone } from '../../../contract/rules/phone.ts';
import { isWhole, jsonIn } from '../stored.ts';

/** How long a sign-up waits for its code, ms, as at the server (D1). */
const SIGN_UP_LIFETIME_MS = 900_000;

export interface SentCode {
  readonly pinId: string;
  /** Server time of the answer, epoch ms. */
  readonly sentAt: number;
}

/** A sign-up that waits for its code; never the password (X22). */
export interface WaitingSignUp {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/** A code that was sent, as the tab keeps it (X22). */
export interface KeptCode extends SentCode {
  readonly phone: string;
}

/** A sign-up that waits for its code, as the tab keeps it. */
export interface KeptSignUp extends WaitingSignUp {
  /** When the server took it in, epoch ms by the server's clock. */
  readonly at: number;
}

/** Reads the kept code; null where it is missing, unreadable, of another phone or not younger than `usableFor` ms. */
export function keptCode(text: string | null, phone: string, usableFor: number, now: number): KeptCode | null {
  const value = jsonIn(text);
  return isKeptCode(value) && value.phone === phone && isYounger(value.sentAt, usableFor, now) ? value : null;
}

/** A kept sign-up with whether its code still counts. */
export interface FoundSignUp {
  readonly waiting: WaitingSignUp;
  readonly hasCode: boolean;
}

/** Reads the kept sign-up and looks for its code; null where it is missing, unreadable or over. */
export function foundSignUp(
  text: string | null,
  findCode: (phone: string) => KeptCode | null,
  now: number,
): FoundSignUp | null {
  const value = jsonIn(text);
  if (!isKeptSignUp(value) || !isYounger(value.at, SIGN_UP_LIFETIME_MS, now)) return null;
  const { name, email, phone } = value;
  return { waiting: { name, email, phone }, hasCode: findCode(strippedPhone(phone)) !== null };
}

/** A shopper who is signed in has no sign-up to finish. */
export function forGuest(found: FoundSignUp | null, isSignedIn: boolean): FoundSignUp | null {
  return isSignedIn ? null : found;
}

/** The clock may be a little behind what it was before the page was loaded again. */
function isYounger(at: number, than: number, now: number): boolean {
  return Math.abs(now - at) < than;
}

function isKeptCode(value: unknown): value is KeptCode {
  if (typeof value !== 'object' || value === null) return false;
  const { phone, pinId, sentAt } = value as Record<string, unknown>;
  return typeof phone === 'string' && typeof pinId === 'string' && pinId !== '' && isWhole(sentAt, 0);
}

function isKeptSignUp(value: unknown): value is KeptSignUp {
  if (typeof value !== 'object' || value === null) return false;
  const { name, email, phone, at } = value as Record<string, unknown>;
  return [name, email, phone].every((text) => typeof text === 'string') && isWhole(at, 0);
}
