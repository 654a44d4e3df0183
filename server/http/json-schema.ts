import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Schema } from '../../contract/endpoint.ts';

/** JSON Schema 2020-12. `x-checks` lists, in order, the checks and changes that the standard cannot express. */
export type JsonSchema = { [keyword: string]: unknown };

export type Components = Readonly<Record<string, Schema>>;

/**
 * Returns the input side of a schema. Also for replies, because the client's schema transforms the body after it
 * arrives. Refers to components by name. Throws for a schema that JSON Schema cannot express.
 */
export function toSchemaJson(schema: Schema, components: Components = {}): JsonSchema {
  const {
    $schema: _,
    $defs: _defs,
    ...json
  } = toJsonSchema(schema as v.GenericSchema, {
    ...CONFIG,
    definitions: toGeneric(components),
  }) as JsonSchema;
  listChecks(schema, json);
  return json;
}

/** Returns the schemas of the components. */
export function toSchemasJson(components: Components): Record<string, JsonSchema> {
  const schemas = toJsonSchemaDefs(toGeneric(components), CONFIG) as Record<string, JsonSchema>;
  for (const [name, schema] of Object.entries(components)) listChecks(schema, schemas[name]);
  return schemas;
}

/** A later part of a valibot pipe. */
type Step = Readonly<Record<'type', string> & Partial<Record<'message' | 'operation' | 'requirement', unknown>>>;

/** Key of the steps that the library has expressed. Symbols do not appear in JSON. */
const SAID = Symbol('said');
type Node = JsonSchema & { [SAID]?: readonly Step[] };

const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // Without an override, the library throws for steps that it cannot express, and drops the steps after a
  // transformation.
  overrideAction({ valibotAction, jsonSchema, errors }) {
    if (errors !== undefined) return jsonSchema;
    const said = { [SAID]: [...((jsonSchema as Node)[SAID] ?? []), valibotAction as Step] };
    return { ...jsonSchema, ...said };
  },
};

/** Converts the types: the library's schemas use `any`, ours `unknown`. */
function toGeneric(components: Components): Record<string, v.GenericSchema> {
  return { ...components } as Record<string, v.GenericSchema>;
}

/** Adds `x-checks` for pipe steps that were not expressed. Walks a schema and its JSON in parallel. */
function listChecks(schema: Schema, json: unknown): void {
  const node = json as Node;
  if ('$ref' in node) return;
  if (!('pipe' in schema)) {
    for (const [part, its] of getParts(schema, node)) listChecks(part, its);
    return;
  }
  const [first, ...steps] = flatten(schema.pipe as Step[]);
  listChecks(first as unknown as Schema, node);
  // A brand exists only in the types and checks nothing.
  const unsaid = steps.filter((step) => step.type !== 'brand' && node[SAID]?.includes(step) !== true);
  if (unsaid.length > 0) node['x-checks'] = [...((node['x-checks'] as string[]) ?? []), ...unsaid.map(formatStep)];
}

/** Returns the nested schemas, each with its JSON. */
function getParts(schema: Schema, node: Node): readonly (readonly [Schema, unknown])[] {
  const { wrapped, entries, item, options, key, value, rest } = schema as Schema & {
    readonly [part in 'wrapped' | 'item' | 'key' | 'value' | 'rest']?: Schema;
  } & { readonly entries?: Components; readonly options?: readonly Schema[] };
  const at = (keyword: string, name: string | number) => (node[keyword] as Record<string, unknown>)[name];
  return [
    // A nullable is the first part of `anyOf`, an optional is the node itself.
    ...(wrapped === undefined ? [] : [[wrapped, schema.type === 'nullable' ? at('anyOf', 0) : node] as const]),
    ...Object.entries(entries ?? {}).map(([name, entry]) => [entry, at('properties', name)] as const),
    ...(schema.type === 'union' ? (options ?? []).map((option, index) => [option, at('anyOf', index)] as const) : []),
    ...(item === undefined ? [] : [[item, node.items] as const]),
    ...(key === undefined ? [] : [[key, node.propertyNames] as const]),
    ...[value, rest].flatMap((more) => (more === undefined ? [] : [[more, node.additionalProperties] as const])),
  ];
}

function flatten(pipe: readonly Step[]): Step[] {
  return pipe.flatMap((step) => ('pipe' in step ? flatten(step.pipe as Step[]) : step));
}

/**
 * Formats a step, e.g. `check: Required`, `transform: Number`, `max_value: 100`, or only `number` for a schema in a
 * pipe.
 */
function formatStep({ type, message, operation, requirement }: Step): string {
  const details = [message, (operation as { readonly name: string } | undefined)?.name, requirement];
  const detail = details.find((it) => ['string', 'number'].includes(typeof it) && it !== '');
  return detail === undefined ? type : `${type}: ${String(detail)}`;
}
