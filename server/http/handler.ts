import type * as v from 'valibot';
import type { Endpoint, Role, Schema } from '../../contract/endpoint.ts';

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

/** What a handler may know of the HTTP request beside its parsed fields. */
export interface Call<
  User extends CurrentUser | null = CurrentUser | null,
  Staff extends CurrentStaff | null = CurrentStaff | null,
> {
  readonly user: User;
  readonly staff: Staff;
  readonly ip: string;
  readonly requestId: string;
  /** Header `Idempotency-Key`, null when missing. */
  readonly idempotencyKey: string | null;
  /** The HttpOnly flow cookie that binds a sign-up to its browser (D1), null when missing. */
  readonly flow: string | null;
  /** The secret whose sha256 the page puts into Google's credentials (providers 1.9), null when missing. */
  readonly nonce: string | null;
  /** The HttpOnly cookie of a browser that logged in or signed up before (D26), null when missing. */
  readonly browser: string | null;
  /** The customer's token, also where the call needs none; null when missing. */
  readonly bearer: string | null;
  /** As `browser`, of the staff's login. */
  readonly staffBrowser: string | null;
  setFlow(value: string): void;
  setBrowser(value: string): void;
  setStaffBrowser(value: string): void;
}

/** One endpoint with the function that answers it; `server/http/mount.ts` makes a route of it. */
export interface Handler<It extends Endpoint = Endpoint> {
  readonly endpoint: It;
  readonly handle: (request: never, call: never) => Promise<unknown>;
  /** The answer is the same for everybody and may be a second old (decision 0018). */
  readonly isKept?: boolean;
  /** Its calls are asked for again and again, and are counted by themselves (D24). */
  readonly isPolled?: boolean;
}

/** Ties a function to its endpoint with the endpoint's own types. */
export function handler<Request extends Schema, Reply extends Schema, It extends Endpoint<Request, Reply>>(
  endpoint: It & Endpoint<Request, Reply>,
  handle: (
    request: v.InferOutput<Request>,
    call: Call<
      It['access'] extends 'customer' ? CurrentUser : CurrentUser | null,
      It['access'] extends 'admin' ? CurrentStaff : CurrentStaff | null
    >,
  ) => Promise<v.InferInput<Reply>>,
): Handler {
  return { endpoint, handle: handle as Handler['handle'] };
}

/** As `handler`, for a public GET whose answer may be kept for a second. */
export function keptHandler<Request extends Schema, Reply extends Schema, It extends Endpoint<Request, Reply>>(
  endpoint: It & Endpoint<Request, Reply> & { readonly access: 'public' },
  handle: (request: v.InferOutput<Request>) => Promise<v.InferInput<Reply>>,
): Handler {
  if (endpoint.method !== 'GET') throw new Error(`${endpoint.method} ${endpoint.path} changes something`);
  return { endpoint, handle: handle as Handler['handle'], isKept: true };
}
