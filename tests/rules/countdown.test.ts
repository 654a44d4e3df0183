import { expect, test } from 'vitest';
import { splitSeconds, formatClock, getSecondsUntil } from '../../src/rules/countdown.ts';

test.each([
  [5000, 0, 5],
  [5001, 0, 6],
  [100_000, 40_000, 60],
  [5000, 4999, 1],
  [5000, 5000, 0],
  [5000, 9000, 0],
])('until %i at %i: %i seconds', (deadline, now, seconds) => expect(getSecondsUntil(deadline, now)).toBe(seconds));

test.each([
  [0, '0:00'],
  [5, '0:05'],
  [59, '0:59'],
  [60, '1:00'],
  [61, '1:01'],
  [599, '9:59'],
  [600, '10:00'],
])('%i seconds are formatted as %s', (seconds, text) => expect(formatClock(seconds)).toBe(text));

test.each([
  [0, [0, 0, 0, 0]],
  [59, [0, 0, 0, 59]],
  [3_600, [0, 1, 0, 0]],
  [86_399, [0, 23, 59, 59]],
  [90_061, [1, 1, 1, 1]],
  [60_207, [0, 16, 43, 27]],
])('splits %i s into days, hours, minutes, seconds', (seconds, parts) => expect(splitSeconds(seconds)).toEqual(parts));
