import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '../../contract/endpoint.ts';

/** The calls of the contract, found by what a case says of them. */

// From the top of the project, as scripts and tests are started.
const files = readdirSync('contract').filter((file) => file.endsWith('.ts'));
const modules = await Promise.all(files.map(async (file) => (await import(path.resolve('contract', file))) as object));
const endpoints = modules.flatMap((one) => Object.values(one).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'reply' in value && 'path' in value && 'method' in value;
}

/** The endpoint of `PUT /auth/addresses/a1`; undefined where the contract has none. */
export function endpointOf(call: string): Endpoint | undefined {
  const [method = '', address = ''] = call.split(' ');
  const place = address.replace(/\?.*$/, '');
  const isIt = (one: Endpoint) =>
    one.method === method && new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(place);
  return endpoints.find((one) => one.method === method && one.path === place) ?? endpoints.find(isIt);
}

/** The fields without which the server refuses the body of a call. */
export function fieldsOf(call: string): readonly string[] {
  const found = endpointOf(call);
  if (found === undefined || found.method === 'GET' || !('entries' in found.request)) return [];
  const entries = Object.entries(found.request.entries as Readonly<Record<string, { readonly type: string }>>);
  const isInPath = (name: string) => found.path.split('/').includes(`:${name}`);
  return entries.flatMap(([name, { type }]) => (isInPath(name) || LEFT_OUT.has(type) ? [] : [name]));
}

/** Types of fields that a request may leave out. */
const LEFT_OUT: ReadonlySet<string> = new Set(['optional', 'exact_optional', 'undefinedable', 'nullish']);
