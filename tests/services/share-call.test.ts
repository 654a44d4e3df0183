import { expect, test } from 'vitest';
import { shareRunningCall } from '../../src/services/share-call.ts';

/** Creates a shared call whose responses the test resolves. */
function shared() {
  const made: {
    readonly signal: AbortSignal;
    readonly resolve: (answer: number) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  const ask = shareRunningCall(
    (signal) => new Promise<number>((resolve, reject) => void made.push({ signal, resolve, reject })),
  );
  return { made, ask };
}

const stay = () => new AbortController().signal;

test('U2: concurrent callers share one response, a later caller starts a new call', async () => {
  const { made, ask } = shared();
  const both = Promise.all([ask(stay()), ask(stay())]);
  expect(made).toHaveLength(1);
  made[0]?.resolve(1);
  expect(await both).toEqual([1, 1]);
  const later = ask(stay());
  made[1]?.resolve(2);
  expect(await later).toBe(2);
});

test('a failure rejects for all callers and is not cached', async () => {
  const { made, ask } = shared();
  const both = Promise.allSettled([ask(stay()), ask(stay())]);
  made[0]?.reject(new Error('away'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  void ask(stay());
  expect(made).toHaveLength(2);
});

test('is aborted when the last caller has aborted', () => {
  const { made, ask } = shared();
  const [one, other] = [new AbortController(), new AbortController()];
  void ask(one.signal);
  void ask(other.signal);
  one.abort();
  expect(made[0]?.signal.aborted).toBe(false);
  other.abort();
  expect(made[0]?.signal.aborted).toBe(true);
  void ask(stay());
  expect(made).toHaveLength(2);
});
