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

/** The browser that asks: its address, and the cookies and the token that it carries. */
export interface Asker {
  readonly ip: string;
  /** Of its flow (D1). */
  readonly flow: string | null;
  /** Of a browser that logged in before (D26). */
  readonly browser: string | null;
  readonly bearer: string | null;
}
