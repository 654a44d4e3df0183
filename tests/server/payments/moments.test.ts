import { describe, expect, test } from 'vitest';
import {
  formatPromptDescription,
  toReference,
  toTooSoonRefusal,
  getWaitAfterRefusal,
} from '../../../server/modules/payments/push.rules.ts';
import { isOld } from '../../../server/modules/settlement/attempt-state.rules.ts';
import type { AttemptRow } from '../../../server/modules/settlement/attempts.repository.ts';
import { getRetryTime, getNextQueryTime } from '../../../server/modules/settlement/query-schedule.rules.ts';

const at = (ms: number) => new Date(1_800_000_000_000 + ms);
const WINDOW_MS = 120_000;
const attempt = (change: Partial<AttemptRow>) =>
  ({
    resultCode: null,
    checkoutRequestId: null,
    pushedAt: null,
    createdAt: at(0),
    updatedAt: at(0),
    ...change,
  }) as AttemptRow;

describe('exact times', () => {
  test('D8: a prompt is old exactly 120 s after its push, or after its creation when it was not pushed', () => {
    const pushed = attempt({ pushedAt: at(5000) });
    expect([124_999, 125_000].map((ms) => isOld(pushed, WINDOW_MS, at(ms)))).toEqual([false, true]);
    expect([119_999, 120_000].map((ms) => isOld(attempt({}), WINDOW_MS, at(ms)))).toEqual([false, true]);
  });

  test('D7: the next query is at the next time of the schedule; there is none after the last', () => {
    const next = (ms: number) => getNextQueryTime(at(0), at(ms), [25_000, 70_000]);
    expect([24_999, 25_000, 69_999, 70_000].map(next)).toEqual([at(25_000), at(70_000), at(70_000), null]);
  });

  test('D7: an unanswered query is retried after 10 s, then with doubled delays up to a minute', () => {
    const waits = [0, 1, 2, 3, 4, 9].map((failed) => getRetryTime(failed, at(0)));
    expect(waits).toEqual([at(10_000), at(20_000), at(40_000), at(60_000), at(60_000), at(60_000)]);
  });

  describe('D8: after a code 17', () => {
    const refused = attempt({ resultCode: '17', updatedAt: at(60_000) });
    const wait = (ms: number, ...others: readonly AttemptRow[]) =>
      getWaitAfterRefusal([refused, ...others], at(ms), WINDOW_MS);

    test('the wait starts at the prompt that caused the rejection, or else at the rejection', () => {
      expect([wait(60_000), wait(179_999), wait(180_000)]).toEqual([120_000, 1, 0]);
      const taken = attempt({ checkoutRequestId: 'ws_1', pushedAt: at(1000) });
      expect([wait(60_000, taken), wait(120_999, taken), wait(121_000, taken)]).toEqual([61_000, 1, 0]);
    });

    test('ignores a prompt that had ended before the rejection, and ends after 120 s', () => {
      const edge = attempt({ checkoutRequestId: 'ws_1', pushedAt: at(-60_000) });
      expect(wait(60_000, edge)).toBe(120_000);
      const later = attempt({ checkoutRequestId: 'ws_2', pushedAt: at(100_000) });
      expect([wait(179_999, later), wait(180_000, later)]).toEqual([40_001, 0]);
      expect(getWaitAfterRefusal([later], at(100_000), WINDOW_MS)).toBe(0);
    });

    test('starts at the last of several prompts that may have caused it', () => {
      const sent = (ms: number) => attempt({ checkoutRequestId: `ws_${ms}`, pushedAt: at(ms) });
      expect(wait(60_000, sent(1000), sent(3000), sent(2000))).toBe(63_000);
    });

    test('of several refusals the last one counts', () => {
      const old = attempt({ resultCode: '17', updatedAt: at(-120_000) });
      expect([wait(60_000, old), wait(179_999, old), wait(180_000, old)]).toEqual([120_000, 1, 0]);
    });

    test('the seconds are whole, never fewer than are left, and at least one', () => {
      const seconds = [0, 1, 1000, 1001, 119_999].map((ms) => toTooSoonRefusal('', ms).retryAfter);
      expect(seconds).toEqual([1, 1, 1, 2, 120]);
    });
  });
});

test('PAY-M4: prompt texts have only letters and digits, up to Daraja’s length', () => {
  expect([
    formatPromptDescription('Dükä & Co.'),
    formatPromptDescription('–'),
    formatPromptDescription('A'.repeat(14)),
  ]).toEqual(['DukaCo', 'Order', 'A'.repeat(13)]);
  expect([toReference('Dükä & Co.', 'ab12cd34'), toReference('', 'ab12cd34')]).toEqual([
    'DUKAAB12CD34',
    'ORDEAB12CD34',
  ]);
});
