import type { FastifyInstance } from 'fastify';
import project from '../../package.json' with { type: 'json' };
import { AREAS } from '../../contract/areas.ts';
import type { Endpoint, Schema } from '../../contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import type { Handler } from './handler.ts';
import { toSchemaJson, toSchemasJson, type JsonSchema } from './json-schema.ts';
import { flowCookieName } from './cookies.ts';

/** Names of calls come from the contract's exports. Exported schemas become components. */
const EXPORTS = Object.entries(AREAS).flatMap(([area, exported]) =>
  Object.entries(exported).map(([name, value]) => ({ area, name, value: value as unknown })),
);
const COMPONENTS = Object.fromEntries(
  EXPORTS.flatMap(({ name, value }) => (isSchema(value) ? [[name, value] as const] : [])),
);

/** Headers and cookies of a call, and the `data` of its failures, which the contract has in comments only. */
const BESIDES: Readonly<
  Record<string, { readonly key?: true; readonly flow?: true; readonly failures?: Readonly<Record<number, string>> }>
> = {
  sendOtp: { flow: true },
  completeRegistration: { flow: true },
  confirmPhone: { flow: true },
  login: { flow: true },
  completeGooglePhoneVerification: { flow: true },
  createOrder: { key: true, failures: { 400: 'KnownOrder', 409: 'ChangedLines' } },
  stkPush: { failures: { 409: 'PushRefusal' } },
};

const ABOUT = [
  'Bodies are JSON. Money is in whole shillings, times are ISO 8601 in UTC.',
  'A schema says what may be sent. `x-checks` lists what the shop checks beyond it, or makes of a value first, in order.',
  '`maxLength` counts UTF-16 units.',
].join(' ');

/** Statuses that every call may return (H15). */
const FAILURES: Readonly<Record<string, string>> = {
  400: 'The request could not be read, or a field is wrong: `fields` says which.',
  '4XX':
    'Refused: 403, 404, 409, 422, or a status of HTTP itself such as 413 and 415. `message` says why to the shopper.',
  429: 'Too many requests.',
  500: 'Something went wrong.',
  503: 'The database does not answer.',
};

const RETRY_LATER = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };
const component = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

/** Returns the API as OpenAPI 3.1. Throws for a call that the contract does not export. */
export function describeApi(handlers: readonly Handler[], { isSecure }: { isSecure: boolean }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { endpoint } of handlers) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(endpoint, isSecure) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Duka', version: project.version, description: ABOUT },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: toSchemasJson(COMPONENTS),
      headers: {
        'Retry-After': { description: 'Seconds after which another try is allowed.', schema: { type: 'integer' } },
      },
      securitySchemes: {
        customer: { type: 'http', scheme: 'bearer', description: 'The token in the response to a login or sign-up.' },
        admin: { type: 'http', scheme: 'bearer', description: 'The token in the response to a staff login.' },
      },
    },
  };
}

function toOperation(endpoint: Endpoint, isSecure: boolean) {
  const found = EXPORTS.find(({ value }) => value === endpoint);
  if (found === undefined) throw new Error(`The contract exports no ${endpoint.method} ${endpoint.path}`);
  const { name, area } = found;
  const { key, flow, failures = {} } = BESIDES[name] ?? {};
  const { parameters, body } = toRequest(endpoint);
  return {
    operationId: name,
    tags: [area],
    security: endpoint.access === 'public' ? [] : [{ [endpoint.access]: [] }],
    parameters: [
      ...parameters,
      ...(key === true ? [{ name: 'Idempotency-Key', in: 'header', schema: KEY }] : []),
      ...(flow === true ? [{ name: flowCookieName(isSecure), in: 'cookie', schema: FLOW }] : []),
    ],
    ...body,
    responses: {
      200: { description: 'Done.', content: json(toSchemaJson(endpoint.reply, COMPONENTS)) },
      ...Object.fromEntries(Object.entries(FAILURES).map(([status, text]) => [status, toFailure(status, text)])),
      ...(endpoint.access !== 'public' && { 401: toFailure('401', 'The token is missing, unknown or expired.') }),
      ...Object.fromEntries(
        Object.entries(failures).map(([status, data]) => {
          const text = FAILURES[status] ?? 'Refused. `data` contains what the caller needs to continue.';
          return [status, toFailure(status, text, { type: 'object', properties: { data: component(data) } })];
        }),
      ),
    },
  };
}

const KEY = {
  type: 'string',
  pattern: '^[\\x21-\\x7e]{1,255}$',
  description: 'A repeated key returns the same order (D9, D10).',
};
const FLOW = { type: 'string', maxLength: 200, description: 'Set by the sign-up or login that continues here (D1).' };

function toFailure(status: string, description: string, more: JsonSchema = {}) {
  return {
    description,
    ...(['429', '503'].includes(status) && { headers: RETRY_LATER }),
    content: json({ ...component('Failure'), ...more }),
  };
}

/** Splits the fields as `contract/endpoint.ts` does: path parameters, and the rest as query (GET) or body. */
function toRequest({ method, path, request }: Endpoint) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const whole = toSchemaJson(request);
  const fields = Object.entries((whole.properties ?? {}) as Record<string, JsonSchema>);
  const required = (whole.required ?? []) as readonly string[];
  const inPath = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: fields.find(([field]) => field === name)?.[1] ?? {},
  }));
  const rest = fields.filter(([name]) => !names.includes(name));
  if (method === 'GET') {
    const query = rest.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
    const others = {
      name: 'others',
      in: 'query',
      description: 'Parameters of any other name.',
      schema: { type: 'object' },
    };
    return { parameters: [...inPath, ...query, ...(whole.additionalProperties === false ? [] : [others])], body: {} };
  }
  if (rest.length === 0) return { parameters: inPath, body: {} };
  const left = required.filter((name) => !names.includes(name));
  const schema =
    names.length === 0
      ? toSchemaJson(request, COMPONENTS)
      : { ...whole, properties: Object.fromEntries(rest), required: left };
  return { parameters: inPath, body: { requestBody: { required: left.length > 0, content: json(schema) } } };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
}

/** Serves `GET /api/openapi.json` for authors of other clients. Never in production, so that it reveals nothing. */
export function mountOpenApi(app: FastifyInstance, handlers: readonly Handler[], { env }: Pick<Deps, 'env'>): void {
  if (env.isProduction) return;
  let document: string | undefined;
  app.get('/api/openapi.json', { config: { access: 'public' } }, async (_request, reply) => {
    document ??= JSON.stringify(describeApi(handlers, env));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });
}
