import type * as v from 'valibot';
import type { Endpoint, Schema } from '../../contract/endpoint.ts';
import type { CurrentStaff, CurrentUser } from '../people.ts';

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

/** How an answer that is kept is made: of what was asked, and of nothing else. */
export interface Kept {
  /** What of a parsed request makes a difference, in one form: the answer is kept under it (X57). */
  readonly asked: (request: never) => Promise<object>;
  readonly answer: (asked: never) => Promise<unknown>;
  /** Whether it has to be counted anew, so that each address may ask for a few only (D24). */
  readonly isDear: (asked: never) => boolean;
}

/** One endpoint with the function that answers it; `server/http/mount.ts` makes a route of it. */
export interface Handler<It extends Endpoint = Endpoint> {
  readonly endpoint: It;
  readonly handle: (request: never, call: never) => Promise<unknown>;
  /** Where the answer is the same for everybody and may be a second old (decision 0018). */
  readonly kept?: Kept;
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

/**
 * As `handler`, for a public GET whose answer may be kept for a second. `asked` says what of the request makes a difference;
 * `answer` knows nothing else, so the answer is right for all who ask for the same.
 */
export function keptHandler<
  Request extends Schema,
  Reply extends Schema,
  It extends Endpoint<Request, Reply>,
  Asked extends object,
>(
  endpoint: It & Endpoint<Request, Reply> & { readonly access: 'public' },
  asked: (request: v.InferOutput<Request>) => Asked | Promise<Asked>,
  answer: (asked: Asked) => Promise<v.InferInput<Reply>>,
  isDear: (asked: Asked) => boolean = () => false,
): Handler {
  if (endpoint.method !== 'GET') throw new Error(`${endpoint.method} ${endpoint.path} changes something`);
  const kept = { asked: async (request: v.InferOutput<Request>) => asked(request), answer, isDear };
  const handle = async (request: v.InferOutput<Request>) => answer(await asked(request));
  return { endpoint, handle: handle as Handler['handle'], kept: kept as Kept };
}
