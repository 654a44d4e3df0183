import fc from 'fast-check';
import { foreignKey, hostileText, noObject } from '../accounts/hostile.ts';
import type { ApiCall, RequestSchema } from './api-calls.ts';
import { nasty, places, type Json } from './nasty-json.ts';

/** Values that the shop knows, by field name. Ids are listed under `ids`. */
export type Known = ReadonlyMap<string, readonly unknown[]>;

export interface FuzzedRequest {
  readonly method: ApiCall['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body. Many of them cannot be built by a client. */
  readonly payload?: string;
}

/** JSON text that is wrong for almost any field. */
const wrong = fc.oneof(nasty, hostileText);

/** The same for a part of an address, also with invalid encodings. */
const nastyInUrl = fc.oneof(
  fc.constantFrom('%', '%zz', '%00', '%ed%a0%80', '%ff', '..%2f..', '+', '&&', '%F0%9F%98%80', 'a'.repeat(400)),
  wrong.map((json) => encodeURIComponent(Buffer.from(json.slice(0, 600)).toString())),
);

const someKey = fc.constantFrom('__proto__', 'constructor', 'toString', 'RAM', 'spec.RAM', 'a[b]', '', 'utm_source');

/** Generates values that fit a schema, often known ones. */
function fitting(schema: RequestSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((it) => fitting(it, name, known)));
  const { minimum = -1_000, maximum = 20_000_000, maxLength = 60, minItems = 0, maxItems = 4 } = schema;
  const own = (isId: boolean) => known.get(isId ? 'ids' : name) ?? [];
  const orKnown = (arbitrary: fc.Arbitrary<unknown>, isId = false) =>
    own(isId).length === 0 ? arbitrary : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...own(isId)) }, arbitrary);
  switch (schema.type) {
    case 'string':
      return schema.format === 'uuid'
        ? orKnown(fc.uuid({ version: 4 }), true)
        : orKnown(fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 300) }));
    case 'integer':
      return orKnown(fc.integer({ min: minimum, max: maximum }));
    case 'number':
      return orKnown(fc.double({ min: minimum, max: maximum, noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, name, known), {
        minLength: minItems,
        maxLength: Math.min(maxItems, 4),
      });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([field, it]) => [field, fitting(it, field, known)]),
        ),
        { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true },
      );
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Generates bodies as text that fit the schema or nearly fit it. */
function getBody(schema: RequestSchema, known: Known, example: object | undefined): fc.Arbitrary<string> {
  const made = fitting(schema, '', known);
  const fits = (example === undefined ? made : fc.oneof(made, fc.constant(example))).map(
    (value) => JSON.parse(JSON.stringify(value)) as Json,
  );
  const at = fc.nat(1_000);
  const spoilt = fc.tuple(fits, at, wrong).map(([value, n, json]) => {
    const all = places(value);
    const place = all[n % all.length];
    return `${place?.before ?? ''}${json}${place?.after ?? ''}`;
  });
  const lacking = fc.tuple(fits, at).map(([value, n]) => {
    const entries = Object.entries(value ?? {});
    return JSON.stringify(Object.fromEntries(entries.filter((_, index) => index !== n % entries.length)));
  });
  // Adds a field again with another value, or an unknown field.
  const withMore = fc.tuple(fits, fc.oneof(foreignKey, wrong), at).map(([value, more, n]) => {
    const text = JSON.stringify(value);
    const field = Object.keys(value ?? {})[n % 8];
    return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${more.includes(':') ? more : `"${field ?? 'x'}":${more}`}}`;
  });
  return fc.oneof(
    { weight: 4, arbitrary: fits.map((value) => JSON.stringify(value)) },
    { weight: 6, arbitrary: spoilt },
    { weight: 2, arbitrary: lacking },
    { weight: 2, arbitrary: withMore },
    { weight: 1, arbitrary: noObject },
    { weight: 1, arbitrary: fc.constantFrom(`"${'x'.repeat(300_000)}"`, `{"x":[${'1,'.repeat(50_000)}1]}`) },
  );
}

/** Generates requests of one call from its schema or a body example, with valid and invalid parameters and headers. */
export function getRequests(
  { method, path, parameters, body }: ApiCall,
  known: Known,
  example?: object,
): fc.Arbitrary<FuzzedRequest> {
  const inPath = parameters.filter((it) => it.in === 'path');
  const inQuery = parameters.filter((it) => it.in === 'query' && it.name !== 'others');
  const getText = (it: (typeof parameters)[number]) =>
    fc.oneof(
      {
        weight: 3,
        arbitrary: fitting(it.schema, it.name, known).map((value) => encodeURIComponent(wellFormed(value))),
      },
      { weight: 1, arbitrary: nastyInUrl },
    );
  const url = fc
    .tuple(
      fc.tuple(...inPath.map(getText)),
      fc.array(getPair(inQuery, getText), { maxLength: method === 'GET' ? 5 : 1 }),
    )
    .map(([texts, pairs]) => {
      const filled = inPath.reduce((left, { name }, at) => left.replace(`:${name}`, () => texts[at] ?? ''), path);
      return `/api${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
    });
  const type = fc.constantFrom(...Array<string>(20).fill('application/json'), 'text/plain', 'application/xml', 'x');
  const key = fc.option(fc.oneof(fc.uuid(), fc.constantFrom('K1', 'x'.repeat(300), 'é', ' ')), { freq: 1 });
  const payload = body === null ? fc.constantFrom('', '{}', '{"x":1}', '[]') : getBody(body, known, example);
  return fc.record({ url, type, key, payload }).map((it) => ({
    method,
    url: it.url,
    headers: {
      ...(method !== 'GET' && { 'content-type': it.type }),
      ...(it.key !== null && { 'idempotency-key': it.key }),
    },
    ...(method !== 'GET' && { payload: it.payload }),
  }));
}

function getPair(
  inQuery: ApiCall['parameters'],
  textOf: (it: ApiCall['parameters'][number]) => fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const foreign = fc.tuple(someKey, nastyInUrl).map(([name, text]) => `${encodeURIComponent(name)}=${text}`);
  if (inQuery.length === 0) return foreign;
  const own = fc.oneof(...inQuery.map((it) => textOf(it).map((text) => `${it.name}=${text}`)));
  return fc.oneof({ weight: 5, arbitrary: own }, foreign);
}

/** Replaces lone surrogates, which an address cannot encode. */
const wellFormed = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toString();
