import { expect, test } from 'vitest';
import { minutesAndSeconds, secondsUntil } from '../../src/rules/countdown.ts';

test.each([
  [5000, 0, 5],
  [5001, 0, 6],
  [100_000, 40_000, 60],
  [5000, 4999, 1],
  [5000, 5000, 0],
  [5000, 9000, 0],
])('until %i at %i: %i seconds', (deadline, now, seconds) => expect(secondsUntil(deadline, now)).toBe(seconds));

test.each([
  [0, '0:00'],
  [5, '0:05'],
  [59, '0:59'],
  [60, '1:00'],
  [61, '1:01'],
  [599, '9:59'],
  [600, '10:00'],
])('%i seconds are %s', (seconds, text) => expect(minutesAndSeconds(seconds)).toBe(text));
