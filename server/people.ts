import type { Role } from '../contract/endpoint.ts';
import * as texts from './common.texts.ts';
import { Refusal } from './refusal.ts';

/** The signed-in customer of a request. */
export interface CurrentUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Identifies the session row, for the logout. */
  readonly tokenHash: string;
}

/** The staff member of a request. */
export interface CurrentStaff {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** Throws `Refusal` `forbidden` without one of the roles (H1). */
export function assertRole({ role }: CurrentStaff, roles: readonly Role[]): void {
  if (!roles.includes(role)) throw new Refusal('forbidden', texts.roleForbids);
}

/** The browser of a request: its IP address, cookies and token. */
export interface Caller {
  readonly ip: string;
  /** Flow cookie (D1). */
  readonly flow: string | null;
  /** Cookie of a browser that logged in before (D26). */
  readonly browser: string | null;
  readonly bearer: string | null;
}
