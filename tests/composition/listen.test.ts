import { describe, expect, test } from 'vitest';
import { watchActor, watchPresent } from '../../src/compose/listen.ts';

/** A fake actor whose snapshot the test sets with `become`. */
function getActor<Value>(first: Value) {
  let now = first;
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
    become: (value: Value) => {
      now = value;
      for (const listener of listeners) listener();
    },
  };
}

describe('watchActor reports a value only when it changes', () => {
  const heard = (values: readonly unknown[], known?: unknown) => {
    const [first, ...rest] = values;
    const actor = getActor(first);
    const all: unknown[] = [];
    const stop = watchActor(
      actor,
      (value) => value,
      (value) => all.push(value),
      known,
    );
    rest.forEach(actor.become);
    stop();
    actor.become('after the end');
    return all;
  };

  test('reports the first value unless the listener already knows it', () => {
    expect(heard([1])).toEqual([1]);
    expect(heard([1], 1)).toEqual([]);
    expect(heard([['a']], ['a'])).toEqual([]);
  });
  test('reports a value again when it differs from the last one', () => expect(heard([1, 1, 2, 1])).toEqual([1, 2, 1]));
  test('compares lists by their members: replaced, added, removed, empty', () => {
    const lists = [['a'], ['a'], ['b'], ['b', 'c'], ['b'], [], []];
    expect(heard(lists)).toEqual([['a'], ['b'], ['b', 'c'], ['b'], []]);
  });
  test('reports a change between a list and null in both directions', () =>
    expect(heard([['a'], null, ['a'], []])).toEqual([['a'], null, ['a'], []]));
});

test('watchPresent reports presence and absence separately', () => {
  const actor = getActor<string | null | false>('Jane');
  const heard: string[] = [];
  const onPresent = (name: string) => heard.push(name);
  const stop = watchPresent(actor, (name) => name, onPresent, { onAbsent: () => heard.push('nobody') });
  for (const name of [null, 'Otieno', false] as const) actor.become(name);
  stop();
  expect(heard).toEqual(['Jane', 'nobody', 'Otieno', 'nobody']);
});
