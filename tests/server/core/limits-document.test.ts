import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as limits from '../../../server/limits/limits.ts';
import { LIMITS, PLACES_LEFT, type Limit } from '../../../server/limits/limits.ts';

const SPANS: Readonly<Record<number, string>> = {
  60_000: 'minute',
  900_000: '15 minutes',
  3_600_000: 'hour',
  86_400_000: 'day',
};

test('D24: docs/limits.md lists exactly the limits of the code', () => {
  const rows = Object.entries<Limit>(LIMITS).map(([name, { what, by, most, perMs, kept, isFixed }]) =>
    [`\`${name}\``, what, by, `${most}${isFixed === true ? ' (fixed)' : ''}`, SPANS[perMs], kept].join(' | '),
  );
  const document = readFileSync('docs/limits.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(2, -2)
        .split('|')
        .map((cell) => cell.trim())
        .join(' | '),
    );
  expect(document).toEqual(rows);
});

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const PARTS = ['', '', 'half', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

test('D24, D26: docs/limits.md states the other numbers of the code', () => {
  const word = (number: number) => NUMBERS[number] ?? String(number);
  const part = (number: number) => PARTS[number] ?? String(number);
  const text = readFileSync('docs/limits.md', 'utf8').replaceAll(/\s+/g, ' ');
  const places = LIMITS.codesOfPhone.most;
  const { linksOfMailboxDay } = LIMITS;
  for (const sentence of [
    `and ${word(limits.SITES_OF_NET)} times as much for its /48`,
    `It may do a ${part(limits.APART)} of what the address may`,
    `A stranger leaves ${word(PLACES_LEFT.stranger)} of the ${word(places)} places to others`,
    `waits for the phone leaves ${word(PLACES_LEFT.flow)}, and a browser`,
    `logged in to the phone's account leaves ${word(PLACES_LEFT.account)} (D24)`,
    `promised the next free place, for ${word(limits.TURN_MINUTES)} minutes from then on`,
    `at the named time and for ${word(limits.TURN_MINUTES)} minutes after it`,
    `Strangers use at most ${word(linksOfMailboxDay.most * limits.LINKS_OF_STRANGERS)} of the ten`,
    `A ${part(Math.round(1 / (1 - limits.SHARE_OF_STRANGERS)))} of \`codesOfShop\` is reserved`,
    `From the ${limits.FAILURES_WITHOUT_WAIT + 1}th on a shopper needs a code`,
    `staff wait for ${limits.WAITS_MINUTES.slice(0, -1).join(', ')} and then ${limits.WAITS_MINUTES.at(-1)} minutes`,
    `each is valid for ${limits.LOGIN_CODE_MINUTES} minutes`,
    `A staff account has ${word(limits.STAFF_TURNS)} promises`,
  ])
    expect(text).toContain(sentence);
});

test('D26: a browser stays known for a year, which is less than browsers keep cookies', () => {
  expect(limits.BROWSER_DAYS).toBe(365);
});
