import { describe, expect, test, vi } from 'vitest';
import { createBrowserStorage } from '../../src/services/browser-storage.ts';
import type { StorageHost } from '../../src/services/browser-storage.ts';

/** Creates a storage in memory with functions that fire the events of other tabs. */
function host(change: Partial<Storage> = {}) {
  const values = new Map<string, string>();
  const listeners = new Set<(event: StorageEvent) => void>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    ...change,
  } as Storage;
  const wakers = new Set<(event: PageTransitionEvent) => void>();
  const on = ((type: string, listener: (event: never) => void) => {
    const all: Set<(event: never) => void> = type === 'storage' ? listeners : wakers;
    all.add(listener);
    return () => void all.delete(listener);
  }) as StorageHost['on'];
  const wake = (persisted: boolean) => wakers.forEach((listener) => listener({ persisted } as PageTransitionEvent));
  const tell = (key: string | null) => listeners.forEach((listener) => listener({ key } as StorageEvent));
  return { values, listeners, wakers, tell, wake, kept: createBrowserStorage({ storage: () => storage, on }) };
}

const refuse = () => {
  throw new DOMException('Access is denied', 'SecurityError');
};

describe('H10: the storage of the browser', () => {
  test('writes, reads and removes', () => {
    const { kept, values } = host();
    expect(kept.read('token')).toBeNull();
    expect(kept.write('token', 'T')).toBe(true);
    expect(values.get('token')).toBe('T');
    expect(kept.read('token')).toBe('T');
    kept.remove('token');
    expect(kept.read('token')).toBeNull();
  });

  test('when writing is denied, keeps the text in memory, which overrides the stored text', () => {
    const { kept, values } = host({ setItem: refuse });
    values.set('cart', 'old');
    expect(kept.write('cart', 'new')).toBe(false);
    expect(kept.read('cart')).toBe('new');
    kept.remove('cart');
    expect(kept.read('cart')).toBeNull();
  });

  test('discards the text in memory when it can write again', () => {
    const setItem = vi.fn<Storage['setItem']>().mockImplementationOnce(refuse);
    const { kept, values } = host({
      setItem: (key, value) => {
        setItem(key, value);
        values.set(key, value);
      },
    });
    expect(kept.write('cart', 'one')).toBe(false);
    expect(kept.write('cart', 'two')).toBe(true);
    values.set('cart', 'three, by another tab');
    expect(kept.read('cart')).toBe('three, by another tab');
  });

  test('does not throw when every access is denied', () => {
    const kept = createBrowserStorage({ storage: refuse, on: () => () => undefined });
    expect(kept.read('token')).toBeNull();
    expect(kept.write('token', 'T')).toBe(false);
    expect(kept.read('token')).toBe('T');
    expect(() => kept.remove('token')).not.toThrow();
    expect(kept.read('token')).toBeNull();
  });

  test('reports changes of the given keys and a clear, until it is stopped', () => {
    const { kept, tell, listeners } = host();
    const told = vi.fn();
    const stop = kept.subscribe(['token', 'user'], told);
    tell('cart');
    expect(told).not.toHaveBeenCalled();
    tell('user');
    tell(null);
    expect(told).toHaveBeenCalledTimes(2);
    stop();
    expect(listeners.size).toBe(0);
  });

  test('H10: notifies a tab that is restored from the back/forward cache', () => {
    const { kept, wake, wakers } = host();
    const told = vi.fn();
    const stop = kept.subscribe(['token'], told);
    wake(false);
    expect(told).not.toHaveBeenCalled();
    wake(true);
    expect(told).toHaveBeenCalledTimes(1);
    stop();
    expect(wakers.size).toBe(0);
  });
});
