import type { AnyMachineSnapshot } from 'xstate';
import type { DescriptionOptions } from 'model-testing/config';
import type { Happening } from 'model-testing/model/happening';
import { nameReferences } from 'model-testing/model/explore';
import { parseCall } from './parse-call.ts';
import { findStartedActors } from './started-actors.ts';

/** Returns a call with `{id}` for each address parameter that no actor started with: that id belongs to another row. */
export function toAddressedCall(
  telling: DescriptionOptions,
  call: string,
  snapshot: AnyMachineSnapshot | null,
): string {
  const names = telling.findContract(call)?.address.split('/');
  if (names === undefined) return call;
  const inputs = Object.values((snapshot?.children ?? {}) as Record<string, StartedActor | undefined>).map(
    (child) => child?.options?.input,
  );
  const given = JSON.stringify(inputs, nameReferences);
  const [place = '', ...query] = call.split('?');
  const [method = '', address = ''] = place.split(' ');
  const parts = address.split('/').map((part, index) => {
    const name = names[index] ?? part;
    return name === part || given.includes(JSON.stringify(part)) ? part : name;
  });
  return [`${method} ${parts.join('/')}`, ...query].join('?');
}

/**
 * Returns a row's call without the values that this step does not send: a table may read a number of the specification
 * as one of its samples. The field stays.
 */
export function withoutOtherValues(call: string, { before, after }: Pick<Happening, 'before' | 'after'>): string {
  const sent = Object.assign({}, ...findStartedActors(before, after).map(({ input }) => input)) as Record<
    string,
    unknown
  >;
  return call.replaceAll(/(?<=[{\s])(\w+):(?:'([^']*)'|(\d+))(?=[,}])/g, (field, name: string, ...values: string[]) => {
    const value = sent[name];
    const isOther = ['string', 'number'].includes(typeof value) && !values.slice(0, 2).includes(String(value));
    return isOther ? name : field;
  });
}

/** A running actor with its input. */
interface StartedActor {
  readonly options?: { readonly input?: unknown };
}

/** Describes a call of a row in words: the sentence, and the values of its body, which are data. */
export function describeSentCall(call: string): { readonly words: string; readonly data: readonly string[] } {
  const parsed = parseCall(call);
  if (parsed === null) {
    const [, name = call, fields] = /^(.*?) ?\{(.*)\}$/s.exec(call) ?? [];
    return { words: `${name} is sent.`, data: fields === undefined ? [] : [`${name}: ${fields}`] };
  }
  const [, place = call] = /^(\w+ \/\S*)/.exec(call) ?? [];
  const body = describeFields(parsed.body);
  return { words: `${place} is sent.`, data: body === '' ? [] : [`${place}: ${body}`] };
}

/** `album day; tracks (title a; minutes 3)`. A field with any value has its name alone. */
function describeFields(value: unknown): string {
  if (value === undefined || value === '{any}') return '';
  if (Array.isArray(value)) return value.map((one) => `(${describeFields(one)})`).join(', ');
  if (typeof value !== 'object' || value === null) return value === '' ? 'empty' : String(value);
  return Object.entries(value)
    .map(([name, one]) => [name, describeFields(one)].filter((text) => text !== '').join(' '))
    .join('; ');
}
