import { ENDPOINTS } from '../../contract/areas.ts';
import type { Endpoint } from '../../contract/endpoint.ts';

/** The calls of the contract, found by what a case says of them. The pages of the atlas load this in a browser, too. */

/** The endpoint of `PUT /auth/addresses/a1`; undefined where the contract has none. */
export function endpointOf(call: string): Endpoint | undefined {
  const [method = '', address = ''] = call.split(' ');
  const place = address.replace(/\?.*$/, '');
  const isIt = (one: Endpoint) =>
    one.method === method && new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(place);
  return ENDPOINTS.find((one) => one.method === method && one.path === place) ?? ENDPOINTS.find(isIt);
}

/** The address of a call with its parameters by their names, and the fields that its body cannot be without. */
export function contractOf(call: string): { readonly address: string; readonly fields: readonly string[] } | null {
  const found = endpointOf(call);
  if (found === undefined) return null;
  return { address: found.path.replaceAll(/:(\w+)/g, '{$1}'), fields: fieldsOf(found) };
}

/** The fields without which the server refuses the body of a call. */
function fieldsOf({ method, path, request }: Endpoint): readonly string[] {
  if (method === 'GET' || !('entries' in request)) return [];
  const entries = Object.entries(request.entries as Readonly<Record<string, { readonly type: string }>>);
  const isInPath = (name: string) => path.split('/').includes(`:${name}`);
  return entries.flatMap(([name, { type }]) => (isInPath(name) || LEFT_OUT.has(type) ? [] : [name]));
}

/** Types of fields that a request may leave out. */
const LEFT_OUT: ReadonlySet<string> = new Set(['optional', 'exact_optional', 'undefinedable', 'nullish']);
