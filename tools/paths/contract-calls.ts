import { ENDPOINTS } from '../../contract/areas.ts';
import type { Endpoint } from '../../contract/endpoint.ts';

/** Finds calls of the contract by a case's words. Pages of the atlas load this module in a browser too. */

/** Returns the endpoint of e.g. `PUT /auth/addresses/a1`; `undefined` when the contract has none. */
export function findEndpoint(call: string): Endpoint | undefined {
  const [method = '', address = ''] = call.split(' ');
  const place = address.replace(/\?.*$/, '');
  const isIt = (one: Endpoint) =>
    one.method === method && new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(place);
  return ENDPOINTS.find((one) => one.method === method && one.path === place) ?? ENDPOINTS.find(isIt);
}

/** Returns the address of a call with parameter names, and the required fields of its body. */
export function findContract(call: string): { readonly address: string; readonly fields: readonly string[] } | null {
  const found = findEndpoint(call);
  if (found === undefined) return null;
  return { address: found.path.replaceAll(/:(\w+)/g, '{$1}'), fields: getRequiredFields(found) };
}

/** Returns the fields without which the server rejects the body of a call. */
function getRequiredFields({ method, path, request }: Endpoint): readonly string[] {
  if (method === 'GET' || !('entries' in request)) return [];
  const entries = Object.entries(request.entries as Readonly<Record<string, { readonly type: string }>>);
  const isInPath = (name: string) => path.split('/').includes(`:${name}`);
  return entries.flatMap(([name, { type }]) => (isInPath(name) || LEFT_OUT.has(type) ? [] : [name]));
}

/** Types of optional fields in a request. */
const LEFT_OUT: ReadonlySet<string> = new Set(['optional', 'exact_optional', 'undefinedable', 'nullish']);
