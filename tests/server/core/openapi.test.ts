// @engine postgres
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAddress } from '../../../contract/addresses.ts';
import { getProfile, login, register, sendOtp, verifyOtp } from '../../../contract/auth.ts';
import { checkCart } from '../../../contract/cart.ts';
import { getProduct, getProductBySlug, listCategories, listProducts } from '../../../contract/catalogue.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { openPayment, paymentStatus, stkPush } from '../../../contract/mpesa.ts';
import { createOrder, getOrder, listMyOrders, PAYMENT_METHODS } from '../../../contract/orders.ts';
import { searchPickupStations } from '../../../contract/pickup.ts';
import { addStations } from '../../../demo/seeds/0002-stations.ts';
import { readDemo } from '../../../demo/data.ts';
import { createHandlers } from '../../../server/handlers.ts';
import { mountCallback } from '../../../server/modules/payments/callback.routes.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { getDraft } from '../orders/ordering.ts';
import { PRODUCTION } from './production.ts';

/** Routes under /api that are not calls of the contract, each with the reason why the document omits it. */
const NOT_DESCRIBED: Readonly<Record<string, string>> = {
  'GET /health': 'for whoever runs the shop',
  'GET /ready': 'for whoever runs the shop',
  'POST /mpesa/callback/{attemptId}/{token}': 'only Daraja calls it, with a body of its own',
  'POST /dev/clock': 'only where the simulators are',
  'GET /openapi.json': 'the document itself',
};

interface Operation {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { content: { 'application/json': { schema: AnySchemaObject } } }>>;
}

let shop: TestApp;
let document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, AnySchemaObject>> };
};

let ajv: Ajv2020;

beforeAll(async () => {
  shop = await createTestApp({ extras: (deps, services) => [(app) => mountCallback(app, deps, services)] });
  const response = await shop.app.inject('/api/openapi.json');
  expect(response.statusCode).toBe(200);
  document = response.json();
  // Created per run, because an instance rejects a schema that it already knows.
  ajv = new Ajv2020({ formats: { uuid: true }, strictRequired: false, strictTypes: true });
  ajv.addVocabulary(['x-checks', 'components']).addSchema({ $id: 'document:', components: document.components });
});
afterAll(() => shop.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
function getOperation({ method, path }: Pick<Endpoint, 'method' | 'path'>): Operation {
  const found = operations().find(({ name }) => name === `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found.operation;
}

/** Compiles a schema of the document. Unknown keywords are errors. */
function compile(schema: AnySchemaObject) {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document:#/components/');
  return ajv.compile(JSON.parse(text) as AnySchemaObject);
}

describe('the document', () => {
  test('is OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(document as never)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('has a unique operation id for every call', () => {
    const names = operations().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('describes every route under /api, except those listed here with a reason', () => {
    const described = operations().map(({ name }) => name);
    expect(getRoutes(shop.app.printRoutes({ commonPrefix: false })).sort()).toEqual(
      [...described, ...Object.keys(NOT_DESCRIBED)].sort(),
    );
  });

  test('contains only schemas that compile', () => {
    const schemas = find(document, (it) => ('schema' in it ? [it.schema as AnySchemaObject] : []));
    expect(schemas.length).toBeGreaterThan(100);
    for (const schema of new Set([...schemas, ...Object.values(document.components.schemas)])) compile(schema);
  });

  test('states the access of each call', () => {
    for (const { endpoint } of createHandlers(shop.deps, shop.services)) {
      const { security, responses } = getOperation(endpoint);
      expect(security).toEqual(endpoint.access === 'public' ? [] : [{ [endpoint.access]: [] }]);
      expect('401' in responses).toBe(endpoint.access !== 'public');
    }
  });

  test('describes each response in words, and lists Retry-After where it is sent', () => {
    for (const { operation } of operations()) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const told = response as { description?: string; headers?: object };
        expect(told.description).toMatch(/[a-z]{3}.*\.$/);
        expect([status, Object.keys(told.headers ?? {})]).toEqual([
          status,
          ['429', '503'].includes(status) ? ['Retry-After'] : [],
        ]);
      }
    }
  });

  test('states which bodies are required', () => {
    const bodies = operations().flatMap(({ operation }) => {
      const { requestBody } = operation as Operation & { requestBody?: { required: boolean } };
      return requestBody === undefined ? [] : [[operation.operationId, requestBody.required] as const];
    });
    expect(bodies.flatMap(([name, isRequired]) => (isRequired ? [] : [name])).sort()).toEqual([]);
    expect(bodies.length).toBeGreaterThan(20);
  });

  test('puts every request field into a parameter or the body, as the call sends it', () => {
    const inOf = (endpoint: Endpoint) => getOperation(endpoint).parameters.map((it) => `${it.in} ${it.name}`);
    expect(inOf(getProductBySlug)).toEqual(['path slug']);
    expect(inOf(listCategories)).toEqual(['query limit', 'query status']);
    expect(inOf(listProducts)).toContain('query others');
    expect(inOf(createOrder)).toEqual(['header Idempotency-Key']);
    const withFlow = createHandlers(shop.deps, shop.services).flatMap(({ endpoint }) =>
      inOf(endpoint).includes('cookie flow') ? [getOperation(endpoint).operationId] : [],
    );
    expect(withFlow.sort()).toEqual([
      'completeGooglePhoneVerification',
      'completeRegistration',
      'confirmPhone',
      'login',
      'sendOtp',
    ]);
    expect(getOperation(createAddress)).toMatchObject({
      requestBody: {
        content: { 'application/json': { schema: { required: ['name', 'address', 'city', 'country'] } } },
      },
    });
  });
});

describe('checks without a JSON Schema keyword', () => {
  test('are all listed at their schema', () => {
    for (const { endpoint } of createHandlers(shop.deps, shop.services)) {
      const operation = getOperation(endpoint);
      const inRequest = getSteps(endpoint.request);
      const { responses, ...request } = operation;
      const inReply = getSteps(endpoint.reply);
      expect([operation.operationId, ...getChecks(request)]).toEqual([operation.operationId, ...inRequest]);
      expect([operation.operationId, ...getChecks(responses['200'])]).toEqual([operation.operationId, ...inReply]);
    }
  });

  test('each names its kind', () => {
    const all = new Set(find(document, (it) => (it['x-checks'] ?? []) as string[]));
    expect(
      [...all].filter((it) => !/^(?:check|transform|min_value|max_value): .|^(?:integer|number)$/.test(it)),
    ).toEqual([]);
  });
});

describe('real replies match their schemas', () => {
  type Sent = Awaited<ReturnType<TestApp['call']>>;

  async function expectFit(endpoint: Endpoint, status: number, answer: Promise<Sent>) {
    const { status: got, body } = await answer;
    expect(got).toBe(status);
    const { responses } = getOperation(endpoint);
    const { schema } = (responses[String(status)] ?? responses['4XX'])!.content['application/json'];
    const fits = compile(schema);
    void fits(body);
    expect(fits.errors ?? []).toEqual([]);
  }
  const check = (endpoint: Endpoint, status: number, request: unknown, options: Parameters<TestApp['call']>[2] = {}) =>
    expectFit(endpoint, status, shop.call(endpoint, request, options));

  test('of the catalogue', async () => {
    const product = await addProduct(shop);
    await check(listProducts, 200, { limit: 2, page: '1', colour: 'red' });
    await check(listProducts, 400, { page: 'one' });
    await check(getProduct, 200, { idOrSlug: product.slug });
    await check(getProduct, 404, { idOrSlug: 'nothing' });
    await check(listCategories, 200, {});
    await check(checkCart, 200, { items: [{ product: product.id, quantity: 9, price: 1 }] });
  });

  test('of stations', async () => {
    await addStations(shop.db.sql, readDemo().stations);
    await check(searchPickupStations, 200, { query: 'westlands' });
    await check(searchPickupStations, 400, { query: ' ' });
  });

  test('of sign-up and login', async () => {
    const form = { name: 'Wanjiku', email: 'wanjiku@example.com', phone: '0712345678', password: 'Secret12' };
    await check(register, 200, form);
    await check(register, 400, { ...form, email: 'nobody' });
    await check(login, 400, { email: 'nobody@example.com', password: 'Secret12' });
    await check(login, 200, { email: form.email, password: form.password });
    await check(sendOtp, 200, { phone: form.phone });
    await check(verifyOtp, 400, { pinId: 'unknown', pin: '123456' });
    await check(getProfile, 401, {});
  });

  test('of orders and payments', async () => {
    const { token } = await shop.signIn();
    const product = await addProduct(shop, { stock: 3 });
    const draft = getDraft([product], { paymentMethod: 'mpesa' });
    const own = { token, headers: { 'idempotency-key': 'k1' } };
    const { body } = await shop.call(createOrder, draft, own);
    const id = body.data.order._id;
    await check(createOrder, 200, draft, own);
    await check(createOrder, 400, { ...draft, paymentMethod: PAYMENT_METHODS[1] }, own);
    await check(createOrder, 409, getDraft([{ ...product, price: 1 }]), { token });
    await check(getOrder, 200, { id }, { token });
    await check(getOrder, 404, { id: product.id }, { token });
    await check(listMyOrders, 200, {}, { token });
    await check(openPayment, 200, {}, { token });
    const prompt = { phoneNumber: '254712345678', amount: draft.totalPrice, orderId: id, accountReference: '' };
    await check(stkPush, 200, prompt, { token });
    await check(openPayment, 200, {}, { token });
    await check(paymentStatus, 404, { checkoutRequestId: 'unknown' }, { token });
    await check(createAddress, 200, { name: 'A', address: 'B', city: 'C', country: 'D' }, { token });
    await check(getProfile, 200, {}, { token });
  });
});

test('is not served in production', async () => {
  const production = await createTestApp({ env: PRODUCTION });
  expect((await production.app.inject('/api/openapi.json')).statusCode).toBe(404);
  expect(production.app.hasRoute({ method: 'GET', url: '/api/openapi.json' })).toBe(false);
  await production.close();
});

/** Returns the routes under /api of Fastify's tree as `GET /orders/{id}`, without HEAD. */
function getRoutes(tree: string): string[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', url = '', methods = ''] = /^(.*)── (\S+) \((.+)\)$/.exec(line) ?? [];
    if (url === '') return [];
    const depth = Math.floor(indent.length / 4);
    parents.splice(depth, Infinity, url);
    const path = parents.join('').replaceAll(/:(\w+)/g, '{$1}');
    if (!path.startsWith('/api/')) return [];
    return methods.split(', ').flatMap((method) => (method === 'HEAD' ? [] : [`${method} ${path.slice(4)}`]));
  });
}

/** Collects the results of `take` for all objects within a value, in their order. */
function find<It>(value: unknown, take: (it: Readonly<Record<string, unknown>>) => readonly It[]): It[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : take(value as Readonly<Record<string, unknown>>);
  return [...own, ...Object.values(value).flatMap((part) => find(part, take))];
}

/** Returns the checks and transformations in a part of the document and its components, sorted. */
function getChecks(part: unknown): string[] {
  return find(part, (it) => {
    const component = typeof it.$ref === 'string' ? /^#\/components\/schemas\/(\w+)$/.exec(it.$ref)?.[1] : undefined;
    const listed = ((it['x-checks'] ?? []) as string[]).map((text) => text.split(':', 1)[0]!);
    return [...listed, ...(component === undefined ? [] : getChecks(document.components.schemas[component]))];
  }).sort();
}

/** Returns the kinds of pipe steps that JSON Schema has no keyword for, and of all steps after a transformation. */
function getSteps(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(getSteps).sort();
  if (!('pipe' in schema)) {
    const parts = ['wrapped', 'entries', 'item', 'options', 'key', 'value', 'rest'] as const;
    const { kind, type } = schema as { kind?: string; type?: string };
    if (kind === 'validation') return type === 'check' ? ['check'] : [];
    if (kind === undefined) return Object.values(schema).flatMap(getSteps).sort();
    return parts.flatMap((part) => getSteps((schema as Record<string, unknown>)[part])).sort();
  }
  const [first, ...all] = schema.pipe as readonly { kind: string; type: string }[];
  const steps = all.filter(({ type }) => type !== 'brand');
  const changed = steps.findIndex(({ kind }) => kind === 'transformation');
  const [said, unsaid] = changed < 0 ? [steps, []] : [steps.slice(0, changed), steps.slice(changed)];
  return [...getSteps(first), ...said.flatMap(getSteps), ...unsaid.map(({ type }) => type)].sort();
}
