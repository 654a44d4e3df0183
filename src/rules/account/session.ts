import type { Access } from '../../../contract/endpoint.ts';
import type { User } from '../../../contract/user.ts';

/** What the rest of the shop goes by of the session's machine: its tags and its tokens. */
export interface SessionNow {
  readonly hasTag: (tag: 'loading' | 'signedIn' | 'signedOut' | 'leaving') => boolean;
  readonly context: Tokens & { readonly user: User | null };
}

interface Tokens {
  readonly token: string | null;
  readonly adminToken: string | null;
}

/** `leaving`: logged out, and the login page is being loaded afresh (A25). */
export type SessionStatus = 'loading' | 'signedIn' | 'signedOut' | 'leaving';

/** What protected pages need to know; while logging out the page stays as it is. */
export function sessionStatus(session: SessionNow): SessionStatus {
  if (session.hasTag('loading')) return 'loading';
  if (session.hasTag('leaving')) return 'leaving';
  return session.hasTag('signedOut') ? 'signedOut' : 'signedIn';
}

/** Whether nobody is logged in any more; a logout leaves the page by itself (A25). */
export function hasEnded(session: SessionNow): boolean {
  return session.hasTag('signedOut') && !session.hasTag('leaving');
}

/** The id of the shopper who is signed in, null for nobody; somebody who is logging out counts as nobody. */
export function shopperOf(session: SessionNow): string | null {
  return signedInUser(session)?._id ?? null;
}

/** The name of the shopper who is signed in, null for nobody; somebody who is logging out counts as nobody. */
export function shopperNameOf(session: SessionNow): string | null {
  return signedInUser(session)?.name ?? null;
}

/** The shopper who is signed in, null for nobody; somebody who is logging out counts as nobody. */
export function signedInUser(session: SessionNow): User | null {
  return session.hasTag('signedIn') ? session.context.user : null;
}

/** The token that a call carries, null for none: the staff's calls the staff's, all others the customer's (§6). */
export function tokenFor(access: Access, { token, adminToken }: Tokens): string | null {
  return access === 'admin' ? adminToken : token;
}
