import type { OrderMachineEvent } from '../../../server/machines/order.types.ts';
import type { OrderFacts } from './order-walk.ts';

/** Parts of the maps from the words of the order's table to events and facts. */

export type Test = (facts: OrderFacts, event: OrderMachineEvent) => boolean;

export const isType =
  (...types: readonly OrderMachineEvent['type'][]): Test =>
  (_, { type }) =>
    types.includes(type);

export const both =
  (...tests: readonly Test[]): Test =>
  (facts, event) =>
    tests.every((test) => test(facts, event));

export const not =
  (test: Test): Test =>
  (facts, event) =>
    !test(facts, event);

export function need<T>(found: T | undefined, what = ''): T {
  if (found === undefined) throw new Error(`the table's map has no word for: ${what}`);
  return found;
}
