// @engine postgres
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../support/server.ts';
import { payingShop } from '../payments/mpesa-steps.ts';
import { apiCalls, getFields, type ApiCall, type RequestSchema } from './api-calls.ts';
import { FIELD_BOUNDS } from './field-bounds.ts';
import { oneOfEach } from './one-of-each.ts';

/** Tests each bound of each contract field through the real routes: accepts the bound and rejects the next value. */

type Bound = 'maxLength' | 'minimum' | 'maximum';
const BOUNDS = ['maxLength', 'minimum', 'maximum'] as const;
/** The message for a value that the contract's schema rejects. */
const REFUSED = 'Invalid value';

let shop: TestApp;
let world: Awaited<ReturnType<typeof oneOfEach>>;
let staffToken: string;
let calls: readonly ApiCall[];

beforeAll(async () => {
  shop = await payingShop({ env: { RATE_LIMIT_FACTOR: '100000' } });
  world = await oneOfEach(shop);
  staffToken = (await shop.signInStaff()).token;
  calls = await apiCalls(shop);
});
afterAll(() => shop.close());

const getBounds = (schema: RequestSchema) =>
  BOUNDS.flatMap((bound) => (schema[bound] === undefined ? [] : [{ bound, most: schema[bound] }]));

function textOfLength(length: number, field: string): string {
  if (!field.endsWith('email')) return 'a'.repeat(length);
  // A domain label has at most 63 letters.
  const host = Array.from({ length: length - 5 }, (_, at) => (at % 50 === 20 ? '.' : 'b')).join('');
  return `a@${host}.ke`;
}

function valuesAt(bound: Bound, most: number, field: string): { readonly at: unknown; readonly beyond: unknown } {
  if (bound === 'maxLength') return { at: textOfLength(most, field), beyond: textOfLength(most + 1, field) };
  return { at: most, beyond: bound === 'maximum' ? most + 1 : most - 1 };
}

/** Sends a call with one field set, and returns the error of that field. */
async function readSay(call: ApiCall, field: string, value: unknown): Promise<string | undefined> {
  const parameter = call.parameters.find(({ name }) => name === field);
  const path = parameter?.in === 'path' ? call.path.replace(`:${field}`, encodeURIComponent(String(value))) : call.path;
  const query = parameter?.in === 'query' ? `?${new URLSearchParams({ [field]: String(value) }).toString()}` : '';
  const token = call.path.startsWith('/admin/') ? staffToken : await world.sessionOf(world.A);
  const body = parameter === undefined ? withField(world.bodies[call.name] ?? {}, field.split('.'), value) : undefined;
  const response = await shop.app.inject({
    method: call.method,
    url: `/api${world.pathOf(path)}${query}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { payload: body }),
  });
  const { fields = {} } = response.json<{ fields?: Record<string, string> }>();
  return fields[field.replaceAll('[]', '.0')];
}

function withField(whole: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const key = name.replace('[]', '');
  const before: unknown = (whole as Record<string, unknown>)[key];
  const one: unknown = name.endsWith('[]') && Array.isArray(before) ? before[0] : before;
  const inner = rest.length === 0 ? value : withField(typeof one === 'object' && one !== null ? one : {}, rest, value);
  return { ...whole, [key]: name.endsWith('[]') ? [inner] : inner };
}

test('H7: the fields have exactly these bounds', () => {
  const found = calls.flatMap((call) =>
    getFields(call).flatMap(({ field, schema }) =>
      getBounds(schema).map(({ bound, most }) => `${call.name} ${field} ${bound} ${most}`),
    ),
  );
  expect(found.sort()).toEqual([...FIELD_BOUNDS].sort());
});

test.each(FIELD_BOUNDS)('H7: accepts the bound and rejects the value beyond it: %s', async (row) => {
  const [, name = '', field = '', bound = '', most = ''] =
    /^(\w+ \S+) (\S+) (maxLength|minimum|maximum) (\S+)$/.exec(row) ?? [];
  const call = calls.find((one) => one.name === name);
  if (call === undefined) throw new Error(`no call ${name}`);
  const { at, beyond } = valuesAt(bound as Bound, Number(most), field);
  expect(await readSay(call, field, at)).not.toBe(REFUSED);
  expect(await readSay(call, field, beyond)).toBe(REFUSED);
});
