import { existsSync } from 'node:fs';
import { initialTransition } from 'xstate';
import { describe, expect, test } from 'vitest';
import { orderMachine } from '../../../server/machines/order.machine.ts';
import { walkPure } from 'model-testing/pure-machine';
import { getRowName } from 'model-testing/table/flow';
import { PARTS } from './order-part-rulings.ts';
import { PARCEL_RULINGS } from './order-parcel-rulings.ts';
import { BEYOND } from './order-rulings.ts';
import { ELSEWHERE } from './order-elsewhere.ts';
import { created, flow, isElsewhere, judgeOrderMachine, orderTable, rows } from './order-table.ts';
import { CASH, isIn, judgeResent, MPESA, orderFacts } from './order-walk.ts';

const { steps, coverage } = walkPure(orderMachine, orderTable);

/** Expects at least one step that the sentence covers, and expects none of them to violate it. */
function expectHeld(name: string): void {
  const spoken = steps.filter(({ names }) => names.includes(name));
  expect(spoken.length, 'steps of which it speaks').toBeGreaterThan(0);
  expect(spoken.flatMap(({ problem }) => problem ?? [])).toEqual([]);
}

describe('order table', () => {
  test.each(created)('§7 orders: $on', ({ on, to, does }) => {
    const isCash = on.includes('(cod');
    const [snapshot, actions] = initialTransition(orderMachine, isCash ? CASH : MPESA);
    const facts = orderFacts(snapshot);
    expect(isIn(facts, to)).toBe(true);
    expect([facts, actions]).toEqual([
      {
        ...(isCash ? CASH : MPESA),
        status: 'pending',
        money: 'unpaid',
        stock: isCash ? 'committed' : 'held',
        trackingNumber: null,
        payments: [],
        cash: 'none',
        isWaived: false,
      },
      [],
    ]);
    expect(does.includes('no expiry')).toBe(facts.expiresAt === null);
  });

  test.each(rows.map((row) => [`${row.ref}: ${getRowName(row)} -> ${row.to}`, row] as const))('%s', (_, row) =>
    expectHeld(getRowName(row)),
  );

  test('OWN-P1: a parcel that is sent again without a new number keeps its own', () => {
    expect(judgeResent(orderMachine)).toBeNull();
  });

  test('every row and invariant runs here or names the file that runs it', () => {
    const names = [...flow.rows.map(getRowName), ...flow.invariants.map((says) => `invariant: ${says}`)];
    expect(
      ELSEWHERE.filter(({ rows: there }) => !names.some((name) => there.test(name))),
      'matches nothing',
    ).toEqual([]);
    expect(
      ELSEWHERE.filter((one) => 'by' in one && !existsSync(one.by)),
      'a missing file',
    ).toEqual([]);
    expect(flow.invariants.filter((says) => !isElsewhere(`invariant: ${says}`))).toEqual([]);
  });
});

describe('beyond the table', () => {
  test.each([...BEYOND, ...PARTS, ...PARCEL_RULINGS].map(({ name }) => [name]))('%s', (name) => expectHeld(name));

  test('rejects every event that no row or ruling covers, and changes nothing', () => {
    const unspoken = steps.filter(({ names }) => names.length === 0);
    expect(unspoken.length).toBeGreaterThan(1000);
    expect(unspoken.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  });

  test('takes every transition, rejects with every guard and reaches every state', () => {
    expect(coverage).toEqual([]);
    expect(judgeOrderMachine(orderMachine)).toBeNull();
  });
});
