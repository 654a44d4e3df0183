import type * as v from 'valibot';
import type { Endpoint, Schema } from '../../contract/endpoint.ts';
import type { CurrentStaff, CurrentUser } from '../people.ts';

/** Properties of the HTTP request for handlers, besides its parsed fields. */
export interface Call<
  User extends CurrentUser | null = CurrentUser | null,
  Staff extends CurrentStaff | null = CurrentStaff | null,
> {
  readonly user: User;
  readonly staff: Staff;
  readonly ip: string;
  readonly requestId: string;
  /** Header `Idempotency-Key`, or `null`. */
  readonly idempotencyKey: string | null;
  /** HttpOnly flow cookie that binds a sign-up to its browser (D1), or `null`. */
  readonly flow: string | null;
  /** Secret whose SHA-256 is the nonce of Google's credentials (providers 1.9), or `null`. */
  readonly nonce: string | null;
  /** HttpOnly cookie of a browser that logged in or signed up before (D26), or `null`. */
  readonly browser: string | null;
  /** Customer token, also for calls that need none, or `null`. */
  readonly bearer: string | null;
  /** Same as `browser`, for staff logins. */
  readonly staffBrowser: string | null;
  setFlow(value: string): void;
  setBrowser(value: string): void;
  setStaffBrowser(value: string): void;
}

/** Computes a cacheable response from the normalised request alone. */
export interface CachedAnswer {
  /**
   * Returns the relevant part of a parsed request in a normalised form, which is the cache key (X57). A promise when it
   * depends on the database; otherwise it is the same for all equal URLs.
   */
  readonly toRequest: (request: never) => object | Promise<object>;
  readonly answer: (asked: never) => Promise<unknown>;
  /** Returns whether the request is expensive, so that a lower limit per address applies (D24). */
  readonly isExpensive: (asked: never) => boolean;
}

/** An endpoint with its function. `server/http/mount.ts` creates the route. */
export interface Handler<It extends Endpoint = Endpoint> {
  readonly endpoint: It;
  readonly handle: (request: never, call: never) => Promise<unknown>;
  /** Set when the response is the same for all callers and may be a second old (decision 0018). */
  readonly kept?: CachedAnswer;
  /** Whether clients poll the call, so that it has its own rate limit (D24). */
  readonly isPolled?: boolean;
}

/** Combines an endpoint with a function of the matching types. */
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
 * Same as `handler`, for a public GET whose response may be cached for a second. `asked` normalises the request.
 * `answer` gets nothing else, so that the response is valid for all equal requests.
 */
export function cachedHandler<
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
  const kept = { toRequest: asked, answer, isExpensive: isDear };
  const handle = async (request: v.InferOutput<Request>) => answer(await asked(request));
  return { endpoint, handle: handle as Handler['handle'], kept: kept as CachedAnswer };
}
