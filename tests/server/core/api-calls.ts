import { expect } from 'vitest';
import type { TestApp } from '../../support/server.ts';

/** The JSON Schema keywords that our requests use. */
export interface RequestSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly RequestSchema[];
  readonly items?: RequestSchema;
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly required?: readonly string[];
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly schema: RequestSchema;
}

/** A call as described in `/api/openapi.json`, with references resolved. */
export interface ApiCall {
  /** As written in the contract, e.g. `GET /orders/:id`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: RequestSchema | null;
}

interface Operation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: RequestSchema } } };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, RequestSchema>> };
}

/** Returns every call of a running shop. */
export async function apiCalls(shop: TestApp): Promise<ApiCall[]> {
  const response = await shop.app.inject('/api/openapi.json');
  expect(response.statusCode).toBe(200);
  const { paths, components } = response.json<Document>();
  const whole = (schema: RequestSchema): RequestSchema => {
    const { $ref, anyOf, items, properties, ...rest } = schema;
    if ($ref !== undefined) return whole(components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {});
    return {
      ...rest,
      ...(anyOf !== undefined && { anyOf: anyOf.map(whole) }),
      ...(items !== undefined && { items: whole(items) }),
      ...(properties !== undefined && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, whole(it)])),
      }),
    };
  };
  return Object.entries(paths).flatMap(([braced, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => {
      const path = braced.replaceAll(/\{(\w+)\}/g, ':$1');
      const upper = method.toUpperCase() as ApiCall['method'];
      const schema = requestBody?.content['application/json'].schema;
      return {
        name: `${upper} ${path}`,
        method: upper,
        path,
        parameters: parameters.map((it) => ({ ...it, schema: whole(it.schema) })),
        body: schema === undefined ? null : whole(schema),
      };
    }),
  );
}

/** Returns each leaf field of a call, e.g. `orderItems[].product`, with its schema. */
export function getFields({ parameters, body }: ApiCall): { readonly field: string; readonly schema: RequestSchema }[] {
  const within = (schema: RequestSchema, field: string): { field: string; schema: RequestSchema }[] => {
    if (schema.items !== undefined) return within(schema.items, `${field}[]`);
    if (schema.properties === undefined) return [{ field, schema }];
    return Object.entries(schema.properties).flatMap(([name, it]) =>
      within(it, field === '' ? name : `${field}.${name}`),
    );
  };
  return [
    ...parameters
      .filter((it) => it.in === 'path' || it.in === 'query')
      .map(({ name, schema }) => ({ field: name, schema })),
    ...(body === null ? [] : within(body, '')),
  ];
}
