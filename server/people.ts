import type { Role } from '../contract/endpoint.ts';

/** The signed-in customer of a request. */
export interface CurrentUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Names the session row, for logout. */
  readonly tokenHash: string;
}

/** Who of the staff has sent a request. */
export interface CurrentStaff {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}
