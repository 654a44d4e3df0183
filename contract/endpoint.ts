import type * as v from 'valibot';

export type Schema = v.GenericSchema<unknown, unknown>;

/**
 * Access level: everyone, a signed-in customer, or staff with a separate kind of token. A route without one prevents
 * the start. Only `customer` and `admin` return 401, for a missing or invalid token (D14).
 */
export type Access = 'public' | 'customer' | 'admin';

/** Roles of the staff. An owner may do everything (H1). */
export const ROLES = ['owner', 'catalogue', 'orders'] as const;
export type Role = (typeof ROLES)[number];

/**
 * An API call, shared by both sides (§7). The client fills `path` and sends the other fields as query (GET) or JSON
 * body. The server parses the same fields with the same schema.
 */
export interface Endpoint<Request extends Schema = Schema, Reply extends Schema = Schema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path after the base `/api`, with `:name` parameters. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** Allowed staff roles. Required for access `admin`, otherwise not allowed. */
  readonly roles?: readonly Role[];
  readonly request: Request;
  /** Body of a 2xx response, with its envelope. */
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

/** Returns the filled path, and the remaining fields for query or body. */
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

/**
 * Returns the key of a call with its arguments, independent of the key order. Identifies the page data in a document.
 */
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
