import type { AnyStateMachine } from 'xstate';
import type { CallEntry, Table } from './table.ts';

/** Returns whether a slot makes a call of the table. */
export function isCall<Machine extends AnyStateMachine>(table: Table<Machine>, slot: string): boolean {
  return table.calls.some((entry) => entry.slot === slot) && table.inside?.[slot] === undefined;
}

/** Returns the entry of a call; the longest one when several match. */
export function findCallEntry<Machine extends AnyStateMachine>({ calls }: Table<Machine>, text: string): CallEntry {
  const matching = calls.filter(({ call }) => (typeof call === 'string' ? isNamed(text, call) : call.test(text)));
  const longest = matching.sort((a, b) => getCallLength(b) - getCallLength(a))[0];
  if (longest === undefined) throw new Error(`table.calls has no entry for '${text}'`);
  return longest;
}

function isNamed(text: string, call: string): boolean {
  return text.startsWith(call) && /^([\s?({]|$)/.test(text.slice(call.length));
}

function getCallLength({ call }: CallEntry): number {
  return typeof call === 'string' ? call.length : 1_000;
}

/** Returns the text after the call's name: its arguments. */
export function afterName({ call }: CallEntry, text: string): string {
  return typeof call === 'string' ? text.slice(call.length) : text.replace(call, '');
}
