import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Schema } from '../../contract/endpoint.ts';

/**
 * JSON Schema 2020-12; `x-checks` lists, in order, what the shop checks or changes beyond the words of the standard.
 */
export type JsonSchema = { [keyword: string]: unknown };

export type Components = Readonly<Record<string, Schema>>;

/**
 * What may be sent for a schema: its input side, also of a reply, which travels before the client's schema changes it.
 * Components are referred to by name. Throws for a schema that JSON cannot say.
 */
export function jsonSchemaOf(schema: Schema, components: Components = {}): JsonSchema {
  const {
    $schema: _,
    $defs: _defs,
    ...json
  } = toJsonSchema(schema as v.GenericSchema, {
    ...CONFIG,
    definitions: generic(components),
  }) as JsonSchema;
  listChecks(schema, json);
  return json;
}

/** The components themselves. */
export function jsonSchemasOf(components: Components): Record<string, JsonSchema> {
  const schemas = toJsonSchemaDefs(generic(components), CONFIG) as Record<string, JsonSchema>;
  for (const [name, schema] of Object.entries(components)) listChecks(schema, schemas[name]);
  return schemas;
}

/** A part of a valibot pipe after the first. */
type Step = Readonly<Record<'type', string> & Partial<Record<'message' | 'operation' | 'requirement', unknown>>>;

/** Under it a node keeps the steps that the library has put into words; symbols do not get into the JSON. */
const SAID = Symbol('said');
type Node = JsonSchema & { [SAID]?: readonly Step[] };

const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // Without an override the library throws for a step that it cannot say, and forgets what follows a transformation.
  overrideAction({ valibotAction, jsonSchema, errors }) {
    if (errors !== undefined) return jsonSchema;
    const said = { [SAID]: [...((jsonSchema as Node)[SAID] ?? []), valibotAction as Step] };
    return { ...jsonSchema, ...said };
  },
};

/** The library types its schemas by `any`, ours by `unknown`. */
function generic(components: Components): Record<string, v.GenericSchema> {
  return { ...components } as Record<string, v.GenericSchema>;
}

/** Adds `x-checks` wherever a pipe has steps that were not said; goes through a schema and its JSON side by side. */
function listChecks(schema: Schema, json: unknown): void {
  const node = json as Node;
  if ('$ref' in node) return;
  if (!('pipe' in schema)) {
    for (const [part, its] of partsOf(schema, node)) listChecks(part, its);
    return;
  }
  const [first, ...steps] = flat(schema.pipe as Step[]);
  listChecks(first as unknown as Schema, node);
  // A brand is a word of the types, and asks for nothing.
  const unsaid = steps.filter((step) => step.type !== 'brand' && node[SAID]?.includes(step) !== true);
  if (unsaid.length > 0) node['x-checks'] = [...((node['x-checks'] as string[]) ?? []), ...unsaid.map(wordsOf)];
}

/** The schemas within a schema, each with where it stands in the JSON. */
function partsOf(schema: Schema, node: Node): readonly (readonly [Schema, unknown])[] {
  const { wrapped, entries, item, options, key, value, rest } = schema as Schema & {
    readonly [part in 'wrapped' | 'item' | 'key' | 'value' | 'rest']?: Schema;
  } & { readonly entries?: Components; readonly options?: readonly Schema[] };
  const at = (keyword: string, name: string | number) => (node[keyword] as Record<string, unknown>)[name];
  return [
    // A nullable stands before null, an optional as itself.
    ...(wrapped === undefined ? [] : [[wrapped, schema.type === 'nullable' ? at('anyOf', 0) : node] as const]),
    ...Object.entries(entries ?? {}).map(([name, entry]) => [entry, at('properties', name)] as const),
    ...(schema.type === 'union' ? (options ?? []).map((option, index) => [option, at('anyOf', index)] as const) : []),
    ...(item === undefined ? [] : [[item, node.items] as const]),
    ...(key === undefined ? [] : [[key, node.propertyNames] as const]),
    ...[value, rest].flatMap((more) => (more === undefined ? [] : [[more, node.additionalProperties] as const])),
  ];
}

function flat(pipe: readonly Step[]): Step[] {
  return pipe.flatMap((step) => ('pipe' in step ? flat(step.pipe as Step[]) : step));
}

/** E.g. `check: Required`, `transform: Number`, `max_value: 100`, or only `number` for a schema within a pipe. */
function wordsOf({ type, message, operation, requirement }: Step): string {
  const details = [message, (operation as { readonly name: string } | undefined)?.name, requirement];
  const detail = details.find((it) => ['string', 'number'].includes(typeof it) && it !== '');
  return detail === undefined ? type : `${type}: ${String(detail)}`;
}
