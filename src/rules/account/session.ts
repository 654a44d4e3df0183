import type { Access } from '../../../contract/endpoint.ts';
import type { User } from '../../../contract/user.ts';

/** The part of the session snapshot that the rest of the shop uses: tags and tokens. */
export interface SessionSnapshot {
  readonly hasTag: (tag: 'loading' | 'signedIn' | 'signedOut' | 'leaving') => boolean;
  readonly context: Tokens & { readonly user: User | null };
}

interface Tokens {
  readonly token: string | null;
  readonly adminToken: string | null;
}

/** `leaving`: the customer has logged out, and the login page is loading (A25). */
export type SessionStatus = 'loading' | 'signedIn' | 'signedOut' | 'leaving';

/** Returns the status for protected pages. A logout leaves the page unchanged. */
export function getSessionStatus(session: SessionSnapshot): SessionStatus {
  if (session.hasTag('loading')) return 'loading';
  if (session.hasTag('leaving')) return 'leaving';
  return session.hasTag('signedOut') ? 'signedOut' : 'signedIn';
}

/** Returns whether no customer is logged in any more. Excludes a logout, which leaves the page itself (A25). */
export function hasEnded(session: SessionSnapshot): boolean {
  return session.hasTag('signedOut') && !session.hasTag('leaving');
}

/** Returns the id of the signed-in shopper, or `null` for a guest and during a logout. */
export function getShopperId(session: SessionSnapshot): string | null {
  return getSignedInUser(session)?._id ?? null;
}

/** Returns the name of the signed-in shopper, or `null` for a guest and during a logout. */
export function getShopperName(session: SessionSnapshot): string | null {
  return getSignedInUser(session)?.name ?? null;
}

/** Returns the signed-in shopper, or `null` for a guest and during a logout. */
export function getSignedInUser(session: SessionSnapshot): User | null {
  return session.hasTag('signedIn') ? session.context.user : null;
}

/** Returns the token for a call, or `null`: the staff token for admin calls, the customer token for all others (§6). */
export function getTokenFor(access: Access, { token, adminToken }: Tokens): string | null {
  return access === 'admin' ? adminToken : token;
}
