import type * as v from 'valibot';

export type Schema = v.GenericSchema<unknown, unknown>;

/**
 * Who may call: anybody, a signed-in customer, or staff, whose tokens are of another kind. A route that declares none
 * does not boot. `customer` and `admin` answer 401 for a missing or invalid token and nothing else does (D14).
 */
export type Access = 'public' | 'customer' | 'admin';

/** What somebody of the staff may do; an owner may do everything (H1). */
export const ROLES = ['owner', 'catalogue', 'orders'] as const;
export type Role = (typeof ROLES)[number];

/**
 * One call of the API as both sides see it (§7). The client fills `path` and sends the rest of the
 * request as query (GET) or JSON body; the server parses the same fields with the same schema.
 */
export interface Endpoint<Request extends Schema = Schema, Reply extends Schema = Schema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base `/api`, with `:name` parameters. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** Who of the staff may call; said by every call of access `admin` and by no other. */
  readonly roles?: readonly Role[];
  readonly request: Request;
  /** The whole body of a 2xx answer, envelope included. */
  readonly reply: Reply;
}

export function endpoint<
  Request extends Schema,
  Reply extends Schema,
  const Who extends Access,
  const Path extends Endpoint['path'],
>(
  it: Endpoint<Request, Reply> & { readonly access: Who; readonly path: Path },
): Endpoint<Request, Reply> & { readonly access: Who; readonly path: Path } {
  return it;
}

/** Splits a request into the filled path and the fields that are left for query or body. */
export function fillPath(
  path: string,
  request: Readonly<Record<string, unknown>>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...request };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path: filled, rest };
}

/** Names one call with its arguments, independent of key order; the page data of a document is kept under it. */
export function callKey(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  request: Readonly<Record<string, unknown>>,
): string {
  const { path: filled, rest } = fillPath(path, request);
  const query = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .sort();
  return `${method} ${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
