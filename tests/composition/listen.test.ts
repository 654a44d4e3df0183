import { describe, expect, test } from 'vitest';
import { watchActor, watchPresent } from '../../src/compose/listen.ts';

/** An actor whose snapshot is whatever it is set to. */
function actorOf<Value>(first: Value) {
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

describe('what is watched is handed on when it is news', () => {
  const heard = (values: readonly unknown[], known?: unknown) => {
    const [first, ...rest] = values;
    const actor = actorOf(first);
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

  test('at once, unless it is known', () => {
    expect(heard([1])).toEqual([1]);
    expect(heard([1], 1)).toEqual([]);
    expect(heard([['a']], ['a'])).toEqual([]);
  });
  test('again when it is another value', () => expect(heard([1, 1, 2, 1])).toEqual([1, 2, 1]));
  test('a list by its members: another, one more, one fewer, none', () => {
    const lists = [['a'], ['a'], ['b'], ['b', 'c'], ['b'], [], []];
    expect(heard(lists)).toEqual([['a'], ['b'], ['b', 'c'], ['b'], []]);
  });
  test('a list is another thing than nothing, whichever comes first', () =>
    expect(heard([['a'], null, ['a'], []])).toEqual([['a'], null, ['a'], []]));
});

test('what is there and what is not are told apart', () => {
  const actor = actorOf<string | null | false>('Jane');
  const heard: string[] = [];
  const onPresent = (name: string) => heard.push(name);
  const stop = watchPresent(actor, (name) => name, onPresent, { onAbsent: () => heard.push('nobody') });
  for (const name of [null, 'Otieno', false] as const) actor.become(name);
  stop();
  expect(heard).toEqual(['Jane', 'nobody', 'Otieno', 'nobody']);
});
