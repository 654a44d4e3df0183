import { afterEach, describe, expect, test, vi } from 'vitest';
import { watchGoogle } from '../../src/services/google-identity.ts';
import { stubGoogle } from '../support/stub-google.ts';
import { until } from '../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

function watch() {
  const on = { onReady: vi.fn(), onUnavailable: vi.fn(), onCredential: vi.fn(), onError: vi.fn() };
  return { ...on, stop: watchGoogle('login', on) };
}

describe('the Google button', () => {
  test('X30: works each time it is rendered again in the same place', async () => {
    const google = stubGoogle();
    for (const credential of ['first', 'second', 'third']) {
      const { onReady, onCredential, stop } = watch();
      await until(() => expect(onReady).toHaveBeenCalledTimes(1));
      google.give({ credential });
      expect(onCredential.mock.calls).toEqual([[credential]]);
      stop();
    }
    expect(google.drawn).toHaveLength(3);
  });

  test('X30: reports that it is unavailable when it cannot render, so that our button works', async () => {
    const google = stubGoogle();
    vi.spyOn(google.id, 'renderButton').mockImplementation(() => {
      throw new Error('no room');
    });
    const { onReady, onError, onUnavailable } = watch();
    await until(() => expect(onUnavailable).toHaveBeenCalledTimes(1));
    expect(onError).toHaveBeenCalledTimes(1);
    expect(onReady).not.toHaveBeenCalled();
  });
});
