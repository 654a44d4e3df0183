import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIMITS, type Limit } from '../../../server/limits/limits.ts';

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
