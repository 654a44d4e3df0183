// @engine postgres
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQueryBudgetService, type QueryBudget } from '../../../server/modules/payments/query-budget.service.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

let shop: TestApp;
let next = 0;

beforeAll(async () => {
  shop = await createTestApp({ handlers: () => [] });
});
afterAll(() => shop.close());

const fresh = (perMinute = 5) => {
  next += 1;
  return createQueryBudgetService(`test ${next}`, perMinute);
};
const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);
const take = (budget: QueryBudget, ms: number) =>
  shop.db.tx(async (tx) => {
    const turn = await budget.next(tx, at(ms));
    if (turn.freeAt !== null) return turn.freeAt.getTime() - at(0).getTime();
    await turn.take();
    return 'taken' as const;
  });

describe('D7: the query budget', () => {
  test('gives a turn every 12 s at 5 a minute, or the time of the next one', async () => {
    const budget = fresh();
    expect([await take(budget, 0), await take(budget, 0), await take(budget, 11_999)]).toEqual([
      'taken',
      12_000,
      12_000,
    ]);
    expect([await take(budget, 12_000), await take(budget, 12_001)]).toEqual(['taken', 24_000]);
  });

  test('gives a turn at the stated time, also when turns are parts of a millisecond apart', async () => {
    const budget = fresh(7);
    expect(await take(budget, 0)).toBe('taken');
    expect([await take(budget, 8_571), await take(budget, 8_572)]).toEqual([8_572, 'taken']);
  });

  test('separate budgets do not share turns', async () => {
    const [one, other] = [fresh(), fresh()];
    expect([await take(one, 0), await take(other, 6_000)]).toEqual(['taken', 'taken']);
    expect([await take(one, 6_001), await take(other, 6_001)]).toEqual([12_000, 18_000]);
  });

  test('a quiet hour saves no turns', async () => {
    const budget = fresh();
    await take(budget, 0);
    expect([await take(budget, 3_600_000), await take(budget, 3_600_001)]).toEqual(['taken', 3_612_000]);
  });

  test.each([1, 5, 7, 60, 600])(
    '%i a minute: over ten minutes, no minute exceeds its limit plus one second’s burst',
    async (perMinute) => {
      const budget = fresh(perMinute);
      const burst = Math.max(1, Math.floor(perMinute / 60));
      const taken: number[] = [];
      let ms = 0;
      while (ms < 600_000 && taken.length < 120) {
        const turn = await take(budget, ms);
        if (turn === 'taken') taken.push(ms);
        else ms = Math.max(turn, ms + 1);
      }
      for (const start of taken) {
        const within = taken.filter((it) => it >= start && it < start + 60_000);
        expect(within.length).toBeLessThanOrEqual(perMinute + burst - 1);
      }
      expect(taken.length).toBeGreaterThanOrEqual(Math.min(120, perMinute * 10 - 1));
    },
  );

  test.each([
    [119, 1],
    [120, 2],
  ])('%i a minute: %i immediately', async (perMinute, most) => {
    const budget = fresh(perMinute);
    const turns = [];
    for (let count = 0; count < 4; count += 1) turns.push(await take(budget, 0));
    expect(turns.filter((turn) => turn === 'taken')).toHaveLength(most);
  });

  test('all processes share the budget: twenty concurrent requests get one turn', async () => {
    const budgets = Array.from({ length: 20 }, () => createQueryBudgetService('shared', 5));
    const turns = await Promise.all(budgets.map((budget) => take(budget, 0)));
    expect(turns.filter((turn) => turn === 'taken')).toHaveLength(1);
    expect(new Set(turns.filter((turn) => turn !== 'taken'))).toEqual(new Set([12_000]));
  });
});
