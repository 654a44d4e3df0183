import { describe, expect, test } from 'vitest';
import { findContradiction, findGap, findSpan, sortLines } from '../../../server/modules/statement/comparison.rules.ts';
import { isCovered } from '../../../server/modules/settlement/coverage.rules.ts';
import { toShillings } from '../../../contract/rules/money.ts';
import type { StatementLine } from '../../../server/providers/mpesa-statement.rules.ts';

const START = Date.parse('2026-10-03T08:00:00Z');
const HOUR = 3_600_000;
const hour = (count: number) => new Date(START + count * HOUR);
const span = (from: number, to: number) => ({ from: hour(from), to: hour(to) });

function line(number: number, words: Partial<StatementLine> = {}): StatementLine {
  const { cents = 10_000 } = words;
  return {
    line: number,
    receipt: `R${number}`,
    kind: 'payment',
    isIn: true,
    isCompleted: true,
    amount: toShillings(Math.floor(cents / 100)),
    cents,
    at: hour(number),
    phone: null,
    name: null,
    account: '',
    reverses: null,
    balance: null,
    ...words,
  };
}

describe('PAY-F3: what imported files cover', () => {
  test.each([
    ['one file', [span(0, 30)], true],
    ['files that overlap', [span(12, 30), span(0, 13)], true],
    ['a file within another', [span(0, 30), span(2, 3)], true],
    ['files with a gap', [span(0, 12), span(13, 30)], false],
    ['a file that begins late', [span(2, 30)], false],
    ['a file that ends early', [span(0, 24)], false],
    ['no file', [], false],
    ['a file elsewhere', [span(40, 60)], false],
  ])('PAY-F3: %s', (_, spans, covers) => {
    expect(isCovered(spans, span(1, 25))).toBe(covers);
  });
});

describe('PAY-T1: balances tell whether lines are missing', () => {
  const first = line(1, { balance: 110_000 });
  const second = line(2, { isIn: false, kind: 'payout', balance: 100_000 });
  const third = line(3, { balance: 110_000 });

  test('PAY-T1: oldest first or newest first', () => {
    expect(findGap([first, second, third])).toBeNull();
    expect(findGap([third, second, first])).toBeNull();
  });

  test('PAY-T1: a missing line is found, before the line that follows it', () => {
    expect(findGap([first, line(3, { balance: 130_000 })])).toBe(3);
    expect(findGap([{ ...third, balance: 130_000 }, first])).toBe(3);
  });

  test('PAY-T1: lines of one second may be in either order', () => {
    const at = hour(1);
    const all = [first, second, third].map((it) => ({ ...it, at }));
    expect([findGap(all), findGap(all.toReversed())]).toEqual([null, null]);
    expect(findGap([all[0]!, { ...all[2]!, balance: 5 }])).toBe(3);
  });

  test('PAY-T1: lines without a balance, and those that moved no money, prove nothing', () => {
    expect(findGap([first, line(2), second])).toBeNull();
    expect(findGap([first, line(2, { isCompleted: false, balance: 5 }), second])).toBeNull();
    expect(findGap([])).toBeNull();
  });
});

test('PAY-T1: a receipt may have a charge, and counts once', () => {
  const all = [
    line(1),
    line(1),
    line(1, { kind: 'charge', isIn: false, cents: 1550 }),
    line(2, { isCompleted: false }),
  ];
  const { payments, receipts, counts } = sortLines(all);
  expect([payments.length, [...receipts]]).toEqual([1, ['R1']]);
  expect(counts).toMatchObject({ lines: 4, repeated: 1, notCompleted: 1, charges: { count: 1, cents: 1550 } });
  expect(findContradiction(all)).toBeNull();
  expect(findContradiction([line(1), line(5, { receipt: 'R1', cents: 1 })])).toBe(5);
});

test('PAY-T1: the span is from the first line to the last, of any kind', () => {
  expect(findSpan([line(3), line(1, { isCompleted: false }), line(2)])).toEqual(span(1, 3));
  expect(findSpan([])).toBeNull();
});
